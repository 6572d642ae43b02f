from itertools import combinations, islice

from games.drawing.ground import Ground
from games.drawing.growth import Growth
from games.drawing.poses import Pose, clear, pose
from games.drawing.room import Room, linked
from games.drawing.tips import NO_FOOT
from games.engine import Placement, Tile
from tests.games.drawing.rounds import played

Setting = tuple[str, int, int, int]

CROWDED: Setting = ("trains", 9, 6, 20906)
"""A round in which an end next to a new foot would have no room for its own."""


def ground(*tiles: Pose) -> Ground:
    laid = Ground()
    for tile in tiles:
        laid.take(tile)
    return laid


END = pose(0, 0, 0)
SHUT_IN = [END, pose(2.1, 0, 90), pose(1.3, 1.6, 0), pose(1.3, -1.6, 0)]


def test_in_the_open_every_contact_of_a_line_is_free() -> None:
    options = list(Room(ground(END)).lines(END))
    assert len(options) > 250
    assert all(clear(tile, (END,)) for _, (tile,) in options)


def test_a_foot_found_overlaps_nothing_and_neither_do_its_tiles_each_other() -> None:
    wall = [END, pose(3, 2.6, 0), pose(3, -2.6, 0)]
    options = list(islice(Room(ground(*wall)).feet(END), 60))
    assert len(options) == 60
    for _, foot in options:
        assert len(foot) == 4
        assert all(clear(tile, wall) for tile in foot)
        assert all(clear(a, (b,)) for a, b in combinations(foot, 2))


def test_the_first_toes_found_are_those_that_look_best() -> None:
    double = pose(0, 0, 0, crosswise=True)
    cost, toes = next(Room(ground(double)).toes(double))
    assert cost == 0
    assert len({toe.angle for toe in toes}) == 3


def test_an_end_that_is_shut_in_has_no_room_for_a_foot() -> None:
    assert next(Room(ground(*SHUT_IN)).feet(END), None) is None


def test_a_link_leads_out_to_the_nearest_free_place() -> None:
    walls = ground(*SHUT_IN)
    foot, begin = linked(walls, END, crosswise=True)
    assert begin == (1, 0)
    assert walls.has_room(foot)
    assert abs(complex(foot[0].x, foot[0].y)) < 8


def test_on_a_crowded_table_a_tile_leaves_room_to_the_end_beside_it() -> None:
    state = played(*CROWDED)
    growth = Growth(state.rules.arms)
    for placement in state.placements:
        growth.add(placement)
    assert all(place.link is None for place in growth.places)


def test_what_is_kept_at_a_crowded_end_is_room_for_its_double() -> None:
    state = played("trains", 9, 4, 20054)
    growth = Growth(state.rules.arms)
    crowded = 0
    for placement in state.placements:
        growth.add(placement)
        for tip, keep in () if growth.foot else growth.keeps.items():
            if keep.want == NO_FOOT and len(keep.tiles) == 4:
                crowded += 1
                after = growth.copy()
                after.add(Placement(Tile(tip.pips, tip.pips), tip.tile, None))
                assert after.places[-1].link is None
    assert crowded
