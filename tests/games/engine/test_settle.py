"""R9 and R10: what happens without anybody's choice, and the two paces."""

from random import Random

import pytest

from games.engine import (
    Caused,
    MatchEnded,
    MatchOnPause,
    MatchOver,
    MatchState,
    PassTurn,
    PlaceTile,
    RoundDealt,
    RoundEnded,
    RoundNotDealt,
    RoundOver,
    choice,
    evolve,
    legal,
    play,
    resolve,
    settle,
    start,
)

from .matches import Setting, first_event, steps

SEED = bytes(range(32))


def a_setting(preset: str = "trains", seats: int = 3, **options: object) -> Setting:
    return Setting(resolve(preset, seats, **options), seats, SEED, Random(1))


def fold(match: MatchState, events: tuple[Caused, ...]) -> MatchState:
    for event, _ in events:
        match = evolve(match, event)
    return match


def test_a_bare_match_is_dealt_up_to_the_first_choice() -> None:  # R9
    bare = start(first_event(a_setting(rounds=2)))
    due = settle(bare, SEED)
    assert isinstance(due[0].event, RoundDealt)
    assert due[0].cause == "system"
    match = fold(bare, due)
    assert list(match.rounds) == [1]
    assert choice(match.rounds[1]) is not None
    assert settle(match, SEED) == ()


def test_in_turn_a_round_is_dealt_when_the_one_before_has_ended() -> None:  # R10.1
    dealt_after = [
        len(step.before.points)
        for step in steps(a_setting(rounds=3))
        if isinstance(step.caused.event, RoundDealt)
    ]
    assert dealt_after == [0, 1, 2]


def test_side_by_side_all_rounds_are_dealt_at_the_start_and_in_order() -> None:  # R10.2
    bare = start(first_event(a_setting(pace="side_by_side", rounds=4)))
    due = settle(bare, SEED)
    dealt = [event.round for event, _ in due if isinstance(event, RoundDealt)]
    assert dealt == [1, 2, 3, 4]
    assert {cause for _, cause in due} <= {"system", "forced"}


def test_side_by_side_a_move_touches_its_round_alone() -> None:  # R10.2
    setting = a_setting(pace="side_by_side", rounds=3)
    bare = start(first_event(setting))
    match = fold(bare, settle(bare, SEED))
    command = legal(match.rounds[2])[0]
    after = fold(match, play(match, 2, command, "player", SEED))
    assert after.rounds[1] is match.rounds[1]
    assert after.rounds[3] is match.rounds[3]
    assert after.rounds[2] != match.rounds[2]


def test_side_by_side_the_other_rounds_need_not_be_loaded() -> None:
    setting = a_setting(pace="side_by_side", rounds=3)
    bare = start(first_event(setting))
    match = fold(bare, settle(bare, SEED))
    alone = match._replace(rounds={2: match.rounds[2]})
    command = legal(match.rounds[2])[0]
    assert play(alone, 2, command, "bot", SEED) == play(match, 2, command, "bot", SEED)


def test_a_command_comes_with_its_cause_and_all_that_it_forces() -> None:  # R9
    bare = start(first_event(a_setting()))
    match = fold(bare, settle(bare, SEED))
    command = legal(match.rounds[1])[0]
    caused, *forced = play(match, 1, command, "plan", SEED)
    assert caused.cause == "plan"
    assert {cause for _, cause in forced} <= {"forced", "system"}
    assert settle(fold(match, (caused, *forced)), SEED) == ()


def test_the_match_ends_with_its_last_round() -> None:  # R10.2
    for pace in ("in_turn", "side_by_side"):
        *_, before, last = steps(a_setting(pace=pace, rounds=2))
        assert isinstance(before.caused.event, RoundEnded)
        assert isinstance(last.caused.event, MatchEnded)
        assert last.caused.event.seed == SEED.hex()
        assert settle(last.after, SEED) == ()


def test_a_pause_holds_everything() -> None:
    bare = start(first_event(a_setting()))
    assert settle(bare._replace(paused=True), SEED) == ()
    match = fold(bare, settle(bare, SEED))._replace(paused=True)
    with pytest.raises(MatchOnPause):
        play(match, 1, legal(match.rounds[1])[0], "player", SEED)


def test_a_move_in_a_round_that_is_not_played_is_refused() -> None:
    bare = start(first_event(a_setting()))
    match = fold(bare, settle(bare, SEED))
    with pytest.raises(RoundNotDealt):
        play(match, 2, PassTurn(0), "player", SEED)
    with pytest.raises(RoundOver):
        play(match._replace(points={1: (0, 1, 2)}), 1, PassTurn(0), "player", SEED)
    with pytest.raises(MatchOver):
        play(match._replace(ended="abandoned"), 1, PassTurn(0), "player", SEED)


def test_a_seat_is_asked_only_with_two_commands_or_more() -> None:  # R9
    for step in steps(a_setting("four-arms", 4, rounds=1)):
        if step.caused.cause == "player":
            state = step.before.rounds[1]
            assert choice(state) == state.turn
            assert len(legal(state)) > 1
            assert all(isinstance(command, PlaceTile | PassTurn) for command in legal(state))
