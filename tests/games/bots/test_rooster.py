"""The rooster: what it sees coming, and how it spends its budget."""

from dataclasses import replace

import pytest

from games.bots import rooster
from games.bots.dice import number_of
from games.engine import MatchState, PassTurn, PlaceTile, SeatView, Tile, table, view


def seen(text: str, **given: object) -> SeatView:
    state = table(text, **given)  # type: ignore[arg-type]
    match = MatchState(state.rules, state.seats, (), "", {state.round: state}, {})
    return view(match, state.round, state.turn)


OPEN = "9-9: 4-9 1-9"


def test_a_double_that_nobody_can_finish_waits_while_points_can_go() -> None:
    shown = seen(OPEN, hand="4-4 1-8 0-1", arms=2)
    assert rooster.choose(shown, budget=200) != PlaceTile(0, Tile(4, 4), Tile(4, 9))


def test_a_drawn_tile_may_be_kept_or_played() -> None:
    shown = seen(OPEN, hand="2-3 1-5", drawn="1-5", arms=2)
    assert PassTurn(0) in shown.legal
    assert rooster.choose(shown, budget=40) in shown.legal


def test_ends_with_the_same_pips_are_tried_once() -> None:
    asked: list[int] = []
    shown = seen("9-9: 4-9 5-9 | 4-9: 1-4 | 5-9: 1-5", hand="1-8 2-3", arms=2)
    assert len(shown.legal) == 2
    assert rooster.choose(shown, lambda: asked.append(1), budget=100) == shown.legal[0]
    assert not asked


@pytest.mark.parametrize("budget", [1, 10, 100])
def test_it_looks_at_no_more_worlds_than_it_may(budget: int) -> None:
    asked: list[int] = []
    shown = seen(OPEN, hand="1-2 1-8 0-4 4-6", arms=2)
    rooster.choose(shown, lambda: asked.append(1), budget=budget)
    stages = 2
    assert stages <= len(asked) <= max(stages, budget)


def test_whoever_calls_it_can_end_its_thinking() -> None:
    class Enough(Exception):
        pass

    def impatient() -> None:
        raise Enough

    with pytest.raises(Enough):
        rooster.choose(seen(OPEN, hand="1-8 4-6", arms=2), impatient)


def test_another_position_is_another_chance() -> None:
    shown = seen(OPEN, hand="1-8 4-6", arms=2)
    later = replace(shown, round=shown.round + 1)
    assert number_of(shown) != number_of(later)
