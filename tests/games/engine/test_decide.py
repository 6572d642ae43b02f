"""R3 and R4: a turn, and the table."""

import pytest

from games.engine import (
    DrawFirst,
    DrawnTileOnly,
    EndsDoNotMatch,
    FootUnfinished,
    NoSuchEnd,
    NotYourTurn,
    PassNotAllowed,
    PassTurn,
    PlaceTile,
    RoundOver,
    RoundState,
    RuleViolation,
    StarterUnfilled,
    Tile,
    TileNotInHand,
    TilePlayed,
    TurnPassed,
    decide,
    legal,
    table,
    write,
)
from games.engine.evolve import moved
from games.engine.settle import forced


def place(state: RoundState, tile: Tile, on: Tile | None) -> RoundState:
    (event,) = decide(state, PlaceTile(state.turn, tile, on))
    return moved(state, event)


def refusal(state: RoundState, tile: Tile, on: Tile | None) -> type[RuleViolation]:
    with pytest.raises(RuleViolation) as caught:
        decide(state, PlaceTile(0, tile, on))
    return type(caught.value)


def test_a_tile_is_joined_to_an_end_with_equal_pips() -> None:  # R3.1
    state = table("9-9: 4-9 1-9", hand="1-5 5-6", arms=2)
    command = PlaceTile(0, Tile(1, 5), Tile(1, 9))
    assert decide(state, command) == (TilePlayed(1, 0, Tile(1, 5), Tile(1, 9)),)
    assert refusal(state, Tile(5, 6), Tile(1, 9)) is EndsDoNotMatch


def test_turns_go_up_the_seats_and_round_again() -> None:  # R3.1
    state = table("9-9: 4-9 1-9", hand="1-5 2-2", others=["5-6 2-4", "6-7 2-5"], arms=2)
    turns = [state.turn]
    for tile, on in [((1, 5), (1, 9)), ((5, 6), (1, 5)), ((6, 7), (5, 6))]:
        state = place(state, Tile(*tile), Tile(*on))
        turns.append(state.turn)
    assert turns == [0, 1, 2, 0]


def test_who_is_not_to_move_is_told_whose_turn_it_is() -> None:  # R3.1
    state = table("9-9: 4-9 1-9", hand="1-5", arms=2)
    with pytest.raises(NotYourTurn) as caught:
        decide(state, PassTurn(1))
    assert caught.value.params == {"seat": 1, "turn": 0}


def test_a_tile_is_played_from_the_hand() -> None:  # R3.1
    state = table("9-9: 4-9 1-9", hand="1-5", arms=2)
    assert refusal(state, Tile(1, 6), Tile(1, 9)) is TileNotInHand


def test_who_can_play_may_not_pass() -> None:  # R3.2
    state = table("9-9: 4-9 1-9", hand="1-5", yard="0-0", arms=2)
    with pytest.raises(PassNotAllowed):
        decide(state, PassTurn(0))


def test_who_cannot_play_draws_before_passing() -> None:  # R3.3
    state = table("9-9: 4-9 1-9", hand="2-3", yard="0-0", arms=2)
    with pytest.raises(DrawFirst):
        decide(state, PassTurn(0))
    assert legal(state) == ()
    drawn = forced(state)
    assert (drawn.type, drawn.seat, drawn.tile) == ("tile_drawn", 0, Tile(0, 0))


def test_a_drawn_tile_that_fits_must_be_played() -> None:  # R3.3
    state = table(
        "9-9: 4-9 1-9", hand="2-3 1-4", drawn="1-4", yard="0-0", arms=2, drawn_tile="must_play"
    )
    assert legal(state) == (
        PlaceTile(0, Tile(1, 4), Tile(1, 9)),
        PlaceTile(0, Tile(1, 4), Tile(4, 9)),
    )
    with pytest.raises(PassNotAllowed):
        decide(state, PassTurn(0))


def test_a_drawn_tile_that_fits_may_be_played_or_not() -> None:  # R3.3
    state = table("9-9: 4-9 1-9", hand="2-3 1-5", drawn="1-5", yard="0-0", arms=2)
    assert legal(state) == (PlaceTile(0, Tile(1, 5), Tile(1, 9)), PassTurn(0))
    assert decide(state, PassTurn(0)) == (TurnPassed(1, 0),)


def test_only_the_drawn_tile_is_played_after_a_draw() -> None:  # R3.3
    state = table("9-9: 4-9 1-9", hand="2-3 1-5", drawn="1-5", yard="0-0", arms=2)
    assert refusal(state, Tile(2, 3), Tile(1, 9)) is DrawnTileOnly


@pytest.mark.parametrize("drawn_tile", ["must_play", "may_play"])
def test_a_drawn_tile_that_does_not_fit_ends_the_turn(drawn_tile: str) -> None:  # R3.3
    state = table(
        "9-9: 4-9 1-9",
        hand="2-3 0-0",
        drawn="0-0",
        others=["1-1"],
        yard="0-2",
        arms=2,
        drawn_tile=drawn_tile,
    )
    assert forced(state) == TurnPassed(1, 0)
    assert moved(state, TurnPassed(1, 0)).drawn is None


def test_who_cannot_play_nor_draw_passes() -> None:  # R3.4
    state = table("9-9: 4-9 1-9", hand="2-3", others=["1-1"], yard="", arms=2)
    assert legal(state) == (PassTurn(0),)
    assert forced(state) == TurnPassed(1, 0)


def test_the_starter_is_filled_before_any_other_end() -> None:  # R4.1
    state = table("9-9: 4-9 1-9", hand="1-5 2-9", arms=3)
    assert refusal(state, Tile(1, 5), Tile(1, 9)) is StarterUnfilled
    assert legal(state) == (PlaceTile(0, Tile(2, 9), Tile(9, 9)),)


def test_a_filled_starter_is_closed() -> None:  # R4.1
    state = table("9-9: 4-9 1-9", hand="2-9", others=["1-1"], arms=2)
    assert refusal(state, Tile(2, 9), Tile(9, 9)) is NoSuchEnd


def test_a_foot_is_finished_before_any_other_end() -> None:  # R4.2
    state = table("9-9: 9-4 9-1 | 9-4: 4-4", hand="1-5")
    with pytest.raises(FootUnfinished) as caught:
        decide(state, PlaceTile(seat=0, tile=Tile(1, 5), on=Tile(1, 9)))
    assert caught.value.foot is Tile(4, 4)
    assert caught.value.clause == "R4.2"


def test_the_third_toe_closes_a_double_and_opens_three_ends() -> None:  # R4.2
    state = table("9-9: 4-9 1-9 | 4-9: 4-4 | 4-4: 0-4 3-4", hand="4-6 1-2", others=["0-1"])
    assert [(end.tile, end.room) for end in state.ends] == [(Tile(4, 4), 1)]
    state = place(state, Tile(4, 6), Tile(4, 4))
    assert state.foot is None
    assert {(str(end.tile), end.pips) for end in state.ends} == {
        ("1-9", 1),
        ("0-4", 0),
        ("3-4", 3),
        ("4-6", 6),
    }


def test_a_tile_that_is_no_double_opens_its_far_end_alone() -> None:  # R4.3
    state = table("9-9: 4-9 1-9", hand="1-5 5-5", arms=2)
    state = place(state, Tile(1, 5), Tile(1, 9))
    assert {(str(end.tile), end.pips) for end in state.ends} == {("4-9", 4), ("1-5", 5)}
    covered = table("9-9: 4-9 1-9 | 1-9: 1-5", hand="1-1")
    assert refusal(covered, Tile(1, 1), Tile(1, 9)) is NoSuchEnd


def test_nothing_is_joined_to_a_tile_that_does_not_lie() -> None:  # R3.1
    state = table("9-9: 4-9 1-9", hand="1-5", arms=2)
    assert refusal(state, Tile(1, 5), Tile(1, 6)) is NoSuchEnd
    assert refusal(state, Tile(1, 5), None) is NoSuchEnd


def test_a_foot_that_nobody_can_finish_lets_everybody_draw_and_pass() -> None:  # R4.5
    state = table(
        "9-9: 4-9 1-9 | 4-9: 4-4", hand="1-5", others=["1-6"], yard="0-0 0-2", yard_reserve=0
    )
    seen = []
    while (event := forced(state)) is not None:
        seen.append((event.type, event.seat))
        state = moved(state, event)
    assert seen == [("tile_drawn", 0), ("turn_passed", 0), ("tile_drawn", 1)]
    assert state.reason == "blocked"


def test_nothing_is_played_when_the_round_is_over() -> None:  # R6
    state = table("9-9: 4-9 1-9", hand="2-3", others=["2-2"], yard="", arms=2)
    assert refusal(state, Tile(2, 3), Tile(1, 9)) is RoundOver


def test_legal_moves_come_by_tile_and_then_by_what_they_join() -> None:
    state = table("9-9: 4-9 1-9 | 4-9: 1-4", hand="1-6 1-1 1-5")
    assert [(str(command.tile), str(command.on)) for command in legal(state)] == [
        ("1-1", "1-4"),
        ("1-1", "1-9"),
        ("1-5", "1-4"),
        ("1-5", "1-9"),
        ("1-6", "1-4"),
        ("1-6", "1-9"),
    ]


def test_a_refusal_has_a_stable_code_a_clause_and_a_sentence() -> None:
    violation = EndsDoNotMatch(Tile(1, 5), Tile(4, 9), 4)
    assert (violation.code, violation.clause) == ("ends_do_not_match", "R3.1")
    assert str(violation) == "The tile 1-5 does not fit: the open end at 4-9 has 4."
    assert violation.message % violation.params == str(violation)


def test_deciding_changes_nothing() -> None:
    state = table("9-9: 4-9 1-9", hand="1-5", arms=2)
    before = (write(state), state.hands)
    place(state, Tile(1, 5), Tile(1, 9))
    assert (write(state), state.hands) == before
