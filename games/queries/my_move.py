"""The move that a seat has just made, in words, wherever it has been led since."""

from dataclasses import dataclass

from games import engine, store
from games.queries.table import MOVES, TablePage
from games.queries.views import Happened
from games.queries.words import say


@dataclass(frozen=True)
class MyMove:
    """A move as its maker is told of it."""

    round: int
    text: str


def my_move(page: TablePage, seq: int) -> MyMove | None:
    """Return this seat's own move at `seq`, None where that is no move that it chose itself.

    Costs a query for a move in another round than the page's. Raises `EventMalformed` for an event
    that cannot be read.
    """
    found = next((event for event in page.happened if event.seq == seq), None)
    event = found or _elsewhere(page, seq)
    if event is None or event.type not in MOVES or event.cause != "player":
        return None
    if event.data["seat"] != page.seat:
        return None
    return MyMove(int(str(event.data["round"])), say(event, page.names, page.seat))


def _elsewhere(page: TablePage, seq: int) -> Happened | None:
    row = next(store.load_all(page.match.pk, after=seq - 1, size=1), None)
    if row is None or row.seq != seq or row.type not in MOVES:
        return None
    data = engine.redact(row.event(), page.seat, False)
    return Happened(row.seq, row.type, row.cause, row.at, data)
