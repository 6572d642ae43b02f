"""What the seat to move may choose from."""

from __future__ import annotations

from .commands import Command, PassTurn, PlaceTile
from .state import RoundState
from .tiles import Hand


def legal(state: RoundState) -> tuple[Command, ...]:
    """Return the legal commands, placements by tile and then `on`, a pass last.

    One alone is forced (R9); none means that the round is over or that what comes next is a draw.
    """
    if state.reason is not None or must_draw(state):
        return ()
    seat = state.turn
    if state.searching:
        return (PlaceTile(seat, state.starter, None),)
    hand = state.hands[seat] if state.drawn is None else Hand.of((state.drawn,))
    placements = sorted(
        (tile.index, on.index, tile, on)
        for on, pips in state.table.open.items()
        for tile in hand.fitting(pips)
    )
    commands = tuple(PlaceTile(seat, tile, on) for _, _, tile, on in placements)
    return (*commands, PassTurn(seat)) if may_pass(state, bool(commands)) else commands


def must_draw(state: RoundState) -> bool:
    """Say whether all that the seat to move can do is to draw, in a round that goes on (R3.3)."""
    hand = state.hands[state.turn]
    if state.searching:
        return state.starter not in hand
    return state.drawn is None and state.drawable > 0 and not state.fitting(hand)


def may_pass(state: RoundState, can_play: bool) -> bool:
    """Say whether the seat to move, which has a tile that fits or has none, may pass (R3)."""
    if can_play:
        return state.drawn is not None and state.rules.drawn_tile == "may_play"
    return state.drawn is not None or not state.drawable


def choice(state: RoundState) -> int | None:
    """Return the seat that has a choice of two or more commands, or None."""
    return state.turn if len(legal(state)) > 1 else None
