"""Points and ranks (R7)."""

from __future__ import annotations

from collections.abc import Sequence

from .rules import Rules
from .state import RoundState


def points(state: RoundState) -> tuple[int, ...]:
    """Return what every seat scores for the pips left in its hand (R7.1)."""
    blank = state.rules.double_blank
    return tuple(hand.pips(blank) for hand in state.hands)


def ranks(rounds: Sequence[Sequence[int]], rules: Rules) -> tuple[int, ...]:
    """Return every seat's rank from 1; who shares a rank leaves the next one free (R7.2, R7.3)."""
    keys = [_standing(scores, rules) for scores in zip(*rounds, strict=True)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _standing(scores: Sequence[int], rules: Rules) -> tuple[int, int, int]:
    """Return what a seat is ranked by, the lower the better."""
    if rules.tie_break == "shared":
        return sum(scores), 0, 0
    return sum(scores), -scores.count(0), min(filter(None, scores), default=0)
