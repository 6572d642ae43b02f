"""R6 and R7: the end of a round, points and ranks."""

import pytest

from games.engine import PlaceTile, RoundState, Tile, decide, points, ranks, resolve, table
from games.engine.evolve import moved


def after(state: RoundState, tile: Tile, on: Tile) -> RoundState:
    (event,) = decide(state, PlaceTile(state.turn, tile, on))
    return moved(state, event)


def test_the_last_tile_ends_the_round() -> None:  # R6.1
    state = table("9-9: 4-9 1-9", hand="1-5", others=["5-6"], arms=2)
    state = after(state, Tile(1, 5), Tile(1, 9))
    assert (state.reason, state.phase, points(state)) == ("out", "over", (0, 11))


def test_a_double_without_toes_may_be_the_last_tile() -> None:  # R6.1
    state = table("9-9: 4-9 1-9", hand="4-4", others=["4-6"], yard="0-0", arms=2)
    assert after(state, Tile(4, 4), Tile(4, 9)).reason == "out"


def test_going_out_goes_before_a_block() -> None:  # R6.1
    state = table("9-9: 4-9 1-9", hand="1-5", others=["2-2"], yard="", arms=2)
    assert after(state, Tile(1, 5), Tile(1, 9)).reason == "out"


def test_a_play_after_which_nobody_can_play_or_draw_blocks() -> None:  # R6.2
    state = table(
        "9-9: 4-9 1-9", hand="1-4 2-3", others=["1-1"], yard="0-0", yard_reserve=1, arms=2
    )
    assert state.drawable == 0
    assert state.reason is None
    blocked = after(state, Tile(1, 4), Tile(1, 9))
    assert (blocked.reason, blocked.turn) == ("blocked", 1)


def test_drawing_stops_at_the_reserve() -> None:  # R5
    state = table("9-9: 4-9 1-9", hand="1-4", yard="0-0 0-1 0-2", yard_reserve=2, arms=2)
    assert state.drawable == 1


@pytest.mark.parametrize(("blank", "scored"), [(0, (5, 0)), (50, (5, 50))])
def test_everybody_scores_the_pips_left(blank: int, scored: tuple[int, int]) -> None:  # R7.1
    state = table("9-9: 4-9 1-9", hand="2-3", others=["0-0"], yard="", arms=2, double_blank=blank)
    assert state.reason == "blocked"
    assert points(state) == scored


def test_the_lowest_total_wins_and_a_shared_rank_skips_the_next() -> None:  # R7.2, R7.3
    rules = resolve("trains", 4)
    assert ranks([(1, 5, 5, 9)], rules) == (1, 2, 2, 4)


def test_equal_totals_share_the_rank_in_trains() -> None:  # R7.3
    assert ranks([(0, 5), (10, 5)], resolve("trains", 2)) == (1, 1)


def test_more_rounds_without_points_rank_higher() -> None:  # R7.3
    assert ranks([(0, 5), (10, 5)], resolve("four-arms", 2)) == (1, 2)


def test_then_the_lower_smallest_round_ranks_higher() -> None:  # R7.3
    assert ranks([(4, 5), (6, 5)], resolve("four-arms", 2)) == (1, 2)
    assert ranks([(0, 0), (4, 5), (6, 5)], resolve("four-arms", 2)) == (1, 2)


def test_what_is_still_equal_shares_the_rank() -> None:  # R7.3
    assert ranks([(4, 6), (6, 4)], resolve("four-arms", 2)) == (1, 1)
    assert ranks([(0, 0)], resolve("four-arms", 2)) == (1, 1)
