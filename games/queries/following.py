"""The log as those who tell people about it read it: what happened to whom, and no tile of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from games import store
from games.engine import EventMalformed, RulesRefused
from games.tables import Match


@dataclass(frozen=True)
class Followed:
    """One event without what it showed; `seat` is None where no single seat did it."""

    seq: int
    round: int | None
    type: str
    cause: str
    seat: int | None
    reason: str
    """The code of its reason; empty where it has none."""


def follow(match: Match, after: int) -> Iterator[Followed]:
    """Yield the events of a match behind `after`, in order.

    What cannot be read names no seat here: the next move that wants it stops the match.
    """
    for row in store.load_all(match.pk, after=after):
        yield Followed(row.seq, row.round, row.type, row.cause, *_seat_and_reason(row))


def _seat_and_reason(row: store.Stored) -> tuple[int | None, str]:
    try:
        event = row.event()
    except (EventMalformed, RulesRefused):
        return None, ""
    return getattr(event, "seat", None), getattr(event, "reason", "")
