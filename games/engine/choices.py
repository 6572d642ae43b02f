"""The choices that were made in a round and count: what can be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .events import Event, MatchStarted, round_of
from .evolve import Move, counting, evolve, start
from .moves import choice


class Made(NamedTuple):
    """A choice of a round: `arose` is the event it arose at, `seq` the move that made it."""

    arose: int
    seq: int
    move: Move


def choices_made(numbered: Iterable[tuple[int, Event]], round: int) -> list[Made]:
    """Return the choices that were made in a round, in order, without those taken back.

    `numbered` begins with `match_started`. Going back to where one arose gives it to its seat
    again, and nothing is forced there (R9).
    """
    made: list[Made] = []
    match, arose = None, 0
    for seq, event in counting(numbered):
        if isinstance(event, MatchStarted):
            match = start(event)
        if match is None or round_of(event) != round:
            continue
        if isinstance(event, Move) and choice(match.rounds[round]) is not None:
            made.append(Made(arose, seq, event))
        after = evolve(match, event)
        arose = seq if after is not match else arose
        match = after
    return made
