"""The rooster: deals the hidden tiles many times, and plays each world on with every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.engine import Command, PlaceTile, SeatView
from games.engine.table import Table

from . import hen
from .bot import Patience, endless
from .dice import number_of
from .knowledge import table_of
from .lookahead import WORTH, Board, play_out, points
from .worlds import World, worlds

BUDGET: Final = 400
"""So many rounds are played on for one choice."""
TRUST: Final = 1.5
"""Each point of what the hen finds in a move counts as much as these won in looking ahead: a few
worlds say little, and without this the first of them dropped good moves by chance."""


@dataclass(slots=True)
class _Candidate:
    """A move that differs from the others, and what it has won so far."""

    command: Command
    board: Board
    laid: int
    gain: float


def choose(view: SeatView, patience: Patience = endless, /, *, budget: int = BUDGET) -> Command:
    """Return one of the view's legal commands; raises ValueError where there is no choice.

    The worse half of the moves is dropped as often as it takes, so that the budget goes to those
    that are hard to tell apart; all are tried in the same worlds.
    """
    if not view.legal:
        raise ValueError("this seat has nothing to choose")
    left = _candidates(view)
    dealt = worlds(view, Random(number_of(view)))
    stages = (len(left) - 1).bit_length()
    for _ in range(stages):
        for _ in range(max(1, budget // stages // len(left))):
            patience()
            _try(view, left, next(dealt))
        left.sort(key=lambda candidate: -candidate.gain)
        del left[(len(left) + 1) // 2 :]
    return left[0].command


def _candidates(view: SeatView) -> list[_Candidate]:
    """Return the moves that differ: of ends with equal pips one stands for all."""
    table = table_of(view)
    found: dict[tuple[int, Board], _Candidate] = {}
    for command in view.legal:
        laid, after = _after(table, command)
        if (laid, after) not in found:
            relief, _playable = hen.merit(view, command).worth
            found[laid, after] = _Candidate(command, after, laid, TRUST * relief)
    return list(found.values())


def _after(table: Table, command: Command) -> tuple[int, Board]:
    """Return the bit of the tile that a command lays, 0 for a pass, and the table after it."""
    if isinstance(command, PlaceTile) and command.on is not None:
        after = table.joined(command.tile, command.on, command.seat)
        return command.tile.bit, Board.of(after)
    return 0, Board.of(table)


def _try(view: SeatView, candidates: Sequence[_Candidate], world: World) -> None:
    """Play a world on with each of the moves."""
    me, others = view.turn or 0, view.seats - 1
    worth = WORTH[view.rules.double_blank]
    turn = (me + 1) % view.seats
    for candidate in candidates:
        hands = list(world.hands)
        hands[me] ^= candidate.laid
        end = play_out(candidate.board, hands, world.yard, view.drawable, turn, worth)
        left = [points(hand, worth) for hand in end]
        candidate.gain += sum(left) / others - left[me] * (1 + 1 / others)
