"""Random matches for the tests: every option of R1, and players who choose at random."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from games.engine import (
    Caused,
    MatchStarted,
    MatchState,
    Rules,
    commitment,
    evolve,
    legal,
    play,
    resolve,
    seat_range,
    settle,
    start,
)


class Step(NamedTuple):
    """An event, and the match before and after it."""

    before: MatchState
    caused: Caused
    after: MatchState


class Setting(NamedTuple):
    """What a match is started with, and the chance its players choose by."""

    rules: Rules
    seats: int
    seed: bytes
    chance: Random


@st.composite
def settings_of_matches(draw: st.DrawFn, highest: tuple[int, ...] = (6, 9, 12, 15, 18)) -> Setting:
    """Draw a setting with any options that R1 allows."""
    preset = draw(st.sampled_from(["trains", "four-arms"]))
    top = draw(st.sampled_from(highest))
    seats = draw(st.sampled_from(seat_range(preset, top)))
    options = {
        "hand_size": draw(st.integers(1, max(1, (top * top // 2) // seats // 2))),
        "arms": draw(st.integers(seats if preset == "trains" else 2, 8)),
        "opening": draw(st.sampled_from(["set_aside", "holder"])),
        "yard_reserve": draw(st.integers(0, 3)),
        "drawn_tile": draw(st.sampled_from(["must_play", "may_play"])),
        "double_blank": draw(st.sampled_from([0, 50])),
        "rounds": draw(st.integers(1, 3)),
        "tie_break": draw(st.sampled_from(["shared", "zero_rounds"])),
        "pace": draw(st.sampled_from(["in_turn", "side_by_side"])),
    }
    rules = resolve(preset, seats, highest=top, **options)
    seed = draw(st.binary(min_size=32, max_size=32))
    return Setting(rules, seats, seed, draw(st.randoms(use_true_random=False)))


def first_event(setting: Setting) -> MatchStarted:
    """Return the event that starts the match."""
    words = tuple(f"words of {seat}" for seat in range(setting.seats))
    return MatchStarted(setting.rules, setting.seats, words, commitment(setting.seed))


def steps(setting: Setting) -> Iterator[Step]:
    """Play a match to its end, a choice at a time, and yield every event after the first."""
    match = start(first_event(setting))
    due = settle(match, setting.seed)
    while due:
        for caused in due:
            after = evolve(match, caused.event)
            yield Step(match, caused, after)
            match = after
        due = _next_choice(match, setting)


def _next_choice(match: MatchState, setting: Setting) -> tuple[Caused, ...]:
    waiting = [number for number, state in match.rounds.items() if len(legal(state)) > 1]
    if not waiting:
        return ()
    number = setting.chance.choice(waiting)
    command = setting.chance.choice(legal(match.rounds[number]))
    return play(match, number, command, "player", setting.seed)
