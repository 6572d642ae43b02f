"""The events that nobody chooses (R9): what rounds force, deals and ends, up to a choice."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from . import scoring
from .commands import Command
from .dealing import deal, search_start
from .decide import decide
from .errors import MatchOnPause, MatchOver, RoundNotDealt, RoundOver
from .events import Caused, MatchEnded, RoundDealt, RoundEnded, TileDrawn
from .evolve import Move, evolve, moved
from .moves import legal, must_draw
from .state import MatchState, RoundState

Settling = Generator[Caused, None, MatchState]
"""Yields what is due, and returns the match as it is after that."""
SIDE_BY_SIDE: Final = "side_by_side"


def forced(state: RoundState) -> Move | None:
    """Return the one event that the rules leave a round now; None for a choice, or its end."""
    if state.reason is not None:
        return None
    if must_draw(state):
        return TileDrawn(state.round, state.turn, state.yard[0])
    commands = legal(state)
    return decide(state, commands[0])[0] if len(commands) == 1 else None


def forced_moves(state: RoundState) -> Iterator[Move]:
    """Yield a round's forced events, each on top of those before, up to a choice or its end."""
    while (event := forced(state)) is not None:
        yield event
        state = moved(state, event)


def ending(match: MatchState, state: RoundState) -> RoundEnded | None:
    """Return the `round_ended` that is due in a round of this match, or None (R6)."""
    if state.reason is None or state.points is not None:
        return None
    points = scoring.points(state)
    totals = tuple(map(sum, zip(match.totals, points, strict=True)))
    return RoundEnded(state.round, state.reason, points, totals)


def match_ending(match: MatchState, seed: bytes) -> MatchEnded | None:
    """Return the `match_ended` that is due, or None while a round is still to end (R7)."""
    if match.ended or len(match.points) < match.rules.rounds:
        return None
    ranks = scoring.ranks(tuple(match.points.values()), match.rules)
    return MatchEnded(match.totals, ranks, seed.hex())


def settle(match: MatchState, seed: bytes) -> tuple[Caused, ...]:
    """Return every event that is due now without anybody's choice, in the order to store them.

    A match that is paused or over has none. Of a match that is not bare (just started), the round
    that was dealt last must be loaded if it is played in turn; side by side all rounds count as
    dealt, loaded or not (R10).
    """
    return tuple(_settling(match, seed))


def play(
    match: MatchState, round: int, command: Command, cause: str, seed: bytes
) -> tuple[Caused, ...]:
    """Return the command's event and all that is due after it; raises RuleViolation."""
    if match.ended:
        raise MatchOver()
    if match.paused:
        raise MatchOnPause()
    if round in match.points:
        raise RoundOver(round)
    if round not in match.rounds:
        raise RoundNotDealt(round)
    (event,) = decide(match.rounds[round], command)
    return (Caused(event, cause), *settle(evolve(match, event), seed))


def _settling(match: MatchState, seed: bytes) -> Settling:
    if match.paused or match.ended:
        return match
    side_by_side = match.rules.pace == SIDE_BY_SIDE
    all_dealt = side_by_side and bool(match.rounds or match.points)
    for loaded in match.rounds:
        match = yield from _settling_round(match, loaded)
    while not all_dealt and (dealt := _next_deal(match, seed)) is not None:
        yield Caused(dealt, "system")
        match = yield from _settling_round(evolve(match, dealt), dealt.round)
    end = match_ending(match, seed)
    if end is not None:
        yield Caused(end, "system")
        match = evolve(match, end)
    return match


def _settling_round(match: MatchState, round: int) -> Settling:
    for event in forced_moves(match.rounds[round]):
        yield Caused(event, "forced")
        match = evolve(match, event)
    end = ending(match, match.rounds[round])
    if end is not None:
        yield Caused(end, "system")
        match = evolve(match, end)
    return match


def _next_deal(match: MatchState, seed: bytes) -> RoundDealt | None:
    """Return the deal of the next round, or None where it has to wait or there is none (R10)."""
    last = max((0, *match.rounds, *match.points))
    in_turn = match.rules.pace != SIDE_BY_SIDE
    if last == match.rules.rounds or (in_turn and last and last not in match.points):
        return None
    lead = match.rounds[last].lead if in_turn and last else None
    start = search_start(match.rules, match.seats, last + 1, lead)
    return deal(match.rules, match.seats, seed, match.words, last + 1, start)
