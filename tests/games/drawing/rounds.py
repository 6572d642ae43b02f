"""Rounds for the tests of the pictures, played at random by the engine."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from games.drawing import Step
from games.engine import (
    Caused,
    MatchStarted,
    MatchState,
    RoundState,
    commitment,
    evolve,
    legal,
    play,
    resolve,
    seat_range,
    settle,
    start,
    tile_set,
)
from games.engine.table import opened

# The hand sizes that R1 leaves to the table.
_HAND = {12: 9, 15: 11, 18: 14, 6: 5}


def every_setting() -> Iterator[tuple[str, int, int]]:
    """Yield every preset, set and number of seats (R1.1) as (preset, highest, seats)."""
    for preset in ("trains", "four-arms"):
        for highest in (6, 9, 12, 15, 18):
            for seats in seat_range(preset, highest):
                yield preset, highest, seats


@lru_cache(maxsize=64)
def played(
    preset: str = "trains", highest: int = 9, seats: int = 4, seed: int = 0, arms: int | None = None
) -> RoundState:
    """Return a first round as it ended."""
    options: dict[str, int] = {} if arms is None else {"arms": arms}
    if preset == "trains" and highest != 9:
        options["hand_size"] = _HAND[highest]
    if preset == "four-arms":
        options["hand_size"] = min(7, len(tile_set(highest)) // seats)
    rules = resolve(preset, seats, highest=highest, rounds=1, **options)
    secret = seed.to_bytes(32, "big")
    words = tuple(map(str, range(seats)))
    match = start(MatchStarted(rules, seats, words, commitment(secret)))
    chance = Random(seed)
    due = settle(match, secret)
    while due:
        for caused in due:
            match = evolve(match, caused.event)
        due = _next(match, chance, secret)
    return match.rounds[1]


def _next(match: MatchState, chance: Random, secret: bytes) -> tuple[Caused, ...]:
    choices = legal(match.rounds[1])
    return play(match, 1, chance.choice(choices), "player", secret) if len(choices) > 1 else ()


def part(state: RoundState, number: int) -> RoundState:
    """Return the table of a round as it was after `number` tiles, with the foot it had."""
    first, *others = state.placements[:number]
    table = opened(first.tile, first.seat, state.rules.arms)
    for tile, on, seat in others:
        assert on is not None
        table = table.joined(tile, on, seat)
    return state._replace(table=table)


def steps_of(state: RoundState) -> list[Step]:
    """Return steps of a round: every tile, and something said between any two."""
    laid = len(state.placements)
    steps = [Step(0, 0, "Round 1 was dealt.")]
    for number in range(1, laid + 1):
        steps.append(Step(2 * number - 1, number, f"Ελένη laid tile {number}."))
        steps.append(Step(2 * number, number, "Ben could not play and passed."))
    return steps
