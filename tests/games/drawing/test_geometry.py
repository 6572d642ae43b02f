from collections.abc import Iterable
from itertools import combinations

import pytest

from games.drawing import Layout, Place, lay_out
from games.drawing.choosing import Choosing
from games.drawing.contacts import doubles, halves
from games.drawing.ground import Ground
from games.drawing.growth import Growth
from games.drawing.joints import TOES
from games.drawing.poses import clear, pose
from games.drawing.tips import Tip
from games.drawing.ways import fitting
from games.engine import RoundState, Tile, read
from tests.games.drawing.rounds import every_setting, part, played

Setting = tuple[str, int, int, int, int | None]

ROUNDS: list[Setting] = [
    ("trains", 9, 4, 1, None),
    ("trains", 9, 2, 2, 8),
    ("trains", 9, 8, 3, None),
    ("trains", 6, 3, 4, 3),
    ("four-arms", 9, 3, 5, None),
    ("four-arms", 12, 5, 6, None),
]


def laid(state: RoundState) -> Layout:
    return lay_out(state.placements, state.rules.arms)


def overlapping(layout: Layout) -> list[tuple[Tile, Tile]]:
    """Return the pairs of tiles that reach into each other."""
    return [
        (a.tile, b.tile) for a, b in combinations(layout.places, 2) if not clear(a.pose, (b.pose,))
    ]


def touches(place: Place, parent: Place) -> bool:
    """Tell whether the joined half touches the half (or the double) that it has to."""
    near = _outline(place, near=not place.pose.crosswise)
    to = _outline(parent, near=False)
    return min(_distance(a, to) for a in near) < 0.01 or min(_distance(b, near) for b in to) < 0.01


def _outline(place: Place, near: bool) -> list[tuple[float, float]]:
    """Return the corners of the half at the near or the far end; of a double all of it."""
    if place.pose.crosswise:
        return list(place.pose.corners)
    low, high = (-1, 0) if near else (0, 1)
    return [place.pose.ahead(x, y) for x, y in ((low, -0.5), (high, -0.5), (high, 0.5), (low, 0.5))]


def _distance(point: tuple[float, float], corners: list[tuple[float, float]]) -> float:
    """Return how far a point is from the edges of a box."""
    return min(
        _to_edge(point, corners[i], corners[(i + 1) % len(corners)]) for i in range(len(corners))
    )


def _to_edge(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    t = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
    return float(((px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2) ** 0.5)


@pytest.mark.parametrize("setting", ROUNDS)
def test_no_tiles_overlap(setting: Setting) -> None:
    assert overlapping(laid(played(*setting))) == []


@pytest.mark.parametrize("setting", ROUNDS)
def test_a_tile_touches_what_it_is_joined_to_at_equal_ends(setting: Setting) -> None:
    layout = laid(played(*setting))
    by_tile = {place.tile: place for place in layout.places}
    for place in layout.places:
        if place.on is not None and place.link is None:
            parent = by_tile[place.on]
            assert place.near == parent.far
            assert touches(place, parent), (place, parent)


@pytest.mark.parametrize("setting", ROUNDS[:3])
def test_a_tile_that_lies_does_not_move(setting: Setting) -> None:
    state = played(*setting)
    whole = laid(state)
    for number in range(1, len(state.placements), 5):
        assert laid(part(state, number)).places == whole.places[:number]


def test_doubles_lie_across_and_others_along() -> None:  # R4.2
    for place in laid(played()).places:
        assert place.pose.crosswise == place.tile.is_double


@pytest.mark.parametrize("arms", range(2, 9))
def test_the_starter_has_room_for_all_its_arms(arms: int) -> None:
    tiles = " ".join(f"{pips}-9" for pips in range(arms))
    layout = lay_out(read(f"9-9: {tiles}", arms).placements, arms)
    starter, *others = layout.places
    assert overlapping(layout) == []
    assert all(touches(place, starter) and place.link is None for place in others)


def test_more_arms_than_touch_the_starter_are_linked() -> None:
    tiles = " ".join(f"{pips}-12" for pips in range(12))
    layout = lay_out(read(f"12-12: {tiles}", 12).placements, 12)
    assert overlapping(layout) == []
    assert [place.link is not None for place in layout.places] == [False] * 9 + [True] * 4


def test_a_foot_shows_all_its_free_places() -> None:  # R4.2
    table = read("9-9: 4-9 1-9 | 4-9: 4-4 | 4-4: 2-4", arms=2)
    layout = lay_out(table.placements, 2)
    assert layout.foot == Tile(4, 4)
    assert [(spot.on, spot.pips) for spot in layout.spots] == [(Tile(4, 4), 4)] * 2


def test_a_toe_whose_double_lies_leaves_the_best_places_to_the_others() -> None:
    layout = lay_out(read("9-9: 4-9 1-9 | 4-9: 4-4", arms=2).placements, 2)
    best, *_, worst = (spot.pose for spot in layout.spots)
    assert layout.ghost(Tile(2, 4), Tile(4, 4)).pose == best
    assert layout.ghost(Tile(4, 9), Tile(4, 4)).pose == worst


def test_an_end_whose_double_lies_elsewhere_gives_its_room_for_a_foot_back() -> None:
    growth = Growth(2)
    *before, double = read("9-9: 4-9 1-9 | 4-9: 4-1 | 1-9: 1-1", arms=2).placements
    rooms = []
    for placement in (*before, double):
        growth.add(placement)
        rooms.append([len(keep.tiles) for tip, keep in growth.keeps.items() if tip.pips == 1])
    assert rooms[-2:] == [[4, 4], [1]]


def test_the_spots_are_the_open_ends_of_the_engine() -> None:
    for number in (1, 5, 9, 14, 20):
        state = part(played("four-arms", 9, 3, 5), number)
        spots = [(spot.on, spot.pips) for spot in laid(state).spots]
        assert sorted(spots) == sorted(
            (tile, pips) for tile, pips, r in state.ends for _ in range(r)
        )


def test_a_ghost_lies_where_its_tile_will() -> None:
    state = played("four-arms", 9, 3, 5)
    whole = laid(state)
    for number in range(6, len(state.placements), 4):
        tile, on, _ = state.placements[number]
        assert on is not None
        assert laid(part(state, number)).ghost(tile, on) == whole.places[number]


def test_a_spot_is_where_a_tile_will_lie() -> None:
    state = part(played("four-arms", 9, 3, 5), 17)
    layout = laid(state)
    for spot in layout.spots:
        other = next(p for p in range(10) if p != spot.pips)
        assert layout.ghost(Tile(spot.pips, other), spot.on).pose == spot.pose or layout.foot


def test_what_is_known_of_a_spot_serves_until_the_next_tile() -> None:
    state = played("four-arms", 9, 3, 5)
    asked, other = Growth(state.rules.arms), Growth(state.rules.arms)
    for placement in state.placements:
        for tip in asked.tips.values():
            asked.next_pose(tip)
        asked.add(placement)
        other.add(placement)
    assert asked.places == other.places
    assert [asked.next_pose(tip) for tip in asked.tips.values()] == [
        other.next_pose(tip) for tip in other.tips.values()
    ]


def test_the_box_holds_every_tile() -> None:
    layout = laid(played())
    left, top, right, bottom = layout.box
    for place in layout.places:
        assert all(left <= x <= right and top <= y <= bottom for x, y in place.pose.corners)


@pytest.mark.parametrize("x", [24.0, 27.0, 29.9, 31.0, 200.0])
def test_however_far_out_tiles_go_on_and_do_not_overlap(x: float) -> None:
    ground = Ground()
    far = [pose(x, 0, 0), pose(x + 2, 0.1, 0), pose(x + 4.5, 3, 90), pose(x + 4.5, -3, 90)]
    for tile in far:
        ground.take(tile)
    for crosswise in (False, True):
        choice = Choosing(Tip.of(Tile(1, 2), far[1]), ground, {}, (), 4).best(crosswise)
        assert choice is not None
        assert all(clear(tile, far) for tile in choice.poses)


def test_three_toes_have_room_in_a_narrow_fan() -> None:
    narrow = {number for number, toe in enumerate(TOES) if toe.turn in (0, 15, -15)}
    (_, three), *others = fitting(sum(1 << number for number in narrow), 2)
    assert set(three) == narrow
    assert not others


def test_contacts_touch_and_do_not_overlap() -> None:
    assert len(list(halves(0.5, 0.5, 0.5))) > 200
    assert len(list(halves(0.5, 1, 0))) > 300
    assert all(joint.dx > 0 for joint in doubles() if joint.turn == 0)


def linked_rounds(settings: Iterable[tuple[str, int, int]], seeds: range) -> int:
    """Return in how many rounds a tile is linked; all tiles lie as they must in every one."""
    linked = 0
    for setting in settings:
        for seed in seeds:
            layout = laid(played(*setting, seed))
            assert overlapping(layout) == []
            by_tile = {place.tile: place for place in layout.places}
            for place in layout.places:
                assert place.pose.crosswise == place.tile.is_double
                if place.on is not None and place.link is None:
                    assert touches(place, by_tile[place.on])
            linked += any(place.link is not None for place in layout.places)
    return linked


def settings_of(highest: int) -> list[tuple[str, int, int]]:
    return [setting for setting in every_setting() if setting[1] == highest]


@pytest.mark.parametrize(
    ("highest", "seeds", "every", "most"),
    [(6, 14, 1, 0), (9, 14, 1, 0), (12, 1, 1, 1), (15, 1, 9, 1), (18, 1, 9, 1)],
)
def test_three_hundred_rounds_are_laid(highest: int, seeds: int, every: int, most: int) -> None:
    assert linked_rounds(settings_of(highest)[::every], range(seeds)) <= most


@pytest.mark.proof
@pytest.mark.parametrize(
    ("highest", "share"), [(6, 0.0005), (9, 0.001), (12, 0.006), (15, 0.025), (18, 0.08)]
)
def test_ten_thousand_rounds_are_laid(highest: int, share: float) -> None:
    settings = settings_of(highest)
    seeds = 2000 // len(settings) + 1
    assert linked_rounds(settings, range(seeds)) <= share * seeds * len(settings)
