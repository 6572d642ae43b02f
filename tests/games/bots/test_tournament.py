"""Who plays better: a few deals always, the whole of issue 3's goals in the proof."""

import os
from io import StringIO
from multiprocessing import Pool

import pytest
from django.core.management import CommandError, call_command

from games.bots import tournament
from games.bots.tournament import Duel, chooser, dealt, duel, mean, meet, play_round
from games.engine import resolve

PROOF_BUDGET = 50
"""The rooster is held to its goal with an eighth of its budget: 2,000 deals of it take an hour."""
DEALS = 2_000


def met(preset: str, seats: int, pair: tuple[str, str], deals: range) -> list[tuple[float, float]]:
    rules = resolve(preset, seats)
    numbers = [(deal // rules.rounds, deal % rules.rounds + 1) for deal in deals]
    return [
        meet(rules, seats, pair, dealt(rules, seats, 1, match, number)) for match, number in numbers
    ]


def test_every_bot_plays_every_hand_of_a_deal_once() -> None:
    rules = resolve("trains", 3)
    first, second = meet(rules, 3, ("hen", "hen"), dealt(rules, 3, 1, 0, 1))
    played = play_round(rules, dealt(rules, 3, 1, 0, 1), [chooser("hen")] * 3)
    assert first == second == sum(played.points) / 3


def test_a_mean_says_how_sure_it_is() -> None:
    assert mean([1, 3, 1, 3]).value == 2
    assert 1.1 < mean([1, 3, 1, 3]).margin < 1.2
    assert str(mean([1, 1])) == "1.00 ± 0.00"


@pytest.mark.parametrize("preset", ["trains", "four-arms"])
def test_the_hen_plays_better_than_the_chick(preset: str) -> None:
    found = duel(met(preset, 4, ("chick", "hen"), range(20)))
    assert found.gain.value > 2
    assert found.second < found.first


@pytest.mark.parametrize("name", ["fox", "hen:50", "rooster:many", ""])
def test_there_are_no_other_bots(name: str) -> None:
    with pytest.raises(tournament.Unknown):
        chooser(name)
    with pytest.raises(CommandError, match="no bot"):
        call_command("tournament", "--bots", f"hen,{name}")


def told(*arguments: str) -> str:
    said = StringIO()
    call_command("tournament", *arguments, stdout=said)
    return said.getvalue()


def test_the_figures_do_not_depend_on_the_number_of_processes() -> None:
    asked = ["--bots", "chick,hen", "--rounds", "2", "--matches", "3", "--seats", "3"]
    alone = told(*asked, "--processes", "1")
    assert told(*asked, "--processes", "2") == alone
    assert told(*asked, "--seed", "2") != alone
    assert alone.count("±") == 2


def test_budgets_are_compared_over_the_same_deals() -> None:
    asked = ["--rounds", "1", "--matches", "2", "--seats", "4", "--preset", "trains"]
    lines = told("--bots", "hen", "--budgets", "4,8", *asked).splitlines()
    assert [line.split()[4] for line in lines[1:]] == ["rooster:4", "rooster:8"]
    assert len({line.split()[3] for line in lines[1:]}) <= 2


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(CommandError):
        call_command("tournament", "--seats", "9")


def _chunk(task: tuple[str, int, tuple[str, str], range]) -> list[tuple[float, float]]:
    return met(*task)


@pytest.mark.proof
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("preset", ["trains", "four-arms"])
@pytest.mark.parametrize(
    ("pair", "goal"), [(("chick", "hen"), 2), (("hen", f"rooster:{PROOF_BUDGET}"), 1)]
)
def test_each_bot_plays_better_than_the_one_before(
    preset: str, seats: int, pair: tuple[str, str], goal: int
) -> None:
    tasks = [(preset, seats, pair, range(n, n + 20)) for n in range(0, DEALS, 20)]
    with Pool(os.cpu_count()) as pool:
        found: Duel = duel([one for many in pool.imap(_chunk, tasks) for one in many])
    assert found.gain.value >= goal
    assert found.gain.value > found.gain.margin
