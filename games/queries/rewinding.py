"""What an administrator may take back: every choice that was made in a round that runs."""

from dataclasses import dataclass
from itertools import islice
from typing import Final

from games import engine, store
from games.queries.matches import names_of, seats_of
from games.queries.views import as_seen
from games.queries.words import say
from games.tables import Match

MOST_A_ROUND: Final = 60


@dataclass(frozen=True)
class WayBack:
    """A move that can be taken back with all that followed it in its round.

    `to_seq` is the event that the round goes back to; `text` says the move as a visitor saw it.
    """

    round: int
    to_seq: int
    text: str


def ways_back(match: Match) -> list[WayBack]:
    """Return what can be taken back, round by round, the newest move first.

    Raises what `see_round` raises for a log that cannot be read.
    """
    names = names_of(seats_of(match))
    running = match.rounds.filter(reason="").order_by("number")
    return [
        way
        for number in running.values_list("number", flat=True)
        for way in islice(_of_round(match, number, names), MOST_A_ROUND)
    ]


def _of_round(match: Match, number: int, names: list[str]) -> list[WayBack]:
    stored, _tail = store.load_round(match.pk, number)
    state = engine.replay(store.numbered(stored))
    rows = {row.seq: row for row in stored}
    made = engine.choices_made(store.numbered(stored), number)
    return [
        WayBack(number, move.arose, say(as_seen(rows[move.seq], state, None), names))
        for move in reversed(made)
    ]
