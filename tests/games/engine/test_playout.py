"""The fast playout tells the same as the rules do: every step of it, in any match."""

from collections import Counter
from collections.abc import Hashable
from random import Random

import pytest
from hypothesis import given, settings

from games.engine import (
    RoundState,
    TileDrawn,
    TilePlayed,
    TurnPassed,
    decide,
    legal,
    points,
    resolve,
    table,
)
from games.engine.evolve import moved
from games.engine.playout import Playout
from games.engine.settle import forced

from .matches import Setting, settings_of_matches, steps

some = settings(max_examples=8)


def facts(playout: Playout) -> Hashable:
    """Return all that a working copy holds; the order of its open ends is of no account."""
    found = {name: getattr(playout, name) for name in Playout.__slots__}
    return str(found | {name: sorted(found[name]) for name in ("_far", "_open")})


def following(state: RoundState) -> list[RoundState]:
    """Return the round after each event that may come next, by the rules."""
    due = forced(state)
    if due is not None:
        return [moved(state, due)]
    return [moved(state, decide(state, command)[0]) for command in legal(state)]


def stepped(state: RoundState, number: int, ways: int) -> Playout:
    """Return a working copy after the step that this one of so many equal chances picks."""
    playout = Playout.of(state)
    playout.step(lambda: (number + 0.5) / ways)
    return playout


def hold_against(state: RoundState) -> None:
    """Hold every next step of a working copy, and how likely it is, against the rules."""
    playout = Playout.of(state)
    assert playout.over == (state.phase == "over")
    if playout.over:
        assert playout.run(Random(1).random) == points(state)
        return
    after = following(state)
    assert Counter(facts(Playout.of(state)) for state in after) == Counter(
        facts(stepped(state, number, len(after))) for number in range(len(after))
    )


def hold_a_match_against(setting: Setting) -> None:
    for _, (event, _), match in steps(setting):
        if isinstance(event, TileDrawn | TilePlayed | TurnPassed):
            hold_against(match.rounds[event.round])


@some
@given(settings_of_matches(highest=(6, 9)))
def test_every_step_is_one_that_the_rules_allow_and_as_likely_as_any_other(
    setting: Setting,
) -> None:
    hold_a_match_against(setting)


@pytest.mark.proof
@settings(some, max_examples=100)
@given(settings_of_matches())
def test_every_step_is_one_that_the_rules_allow_in_very_many_matches(setting: Setting) -> None:
    hold_a_match_against(setting)


@pytest.mark.parametrize("preset", ["trains", "four-arms"])
def test_a_playout_ends_with_points_and_leaves_the_state_alone(preset: str) -> None:
    rules = resolve(preset, 4, rounds=1)
    for step in steps(Setting(rules, 4, bytes(32), Random(3))):
        for state in step.after.rounds.values():
            before = str(state)
            scores = Playout.of(state).run(Random(1).random)
            assert scores == Playout.of(state).run(Random(1).random)
            assert str(state) == before
            if state.reason == "out":
                assert min(scores) == 0


def test_a_playout_can_begin_without_a_state() -> None:
    state = table("9-9: 9-4 9-1 | 9-4: 4-4", hand="4-5 1-5", others=["4-7", "0-4"], yard="2-3")
    loose = list(state.table.loose.values())
    playout = Playout(
        state.rules, state.hands, state.yard, 0, far=loose, foot=state.foot, room=state.table.room
    )
    assert facts(playout) == facts(Playout.of(state))
