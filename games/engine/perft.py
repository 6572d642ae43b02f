"""Counts of the ways a round can go on from a position: the proof of the legal moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from .commands import Command, PassTurn, PlaceTile
from .decide import decide
from .events import RoundDealt, TilePlayed
from .evolve import dealt, moved
from .moves import legal
from .rules import Rules
from .settle import forced_moves
from .state import RoundState
from .tiles import Tile


def position(data: Mapping[str, Any]) -> RoundState:
    """Return the position that an entry of `perft.json` describes, forced events played.

    Raises RuleViolation for a choice that the rules forbid.
    """
    deal = RoundDealt.from_data(data["deal"])
    rules = Rules.from_data(data["rules"], data["seats"])
    state = _settled(dealt(rules, data["seats"], deal))
    for kind, tile, on in data["choices"]:
        state = _after(state, _command(state.turn, kind, tile, on))
    return state


def count(state: RoundState, depth: int) -> int:
    """Return how many ways the next `depth` choices can go; a round that ends sooner counts one."""
    commands = legal(state)
    if depth <= 1 or not commands:
        return len(commands) if depth and commands else 1
    return sum(count(_after(state, command), depth - 1) for command in commands)


def _after(state: RoundState, command: Command) -> RoundState:
    (event,) = decide(state, command)
    return _settled(moved(state, event))


def _settled(state: RoundState) -> RoundState:
    return reduce(moved, forced_moves(state), state)


def _command(seat: int, kind: str, tile: str | None, on: str | None) -> Command:
    if kind == TilePlayed.type and tile is not None:
        return PlaceTile(seat, Tile.parse(tile), None if on is None else Tile.parse(on))
    return PassTurn(seat)
