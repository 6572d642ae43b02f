"""From a state and a command to the event that it makes true, or the rule that forbids it."""

from __future__ import annotations

from .commands import Command, PassTurn, PlaceTile
from .errors import (
    DrawFirst,
    DrawnTileOnly,
    EndsDoNotMatch,
    FootUnfinished,
    NoSuchEnd,
    NotYourTurn,
    PassNotAllowed,
    RoundOver,
    RuleViolation,
    StarterFirst,
    StarterUnfilled,
    TileNotInHand,
)
from .events import TilePlayed, TurnPassed
from .moves import may_pass
from .state import RoundState
from .tiles import Tile


def decide(state: RoundState, command: Command) -> tuple[TilePlayed | TurnPassed]:
    """Return what this command makes true, or raise the RuleViolation that forbids it."""
    if state.phase == "over":
        raise RoundOver(state.round)
    if command.seat != state.turn:
        raise NotYourTurn(command.seat, state.turn)
    match command:
        case PlaceTile(seat, tile, on):
            check_play(state, tile, on)
            return (TilePlayed(state.round, seat, tile, on),)
        case PassTurn(seat):
            check_pass(state)
            return (TurnPassed(state.round, seat),)


def check_play(state: RoundState, tile: Tile, on: Tile | None) -> None:
    """Raise what forbids the seat to move this play, in a round that goes on."""
    if tile not in state.hands[state.turn]:
        raise TileNotInHand(state.turn, tile)
    if state.drawn not in (None, tile):
        raise DrawnTileOnly()
    if state.searching:
        if on is not None or tile is not state.starter:
            raise StarterFirst(state.starter)
        return
    pips = None if on is None else state.table.open.get(on)
    if pips is None or on is None:
        raise _closed(state, on)
    if pips not in (tile.low, tile.high):
        raise EndsDoNotMatch(tile, on, pips)


def _closed(state: RoundState, on: Tile | None) -> RuleViolation:
    """Return why nothing may be joined to `on`."""
    foot, room = state.foot, state.table.room
    if foot is None or on not in state.table.tiles:
        return NoSuchEnd(on)
    return StarterUnfilled(foot, room) if foot is state.starter else FootUnfinished(foot, room)


def check_pass(state: RoundState) -> None:
    """Raise what forbids the seat to move to pass, in a round that goes on."""
    if state.searching:
        raise StarterFirst(state.starter)
    can_play = bool(state.fitting(state.hands[state.turn]))
    if not may_pass(state, can_play):
        raise PassNotAllowed() if can_play else DrawFirst()
