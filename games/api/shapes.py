"""Matches and rounds as JSON; everything comes from what the reader may see (R8)."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from games.engine import Command, PassTurn, PlaceTile, SeatView, Tile, rules_shown
from games.queries import Happened, PublicHead, RoundSeen
from games.tables import Choice, Match, Round, Seat

Shape = dict[str, Any]


def match_shape(
    match: Match,
    seats: Sequence[Seat],
    rounds: Sequence[Round],
    choices: Sequence[Choice],
    me: Seat | None,
    head: PublicHead | None,
) -> Shape:
    """Return a match: what was agreed, who sits there, where each round stands, what waits."""
    waiting = {choice.round: choice for choice in choices}
    numbers = {seat.pk: seat.number for seat in seats}
    return {
        "match": match.slug,
        "state": match.state,
        "paused": match.paused,
        "rules": match.rules,
        "turn_seconds": int(match.turn_time.total_seconds()),
        "out_of_time": match.out_of_time,
        "stand_in": match.stand_in,
        "watchable": match.watchable,
        "seed_commitment": match.seed_commitment,
        "head": match.head,
        "public_head": asdict(head) if head else None,
        "me": me.number if me else None,
        "seats": [_seat_shape(match, seat) for seat in seats],
        "rounds": [_round_shape(match, row, waiting.get(row.number), numbers) for row in rounds],
        "made_at": match.created_at,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
    }


def view_shape(seen: RoundSeen) -> Shape:
    """Return a round as its reader sees it, with what happened in it."""
    view = seen.view
    return {
        "round": view.round,
        "seat": view.seat,
        "last_seq": seen.last_seq,
        "public_head": asdict(seen.head),
        "starter": str(view.starter),
        "phase": view.phase,
        "reason": view.reason,
        "lead": view.lead,
        "turn": view.turn,
        **_table_shape(view),
        "hand": _tiles(view.hand),
        "hand_sizes": view.hand_sizes,
        "hands": None if view.hands is None else [_tiles(hand) for hand in view.hands],
        "yard_size": view.yard_size,
        "drawable": view.drawable,
        "drawn": _tile(view.drawn),
        "legal": [_command_shape(command) for command in view.legal],
        "points": view.points,
        "totals": view.totals,
        "events": [_event_shape(event) for event in seen.happened],
    }


def _seat_shape(match: Match, seat: Seat) -> Shape:
    number = seat.number
    return {
        "number": number,
        "name": seat.name,
        "taken": seat.is_taken,
        "bot": bool(seat.bot),
        "total": match.totals[number] if match.totals else 0,
        "rank": match.ranks[number] if match.ranks else None,
    }


def _round_shape(match: Match, row: Round, choice: Choice | None, numbers: dict[int, int]) -> Shape:
    return {
        "number": row.number,
        "starter": str(rules_shown(match.rules).starter(row.number)),
        "reason": row.reason or None,
        "points": row.points or None,
        "last_seq": row.last_seq,
        "waits_for": numbers[choice.seat_id] if choice else None,
        "deadline": choice.deadline if choice else None,
    }


def _table_shape(view: SeatView) -> Shape:
    return {
        "placements": [
            {"tile": str(placed.tile), "on": _tile(placed.on), "seat": placed.seat}
            for placed in view.placements
        ],
        "ends": [{"on": str(end.tile), "pips": end.pips, "room": end.room} for end in view.ends],
        "foot": _tile(view.foot),
    }


def _command_shape(command: Command) -> Shape:
    match command:
        case PlaceTile(tile=tile, on=on):
            return {"tile": str(tile), "on": _tile(on)}
        case PassTurn():
            return {"pass": True}


def _event_shape(event: Happened) -> Shape:
    return asdict(event)


def _tile(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def _tiles(tiles: Sequence[Tile] | None) -> list[str] | None:
    return None if tiles is None else [str(tile) for tile in tiles]
