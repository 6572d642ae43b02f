"""Positions in which a seat has a choice, out of random matches of all options."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine import Caused, MatchState, SeatView, choice, view
from tests.games.engine.matches import Setting, steps


class Choosing(NamedTuple):
    """A choice: the match and round it is in, what the seat sees of it, and what has happened."""

    match: MatchState
    round: int
    view: SeatView
    history: list[Caused]


def choices(setting: Setting, every: int = 1) -> Iterator[Choosing]:
    """Yield every so manieth choice of a random match."""
    histories: dict[int, list[Caused]] = {}
    met = 0
    for _, caused, match in steps(setting):
        number = getattr(caused.event, "round", None)
        if number is None or match.ended:
            continue
        history = histories.setdefault(number, [])
        history.append(caused)
        seat = choice(match.rounds[number])
        if seat is None:
            continue
        met += 1
        if met % every == 0:
            yield Choosing(match, number, view(match, number, seat, history), [*history])
