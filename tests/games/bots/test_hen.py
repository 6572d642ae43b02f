"""The hen: what it chooses, and that it sees a view and nothing more."""

from random import Random

import pytest

from games.bots import BOTS
from games.bots.hen import choose
from games.engine import (
    MatchState,
    PassTurn,
    PlaceTile,
    RoundState,
    SeatView,
    Tile,
    evolve,
    legal,
    play,
    resolve,
    settle,
    start,
    table,
    view,
)
from tests.games.engine.matches import Setting, first_event


def seen(state: RoundState) -> SeatView:
    match = MatchState(state.rules, state.seats, (), "", {state.round: state}, {})
    return view(match, state.round, state.turn)


def test_the_heaviest_tile_goes_first() -> None:
    state = table("9-9: 4-9 1-9", hand="1-2 1-8 0-4", arms=2)
    assert choose(seen(state)) == PlaceTile(0, Tile(1, 8), Tile(1, 9))


def test_the_double_blank_is_as_heavy_as_its_points() -> None:
    state = table("0-0: 0-1 0-2 | 0-1: 1-9 | 0-2: 2-8", hand="8-9 1-2 2-3", double_blank=50)
    assert choose(seen(state)).tile is Tile(8, 9)
    state = table("5-5: 0-5 1-5", hand="0-0 0-9 1-8", arms=2, double_blank=50)
    assert choose(seen(state)).tile is Tile(0, 0)


def test_a_double_without_a_toe_in_the_hand_waits() -> None:
    state = table("9-9: 4-9 1-9", hand="4-4 1-5", arms=2)
    assert choose(seen(state)).tile is Tile(1, 5)


def test_a_double_with_a_toe_in_the_hand_is_played() -> None:
    state = table("9-9: 4-9 1-9", hand="4-4 4-6 1-8", arms=2)
    assert choose(seen(state)).tile is Tile(4, 4)


def test_of_two_places_the_one_that_keeps_the_hand_playable_is_taken() -> None:
    state = table("9-9: 4-9 1-9", hand="1-4 4-8", arms=2)
    assert choose(seen(state)) == PlaceTile(0, Tile(4, 8), Tile(4, 9))
    state = table("9-9: 4-9 1-9", hand="1-4 2-4 3-4", arms=2)
    assert choose(seen(state)).tile is Tile(3, 4)


def test_a_drawn_tile_is_rather_played_than_kept() -> None:
    state = table("9-9: 4-9 1-9", hand="2-3 1-5", drawn="1-5", arms=2)
    assert PassTurn(0) in legal(state)
    assert choose(seen(state)) == PlaceTile(0, Tile(1, 5), Tile(1, 9))


def test_there_must_be_a_choice() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        choose(seen(table("9-9: 4-9 1-9", hand="2-3", arms=2)))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("preset", ["trains", "four-arms"])
def test_every_bot_plays_whole_matches_by_the_rules(bot: str, preset: str) -> None:
    rules = resolve(preset, 4, rounds=2)
    setting = Setting(rules, 4, bytes(32), Random(0))
    match = start(first_event(setting))
    due = settle(match, setting.seed)
    while due:
        for caused in due:
            match = evolve(match, caused.event)
        waiting = [state for state in match.rounds.values() if len(legal(state)) > 1]
        due = ()
        if waiting:
            (state,) = waiting
            command = BOTS[bot].choose(view(match, state.round, state.turn))
            due = play(match, state.round, command, "bot", setting.seed)
    assert match.ended == "ended"
