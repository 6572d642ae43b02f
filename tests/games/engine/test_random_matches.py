"""What holds in every match, whatever its options and its players' choices."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

from games.engine import (
    Event,
    Hand,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    RoundState,
    Tile,
    TileDrawn,
    TilePlayed,
    TurnPassed,
    choice,
    legal,
    parse_event,
    ranks,
    replay,
    tile_set,
)
from games.engine.settle import forced

from .matches import Setting, first_event, settings_of_matches, steps

some = settings(max_examples=8)


def everywhere(state: RoundState) -> list[Tile]:
    lying = [placement.tile for placement in state.placements]
    held = [tile for hand in state.hands for tile in hand]
    aside = [] if state.rules.opening == "holder" else [state.starter]
    return sorted({*lying, *aside}) + held + list(state.yard)


@some
@given(settings_of_matches())
def test_tiles_are_conserved(setting: Setting) -> None:
    for _, caused, after in steps(setting):
        if isinstance(caused.event, RoundDealt | TileDrawn | TilePlayed):
            state = after.rounds[caused.event.round]
            assert sorted(everywhere(state)) == list(tile_set(setting.rules.highest))


@some
@given(settings_of_matches())
def test_what_was_written_reads_back_to_the_same_state(setting: Setting) -> None:
    events: list[Event] = [first_event(setting)]
    after = None
    for step in steps(setting):
        events.append(step.caused.event)
        after = step.after
    read = [parse_event(event.type, event.to_data()) for event in events]
    assert read == events
    assert replay(enumerate(read, 1)) == after


@some
@given(settings_of_matches())
def test_every_match_ends_with_all_its_rounds_and_ranks(setting: Setting) -> None:
    *_, last = steps(setting)
    assert isinstance(last.caused.event, MatchEnded)
    assert sorted(last.after.points) == list(range(1, setting.rules.rounds + 1))
    rounds = list(last.after.points.values())
    assert last.after.totals == tuple(sum(scores) for scores in zip(*rounds, strict=True))
    assert last.after.ranks == ranks(rounds, setting.rules)


@some
@given(settings_of_matches())
def test_one_double_at_most_is_unfilled_and_it_alone_is_open(setting: Setting) -> None:  # R4.4
    for step in steps(setting):
        for state in step.after.rounds.values():
            joined = [placement.on for placement in state.placements]
            wanted = {
                tile: (state.rules.arms if tile is state.starter else 3) - joined.count(tile)
                for tile, _, _ in state.placements
                if tile.is_double
            }
            unfilled = {tile: room for tile, room in wanted.items() if room}
            assert min(wanted.values(), default=0) >= 0
            assert len(unfilled) <= 1
            if unfilled:
                assert {end.tile: end.room for end in state.ends} == unfilled


@some
@given(settings_of_matches())
def test_what_is_forced_is_never_asked_and_a_choice_never_forced(setting: Setting) -> None:  # R9
    for before, (event, cause), _ in steps(setting):
        match event:
            case TileDrawn() | TilePlayed() | TurnPassed():
                state = before.rounds[event.round]
                assert (forced(state) == event) == (cause == "forced")
                assert (choice(state) is None) == (cause == "forced")
            case _:
                assert cause == "system"


@some
@given(settings_of_matches())
def test_a_round_end_follows_the_event_that_ends_it(setting: Setting) -> None:  # R6
    history = list(steps(setting))
    for step, following in pairwise(history):
        number = getattr(step.caused.event, "round", None)
        due = [
            state for state in step.after.rounds.values() if state.reason and state.points is None
        ]
        assert len(due) <= 1
        if due:
            assert due[0].round == number
            assert isinstance(following.caused.event, RoundEnded)
            assert following.caused.event.round == number


@some
@given(settings_of_matches())
def test_blocked_is_when_nobody_can_play_or_draw(setting: Setting) -> None:  # R6.2
    for step in steps(setting):
        if isinstance(step.caused.event, RoundEnded) and step.caused.event.reason == "blocked":
            state = step.after.rounds[step.caused.event.round]
            ends = {end.pips for end in state.ends}
            held = [tile for hand in state.hands for tile in hand]
            assert all(hand for hand in state.hands)
            assert len(state.yard) <= state.rules.yard_reserve
            assert not any({tile.low, tile.high} & ends for tile in held)


@some
@given(settings_of_matches(highest=(6, 9)))
def test_nobody_who_can_play_draws_and_nobody_draws_twice(setting: Setting) -> None:  # R3.2, R3.3
    for before, (event, _), after in steps(setting):
        if isinstance(event, TileDrawn) and before.rounds[event.round].phase == "play":
            state = before.rounds[event.round]
            assert not legal(state)
            assert state.drawn is None
            assert not state.fitting(state.hands[event.seat])
            assert after.rounds[event.round].hands[event.seat] == Hand(
                state.hands[event.seat] | event.tile.bit
            )


@pytest.mark.proof
@pytest.mark.parametrize(
    "holds",
    [
        test_tiles_are_conserved,
        test_what_was_written_reads_back_to_the_same_state,
        test_every_match_ends_with_all_its_rounds_and_ranks,
        test_one_double_at_most_is_unfilled_and_it_alone_is_open,
        test_what_is_forced_is_never_asked_and_a_choice_never_forced,
        test_a_round_end_follows_the_event_that_ends_it,
        test_blocked_is_when_nobody_can_play_or_draw,
        test_nobody_who_can_play_draws_and_nobody_draws_twice,
    ],
)
def test_it_holds_in_very_many_matches(holds: Any) -> None:
    many = settings(some, max_examples=200)
    many(given(settings_of_matches())(holds.hypothesis.inner_test))()
    assert holds.hypothesis.inner_test
