"""How long a match takes, as R10 says it of four players and ten rounds."""

import pytest

from games import engine
from games.queries import estimates


def days(seats: int, people: int, preset: str = "trains", **options: object) -> int:
    return estimates.days(engine.resolve(preset, seats, **options), seats, people)


def test_four_people_and_ten_rounds() -> None:  # R10
    assert days(4, 4) == 140
    assert days(4, 4, pace="side_by_side") == 17


def test_bots_make_a_match_faster() -> None:
    assert days(4, 3) < days(4, 4)
    assert days(4, 2, pace="side_by_side") < days(4, 4, pace="side_by_side")
    assert days(4, 1) == 0


def test_one_round_takes_the_same_in_both_paces() -> None:
    assert days(4, 4, rounds=1) == days(4, 4, rounds=1, pace="side_by_side")


@pytest.mark.parametrize("seats", range(2, 13))
def test_there_is_an_estimate_for_every_table(seats: int) -> None:
    assert days(seats, seats, "four-arms", pace="side_by_side") > 0
    if seats <= 8:
        assert days(seats, seats) > days(seats, seats, pace="side_by_side")


def test_larger_sets_take_longer() -> None:
    assert days(4, 4, "four-arms", highest=12) > days(4, 4, "four-arms", highest=9)


@pytest.mark.parametrize(
    ("preset", "seats", "rounds", "in_turn", "side_by_side"),
    [
        ("trains", 2, 10, 154.1, 18.2),
        ("trains", 4, 3, 42.1, 15.9),
        ("trains", 6, 10, 117.4, 15.1),
        ("four-arms", 3, 3, 37.7, 15.3),
        ("four-arms", 4, 10, 121.8, 18.2),
        ("four-arms", 5, 10, 125.0, 17.1),
    ],
)
def test_estimates_are_near_to_what_pace_has_measured(
    preset: str, seats: int, rounds: int, in_turn: float, side_by_side: float
) -> None:
    assert days(seats, seats, preset, rounds=rounds) == pytest.approx(in_turn, rel=0.08)
    beside = days(seats, seats, preset, rounds=rounds, pace="side_by_side")
    assert beside == pytest.approx(side_by_side, rel=0.12)
