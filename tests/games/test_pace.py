"""Players who look in at fixed hours, laid over rounds that have been played."""

from collections.abc import Sequence
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import pace
from games.management.commands import pace as command
from games.pace import HABITS, Habit, Match, Player, Took, take

MONDAY, FRIDAY = 0, 4
DAILY = HABITS["daily"]


@pytest.mark.parametrize(
    ("since", "looks_in"), [(0.0, 0.25), (0.25, 0.25), (0.26, 0.75), (0.8, 1.25), (3.0, 3.25)]
)
def test_who_looks_in_twice_a_day(since: float, looks_in: float) -> None:
    assert Player((0.25, 0.75), MONDAY, at_weekends=True).looks_in(since) == looks_in


def test_who_is_away_at_weekends_looks_in_on_monday() -> None:
    player = Player((0.5,), FRIDAY, at_weekends=False)
    assert [player.looks_in(since) for since in (0.0, 0.6, 2.0, 3.6)] == [0.5, 3.5, 3.5, 4.5]


def took(rounds: Sequence[tuple[int, ...]], how: str, seats: int = 2, habit: Habit = DAILY) -> Took:
    match = Match(tuple(rounds), 10 * len(rounds))
    return take([match], seats, len(rounds), how, habit, times=5, seed=3)


def test_choices_that_come_back_at_once_are_made_at_one_visit() -> None:
    alone = took([(0, 0, 0)], "in_turn")
    assert alone.days < 1
    assert (alone.visits, alone.choices) == (0.5, 1.5)


def test_side_by_side_one_visit_serves_every_round() -> None:
    rounds = [(0, 1)] * 4
    assert took(rounds, "side_by_side").visits == 1
    assert took(rounds, "side_by_side").days < 2
    assert took(rounds, "in_turn").visits > 2
    assert took(rounds, "in_turn").choices == took(rounds, "side_by_side").choices == 4


def test_one_round_takes_the_same_in_both_paces() -> None:
    rounds = [(0, 1, 0, 1, 1)]
    assert took(rounds, "in_turn") == took(rounds, "side_by_side")


def test_weekends_off_take_longer_and_two_visits_shorter() -> None:
    rounds = [(0, 1, 2) * 5] * 3
    daily, twice, workdays = (
        took(rounds, "in_turn", 3, HABITS[name]).days for name in ("daily", "twice", "workdays")
    )
    assert twice < daily < workdays


def test_rounds_that_were_played_have_choices_for_everybody() -> None:
    (match,) = pace.play_matches("trains", 4, "chick", 1, [0])
    assert len(match.rounds) == 10
    assert {seat for choices in match.rounds for seat in choices} == {0, 1, 2, 3}
    assert match.events > 300


def test_plans_save_visits_and_change_no_rule() -> None:
    (by_hand,), (planned,) = (pace.play_matches("trains", 4, "hen", 1, [0], n) for n in (0, 2))
    assert sum(map(len, planned.rounds)) < 0.8 * sum(map(len, by_hand.rounds))
    assert all(planned.rounds)


def test_the_command_prints_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "SEATS", (2,))
    monkeypatch.setattr(command, "PRESETS", ("trains",))
    said = StringIO()
    call_command("pace", "--matches", "1", "--times", "2", "--processes", "1", stdout=said)
    lines = said.getvalue().splitlines()
    assert [line.split()[:3] for line in lines[2:]] == [
        ["trains", "2", n] for n in ("1", "3", "10")
    ]
    with pytest.raises(CommandError, match="no bot"):
        call_command("pace", "--bot", "fox")


@pytest.mark.parametrize(
    "asked",
    [
        ["--matches", "0"],
        ["--times", "-1"],
        ["--plans", "-1"],
        ["--processes", "0"],
        ["--seats", "9"],
        ["--seed", "x"],
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(asked: list[str]) -> None:
    with pytest.raises(CommandError, match=asked[0]):
        call_command("pace", *asked)
