"""The choice of where the next tile goes: what looks well, stays close and takes nobody's room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import islice, product
from math import exp, hypot, inf, sqrt
from typing import Final, NamedTuple

from games.drawing.board import COARSE, FINE, GRAIN
from games.drawing.escape import depth
from games.drawing.ground import Ground
from games.drawing.room import GAPS, STEPS, Poses, Room
from games.drawing.tips import LOOK, Keep, Outlook, Tip
from games.drawing.ways import SIGHT, fitting
from games.engine import Tile

_NEAR: Final = 10 * GRAIN
_MARGIN: Final = 5 * GRAIN
_TRIES, _THREES, _CROWD = 10, 4, 24

_OUT, _FAR, _NEARBY, _HIT, _SIGHT, _DEPTH = 4.0, 0.5, 4.0, 4.0, 5.0, 1.5
"""What it costs to fall back a square towards the starter or to leave the disc by one, to be where
another end is, to hit what is kept for an end, to look at no free cell at all, and to be deeper in
the table by one round of the flood."""

_DISC, _SPARE = 1.4, 40
_REACH = 4.0
"""Within how many squares an end is felt by another."""

_WORRY = 20.0
"""A choice that costs more is worth a look at all the joints there are."""


class Choice(NamedTuple):
    """Where the tile (or a double and its toes) goes, and the room that ends near it get."""

    cost: float
    poses: Poses
    keeps: Mapping[Tip, Keep]


class Choosing:
    """One choice: for a tile, or a double, that is joined to an end."""

    def __init__(
        self, ground: Ground, tips: Collection[Tip], played: Collection[Tile], laid: int
    ) -> None:
        """`played` are the doubles that lie, `laid` is how many tiles do."""
        self._ground, self._tips, self._played = ground, tips, played
        self._radius = _DISC * sqrt(laid + _SPARE)

    def best(self, at: Tip, crosswise: bool) -> Choice | None:
        """Return the best way on from an end, if there is room for any."""
        # A tile beyond the boards has no cells, so near their rim cells say too little.
        inside = max(abs(at.x), abs(at.y)) < COARSE.edge - _MARGIN
        best = self._liked(at, crosswise) if inside else None
        if best is not None and best.cost <= _WORRY:
            return best
        limit = best.cost if best else inf
        for step, gap in product(STEPS, GAPS):
            more = self._any(at, crosswise, Room(self._ground.space, gap, step), limit)
            if more or best:
                return more or best
        return None

    def _liked(self, at: Tip, crosswise: bool) -> Choice | None:
        """Return the best of the ways that look well."""
        near = near_to(at, self._tips)
        space = self._ground.taken >> at.fine
        kept = 0
        for tip in near:
            kept |= tip.keep.cells
        kept >>= at.fine
        options = _feet(at, space) if crosswise else _lines(at, space)
        ranked = sorted(
            (cost + self._spread(at, poses) + _HIT * (cells & kept != 0), poses, cells, shadow)
            for cost, poses, cells, shadow in options
        )
        best: Choice | None = None
        for cost, poses, cells, shadow in ranked[:_TRIES]:
            if best and cost >= best.cost:
                break
            if self._ground.has_room(poses):
                placed, shade = cells << at.fine, shadow << at.coarse
                best = self._better(best, at, near, cost, poses, placed, shade)
        return best

    def _any(self, at: Tip, crosswise: bool, room: Room, limit: float) -> Choice | None:
        """Return the best of all the ways there are, if it costs less than the limit."""
        near = near_to(at, self._tips)
        options = room.feet(at.pose) if crosswise else room.lines(at.pose)
        best: Choice | None = None
        for cost, poses in islice(options, _CROWD):
            cells = shadow = 0
            for tile in poses:
                cells |= FINE.under(tile)
                shadow |= COARSE.under(tile)
            price = cost + self._spread(at, poses)
            best = self._better(best, at, near, price, poses, cells, shadow, limit)
        return best

    def _better(
        self,
        best: Choice | None,
        at: Tip,
        near: list[Tip],
        cost: float,
        poses: Poses,
        cells: int,
        shadow: int,
        limit: float = inf,
    ) -> Choice | None:
        """Return the cheaper one: the best so far, or what is asked about with all it takes."""
        limit = best.cost if best else limit
        own = [Tip.of(at.tile, tile) for tile in poses[1:] or poses]
        free = self._ground.out & ~shadow
        for tip in own:
            cost += _SIGHT * max(0.0, 1 - (tip.sight & free).bit_count() / SIGHT)
        outlook = Outlook(near, self._ground.taken | cells, self._played)
        hit = [tip for tip in near if tip.keep.cells & cells]
        if cost < limit:
            cost += outlook.settle([*hit, *own], limit - cost)
        if cost < limit:
            cost += _DEPTH * self._deeper(at, own, shadow)
        return Choice(cost, poses, outlook.keeps) if cost < limit else best

    def _deeper(self, at: Tip, own: list[Tip], shadow: int) -> float:
        """Return how much deeper in the table its ends would be; one shut in is far down."""
        doors = [tip.doors for tip in self._tips if tip.is_out and tip is not at]
        doors += [tip.doors for tip in own]
        return depth(doors, self._ground.blocked | shadow, *self._ground.box) - self._depth

    @cached_property
    def _depth(self) -> int:
        """How deep in the table its ends are now."""
        doors = [tip.doors for tip in self._tips if tip.is_out]
        return depth(doors, self._ground.blocked, *self._ground.box)

    def _spread(self, at: Tip, poses: Poses) -> float:
        """Return what it costs to go here: ends run outward first, and keep clear of each other."""
        was = min(hypot(*at.ahead), self._radius)
        own = poses[1:] or poses
        cost = 0.0
        for tile in own:
            x, y = tile.ahead(LOOK, 0)
            far = hypot(x, y)
            cost += _OUT * (was - min(far, self._radius)) + _FAR * max(0.0, far - self._radius)
            for tip in self._tips:
                if tip is not at:
                    cost += _NEARBY * exp(-hypot(tip.ahead[0] - x, tip.ahead[1] - y) / _REACH)
        return cost / len(own)


def near_to(at: Tip, tips: Collection[Tip]) -> list[Tip]:
    """Return the other ends whose room could be meant when something is laid at this one."""
    return [
        tip
        for tip in tips
        if tip is not at and abs(tip.x - at.x) < _NEAR and abs(tip.y - at.y) < _NEAR
    ]


Option = tuple[float, Poses, int, int]


def _lines(at: Tip, space: int) -> Iterator[Option]:
    """Yield where a tile that is no double can lie: its cost, pose, cells and shadow."""
    for way in at.ways.lines:
        if not way.cells & space:
            yield way.cost, (way.at(at.pose),), way.cells, way.shadow


def _feet(at: Tip, space: int) -> Iterator[Option]:
    """Yield where a double and its toes can lie."""
    for double, toes, _ in at.ways.feet:
        if double.cells & space:
            continue
        free = sum(1 << i for i, toe in enumerate(toes) if not toe.cells & space)
        for cost, three in fitting(free)[:_THREES]:
            tiles = (double, *(toes[i] for i in three))
            cells = shadow = 0
            for tile in tiles:
                cells |= tile.cells
                shadow |= tile.shadow
            poses: Poses = tuple(tile.at(at.pose) for tile in tiles)
            yield double.cost + cost, poses, cells, shadow
