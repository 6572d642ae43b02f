from random import Random

from games.drawing.board import Lying, seen
from games.drawing.poses import Pose, clear, pose


def anywhere(chance: Random) -> Pose:
    return pose(chance.uniform(-4, 4), chance.uniform(-4, 4), chance.randrange(0, 360, 15))


def test_tiles_whose_cells_do_not_meet_overlap_by_a_corner_at_most() -> None:
    chance = Random(1)
    met = 0
    for _ in range(600):
        one, other = anywhere(chance), anywhere(chance)
        if seen([Lying.of(one)], 0, 0) & seen([Lying.of(other)], 0, 0):
            met += 1
        else:
            assert clear(one, (other,), -0.15)
    assert 60 < met < 500


def test_a_window_shows_the_tiles_round_its_middle_as_a_whole_and_no_others() -> None:
    tile = Lying.of(pose(3.2, -31.4, 30))
    whole = tile.mask.bit_count()
    assert whole > 30
    for right, down in ((0, 0), (24, -24), (-24, 24)):
        assert seen((tile,), tile.column + right, tile.row + down).bit_count() == whole
    assert not seen((tile,), tile.column + 25, tile.row)
    assert not seen((tile,), tile.column, tile.row - 25)
