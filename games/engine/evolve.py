"""The fold: what an event makes of a state. It refuses nothing that `decide` wrote."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .events import (
    Event,
    MatchAbandoned,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    MovesRewound,
    RoundDealt,
    RoundEnded,
    TileDrawn,
    TilePlayed,
    TurnPassed,
    round_of,
)
from .rules import Rules
from .state import Deal, MatchState, RoundState
from .table import EMPTY, opened
from .tiles import Hand

Move = TileDrawn | TilePlayed | TurnPassed
# Half of the time that asking the union takes, and plays come first.
_MOVES: Final = (TilePlayed, TileDrawn, TurnPassed)


def start(event: MatchStarted) -> MatchState:
    """Return a match of which nothing has been dealt."""
    return MatchState(event.rules, event.seats, event.words, event.seed_commitment, {}, {})


def dealt(rules: Rules, seats: int, event: RoundDealt) -> RoundState:
    """Return the round as it was dealt: with the starter in the centre, or sought (R2)."""
    hands = tuple(map(Hand.of, event.hands))
    deal = Deal(rules, seats, event.round, event.starter, event.first)
    if rules.opening == "set_aside":
        table = opened(event.starter, None, rules.arms)
        return RoundState(deal, table, hands, event.yard, event.first, event.first, None, None)
    holders = [seat for seat in range(seats) if event.starter in hands[seat]]
    turn = holders[0] if holders else event.first
    return RoundState(deal, EMPTY, hands, event.yard, turn, None, None, None)


def moved(state: RoundState, event: Move) -> RoundState:
    """Return the round after a draw, a play or a pass."""
    # The new state is written out field by field: copying with changes takes twice as long, and
    # this is what every replay spends its time on.
    deal, table, hands, yard, _, lead, _, points = state
    seat = event.seat
    after = (seat + 1) % deal.seats
    match event:
        case TilePlayed():
            tile, on = event.tile, event.on
            hands = _with_hand(hands, seat, hands[seat].without(tile))
            if on is None:
                table, lead = opened(tile, seat, deal.rules.arms), seat
            else:
                table = table.joined(tile, on, seat)
            return RoundState(deal, table, hands, yard, after, lead, None, points)
        case TileDrawn():
            tile = event.tile
            hands = _with_hand(hands, seat, hands[seat].add(tile))
            if lead is not None:
                return RoundState(deal, table, hands, yard[1:], seat, lead, tile, points)
            # R2.3: who draws the starter places it at once, anybody else has done searching.
            turn = seat if tile is deal.starter else after
            return RoundState(deal, table, hands, yard[1:], turn, None, None, points)
        case TurnPassed():
            return RoundState(deal, table, hands, yard, after, lead, None, points)


def _with_hand(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)


def evolve(match: MatchState, event: Event) -> MatchState:
    """Return the match after `event`.

    Events that make no table leave it alone, but a pause, its end and an abandoned match are
    kept. A rewind cannot be folded by itself: `counting` takes out what it took back. Of a round
    that is not loaded only its points are kept.
    """
    match event:
        case TilePlayed() | TileDrawn() | TurnPassed():
            return _with_round(match, moved(match.rounds[event.round], event))
        case RoundDealt():
            return _with_round(match, dealt(match.rules, match.seats, event))
        case RoundEnded():
            return _round_ended(match, event)
        case MatchEnded(ranks=ranks):
            match = match._replace(ended="ended", ranks=ranks)
        case MatchAbandoned():
            match = match._replace(ended="abandoned")
        case MatchPaused() | MatchResumed():
            match = match._replace(paused=isinstance(event, MatchPaused))
    return match


def _with_round(match: MatchState, state: RoundState) -> MatchState:
    return match._replace(rounds={**match.rounds, state.deal.round: state})


def _round_ended(match: MatchState, event: RoundEnded) -> MatchState:
    points = {**match.points, event.round: event.points}
    if event.round in match.rounds:
        match = _with_round(match, match.rounds[event.round]._replace(points=event.points))
    return match._replace(points=points)


def counting(numbered: Iterable[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """Return the numbered events that count: without the rewinds and what they took back."""
    kept: list[tuple[int, Event]] = []
    for seq, event in numbered:
        if isinstance(event, MovesRewound):
            kept = [
                (other, before)
                for other, before in kept
                if other <= event.to_seq or round_of(before) != event.round
            ]
        else:
            kept.append((seq, event))
    return kept


def replay(numbered: Iterable[tuple[int, Event]]) -> MatchState:
    """Return the fold of a log's numbered events, or of a part of it.

    A part holds `match_started` first, every event of the rounds that are asked for, and the
    `round_ended` of all others. Raises ValueError where `match_started` is missing.
    """
    match counting(numbered):
        case [(_, MatchStarted() as first), *rest]:
            return _folded(start(first), rest)
    raise ValueError("a replay begins with match_started")


def _folded(match: MatchState, numbered: Iterable[tuple[int, Event]]) -> MatchState:
    # Moves change one round and nothing else, so the match is made anew only for other events.
    rounds = dict(match.rounds)
    for _, event in numbered:
        if isinstance(event, _MOVES):
            rounds[event.round] = moved(rounds[event.round], event)
        else:
            match = evolve(match._replace(rounds=rounds), event)
            rounds = dict(match.rounds)
    return match._replace(rounds=rounds)
