"""Who leaves plans: they are for the table as it was left, and where none can go it asks."""

from games.bots.hen import choose
from games.bots.planner import Planner, after, plan
from games.engine import MatchState, PlaceTile, RoundState, SeatView, Tile, Wish, table, view


def seen(state: RoundState) -> SeatView:
    match = MatchState(state.rules, state.seats, (), "", {state.round: state}, {})
    return view(match, state.round, state.turn)


def test_a_plan_is_for_the_table_as_the_move_leaves_it() -> None:
    state = table("9-9: 4-9 1-9", hand="1-8 7-8 4-5 2-3", arms=2)
    left = after(seen(state), PlaceTile(0, Tile(1, 8), Tile(1, 9)))
    assert left.hand == (Tile(2, 3), Tile(4, 5), Tile(7, 8))
    assert plan(left) == [Wish(Tile(7, 8)), Wish(Tile(4, 5))]


def test_on_a_double_of_ones_own_only_toes_are_planned() -> None:
    state = table("9-9: 4-9 1-9", hand="4-4 4-5 1-8", arms=2)
    left = after(seen(state), PlaceTile(0, Tile(4, 4), Tile(4, 9)))
    assert plan(left) == [Wish(Tile(4, 5))]


def test_a_choice_that_the_plan_makes_needs_no_visit() -> None:
    visits: list[bool] = []
    planner = Planner(choose, 2, visits.append)
    planner(seen(table("9-9: 4-9 1-9", hand="1-8 7-8 4-5 2-3", arms=2)))
    assert planner(seen(table("9-9: 4-9 1-9 | 1-9: 1-8", hand="7-8 4-5 2-3", arms=2))) == PlaceTile(
        0, Tile(7, 8), Tile(1, 8)
    )
    planner(seen(table("9-9: 2-9 3-9", hand="4-5 2-3", arms=2)))
    assert visits == [True, False, True]


def test_without_tiles_in_the_plan_every_choice_is_a_visit() -> None:
    visits: list[bool] = []
    planner = Planner(choose, 0, visits.append)
    for _ in range(3):
        planner(seen(table("9-9: 4-9 1-9", hand="1-8 7-8 4-5 2-3", arms=2)))
    assert visits == [True] * 3
