from random import Random

import pytest

from games.drawing.board import COARSE, FINE, Board, Lying, seen
from games.drawing.escape import LOST, depth
from games.drawing.poses import Pose, clear, pose
from games.drawing.tips import Tip
from games.engine import Tile


def anywhere(chance: Random) -> Pose:
    return pose(chance.uniform(-4, 4), chance.uniform(-4, 4), chance.randrange(0, 360, 15))


def test_tiles_whose_cells_do_not_meet_overlap_by_a_corner_at_most() -> None:
    chance = Random(1)
    met = 0
    for _ in range(600):
        one, other = anywhere(chance), anywhere(chance)
        if FINE.under(one) & FINE.under(other):
            met += 1
        else:
            assert clear(one, (other,), -0.15)
    assert 60 < met < 500


@pytest.mark.parametrize("board", [FINE, COARSE])
def test_a_tile_beyond_the_board_takes_no_cell(board: Board) -> None:
    assert board.under(pose(0, 0, 0))
    assert not board.under(pose(500, 0, 0))


def test_a_window_shows_the_tiles_round_its_middle_as_a_whole_and_no_others() -> None:
    tile = Lying.of(pose(3.2, -31.4, 30))
    whole = tile.mask.bit_count()
    assert whole > 30
    for right, down in ((0, 0), (24, -24), (-24, 24)):
        assert seen((tile,), tile.column + right, tile.row + down).bit_count() == whole
    assert not seen((tile,), tile.column + 25, tile.row)
    assert not seen((tile,), tile.column, tile.row - 25)


def test_an_end_walled_in_on_all_sides_is_shut() -> None:
    end = pose(0, 0, 0)
    wall = [pose(5, y, 90) for y in (-4, -2, 0, 2, 4)]
    wall += [pose(x, y, 0) for x in (-4, -2, 0, 2, 4) for y in (-5, 5)]
    wall += [pose(-5, y, 90) for y in (-4, -2, 0, 2, 4)]
    blocked = COARSE.under(end)
    for tile in wall:
        blocked |= COARSE.under(tile)
    doors = Tip.of(Tile(1, 2), end).doors
    assert depth([doors], blocked, -6, -6, 6, 6) >= LOST
    assert 0 < depth([doors], COARSE.under(end), -6, -6, 6, 6) < LOST
