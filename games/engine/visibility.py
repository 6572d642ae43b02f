"""What one seat, or a visitor, may know of a round (R8): the only view any face gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .commands import Command
from .events import Caused, Event, RoundDealt, TileDrawn, round_of
from .moves import choice, legal
from .rules import Rules
from .state import End, MatchState, Phase, Placement, Reason, RoundState
from .tiles import Tile


@dataclass(frozen=True, slots=True)
class Seen:
    """A past event of the round as a seat may know it; `tile` is None where it is hidden."""

    type: str
    seat: int | None
    tile: Tile | None
    on: Tile | None
    cause: str | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A round as `seat` may see it; a `seat` of None is a visitor."""

    rules: Rules
    seats: int
    round: int
    seat: int | None
    starter: Tile
    placements: tuple[Placement, ...]
    ends: tuple[End, ...]
    foot: Tile | None
    hand: tuple[Tile, ...] | None
    hand_sizes: tuple[int, ...]
    yard_size: int
    drawable: int
    turn: int | None
    """The seat that has a choice open."""
    drawn: Tile | None
    """The tile that this seat drew this turn."""
    legal: tuple[Command, ...]
    """What this seat may choose from; empty if it has no choice, and while the match is paused."""
    hands: tuple[tuple[Tile, ...], ...] | None
    """All hands, once the round is open to everybody (R8.4)."""
    phase: Phase
    reason: Reason | None
    points: tuple[int, ...] | None
    totals: tuple[int, ...]
    lead: int | None
    history: tuple[Seen, ...]


def view(
    match: MatchState, round: int, seat: int | None, events: Sequence[Event | Caused] = ()
) -> SeatView:
    """Return a loaded round as `seat` may know it; `events` that count become its history."""
    state = match.rounds[round]
    opened = is_open(match, round)
    chooser = None if match.ended else choice(state)
    mine = seat is not None and seat == chooser
    return SeatView(
        rules=state.rules,
        seats=state.seats,
        round=round,
        seat=seat,
        starter=state.starter,
        placements=state.placements,
        ends=state.ends,
        foot=state.foot,
        hand=None if seat is None else tuple(state.hands[seat]),
        hand_sizes=tuple(map(len, state.hands)),
        yard_size=len(state.yard),
        drawable=state.drawable,
        turn=chooser,
        drawn=state.drawn if mine else None,
        legal=legal(state) if mine and not match.paused else (),
        hands=tuple(map(tuple, state.hands)) if opened else None,
        phase=state.phase,
        reason=state.reason,
        points=state.points,
        totals=match.totals,
        lead=state.lead,
        history=_history(state, seat, events, opened),
    )


def is_open(match: MatchState, round: int) -> bool:
    """Say whether all of a round is open to everybody: it has ended, or the match was abandoned.

    R8.4 speaks of rounds that ended; the seed of an abandoned match is public (RECORD.md) and
    with it every deal, so its rounds are open too.
    """
    return round in match.points or bool(match.ended)


def redact(event: Event, seat: int | None, ended: bool) -> dict[str, Any]:
    """Return the event's data as `seat` may know it; hidden tiles are None.

    `ended` says that the event's round is open to everybody (R8.4). A drawn tile stays hidden
    until then, for R8.2 does not ask that its play be led back to the draw.
    """
    data = event.to_data()
    if ended:
        return data
    match event:
        case RoundDealt(hands=hands, yard=yard):
            data["hands"] = [
                data["hands"][holder] if holder == seat else [None] * len(hand)
                for holder, hand in enumerate(hands)
            ]
            data["yard"] = [None] * len(yard)
        case TileDrawn(seat=drawer) if drawer != seat:
            data["tile"] = None
    return data


def _history(
    state: RoundState, seat: int | None, events: Sequence[Event | Caused], opened: bool
) -> tuple[Seen, ...]:
    caused = [event if isinstance(event, Caused) else (event, None) for event in events]
    return tuple(
        _seen(event, cause, seat, opened)
        for event, cause in caused
        if round_of(event) == state.round
    )


def _seen(event: Event, cause: str | None, seat: int | None, opened: bool) -> Seen:
    tile = getattr(event, "tile", None)
    if isinstance(event, TileDrawn) and event.seat != seat and not opened:
        tile = None
    return Seen(event.type, getattr(event, "seat", None), tile, getattr(event, "on", None), cause)
