"""What holds for every bot: it plays by the rules, from its seat's view, and always the same."""

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import BOTS, rooster
from games.engine import Command, SeatView, choice, resolve, view
from tests.games.bots.positions import choices
from tests.games.engine.matches import Setting, settings_of_matches
from tests.games.engine.test_visibility import shuffled_unseen

some = settings(max_examples=8)
SMALL = 12


def ask(bot: str, seen: SeatView) -> Command:
    return rooster.choose(seen, budget=SMALL) if bot == "rooster" else BOTS[bot].choose(seen)


@some
@given(settings_of_matches())
def test_bots_choose_what_is_legal(setting: Setting) -> None:
    for choosing in choices(setting, every=9):
        for bot in BOTS:
            assert ask(bot, choosing.view) in choosing.view.legal


@some
@given(settings_of_matches(highest=(6, 9)), st.data())
def test_two_worlds_that_look_the_same_are_played_the_same(
    setting: Setting, data: st.DataObject
) -> None:  # R8.5
    for choosing in list(choices(setting, every=7))[:12]:
        match, number, seen, history = choosing
        other = shuffled_unseen(match.rounds[number], seen.seat, data)
        if choice(other) != seen.seat:
            continue
        altered = match._replace(rounds={**match.rounds, number: other})
        again = view(altered, number, seen.seat, history)
        for bot in BOTS:
            assert ask(bot, again) == ask(bot, seen)


ASK = """
from tests.games.bots.test_bots import first_views, ask
from games.bots import BOTS
print([ask(bot, seen) for seen in first_views() for bot in BOTS])
"""


def first_views() -> list[SeatView]:
    setting = Setting(resolve("four-arms", 3, rounds=1), 3, bytes(32), Random(4))
    return [choosing.view for choosing in choices(setting)][:6]


def test_every_process_chooses_the_same() -> None:
    mine = [ask(bot, seen) for seen in first_views() for bot in BOTS]
    for seed in ("1", "2"):
        told = subprocess.run(
            [sys.executable, "-c", ASK],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.strip() == str(mine)


@pytest.mark.parametrize("bot", BOTS)
def test_there_must_be_a_choice(bot: str) -> None:
    waits = replace(first_views()[0], legal=())
    with pytest.raises(ValueError, match="nothing to choose"):
        BOTS[bot].choose(waits)


def test_only_the_rooster_thinks() -> None:
    assert [name for name, bot in BOTS.items() if bot.thinks] == ["rooster"]
    assert [bot.name for bot in BOTS.values()] == list(BOTS)
