"""Bots against each other over the same deals, and how sure the difference between them is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from math import sqrt
from typing import Final, NamedTuple

from games.engine import (
    Caused,
    Command,
    MatchStarted,
    RoundDealt,
    Rules,
    SeatView,
    commitment,
    deal,
    decide,
    evolve,
    points,
    search_start,
    start,
    view,
)
from games.engine.settle import forced_moves

from . import BOTS, rooster

Chooser = Callable[[SeatView], Command]
SURE: Final = 1.96
"""So many standard errors to either side hold 95 of 100 means."""


class Played(NamedTuple):
    """A round that was played: its points, who had the choices in order, and its events."""

    points: tuple[int, ...]
    choices: tuple[int, ...]
    events: int


class Mean(NamedTuple):
    """A mean, and how far from it the true one may lie (95 %)."""

    value: float
    margin: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.margin:.2f}"


class Duel(NamedTuple):
    """What two bots had left a round, and by how much the second had less than the first."""

    first: float
    second: float
    gain: Mean


class Unknown(ValueError):
    """A bot that there is not."""


def chooser(name: str) -> Chooser:
    """Return how a bot chooses; `rooster:50` is a rooster that plays 50 rounds on.

    Raises Unknown.
    """
    bot, _colon, budget = name.partition(":")
    if bot not in BOTS or (budget and (bot != "rooster" or not budget.isdecimal())):
        raise Unknown(name)
    if budget:
        return partial(rooster.choose, budget=int(budget))
    return BOTS[bot].choose


def dealt(rules: Rules, seats: int, seed: int, match: int, round: int) -> RoundDealt:
    """Return the deal of a round of one of the tournament's matches."""
    secret = sha256(f"{seed}/{match}".encode()).digest()
    begins = search_start(rules, seats, round, (round - 2) % seats)
    return deal(rules, seats, secret, ("",) * seats, round, begins)


def play_round(
    rules: Rules, deal: RoundDealt, choosers: Sequence[Chooser], *, cause: str = "bot"
) -> Played:
    """Play a deal to its end; each seat chooses from what it may know."""
    seats, number = len(choosers), deal.round
    begun = MatchStarted(rules, seats, ("",) * seats, commitment(b""))
    match = evolve(start(begun), deal)
    history, choices = [Caused(deal, "system")], list[int]()
    while True:
        for event in forced_moves(match.rounds[number]):
            match = evolve(match, event)
            history.append(Caused(event, "forced"))
        state = match.rounds[number]
        if state.reason is not None:
            return Played(points(state), tuple(choices), len(history) + 1)
        command = choosers[state.turn](view(match, number, state.turn, history))
        (event,) = decide(state, command)
        match = evolve(match, event)
        history.append(Caused(event, cause))
        choices.append(state.turn)


def meet(rules: Rules, seats: int, pair: tuple[str, str], deal: RoundDealt) -> tuple[float, float]:
    """Return the mean points of two bots that sit in turn round the table, and then change seats.

    So each plays every hand of the deal once.
    """
    sums = [0, 0]
    for change in (0, 1):
        sitting = [(seat + change) % 2 for seat in range(seats)]
        played = play_round(rules, deal, [chooser(pair[who]) for who in sitting])
        for who, left in zip(sitting, played.points, strict=True):
            sums[who] += left
    return sums[0] / seats, sums[1] / seats


def duel(met: Sequence[tuple[float, float]]) -> Duel:
    """Return what many meetings say; the difference is taken a deal at a time."""
    firsts, seconds = zip(*met, strict=True)
    gain = mean([first - second for first, second in met])
    return Duel(sum(firsts) / len(met), sum(seconds) / len(met), gain)


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of values that do not depend on each other."""
    count = len(values)
    middle = sum(values) / count
    spread = sum((value - middle) ** 2 for value in values) / max(1, count - 1)
    return Mean(middle, SURE * sqrt(spread / count))
