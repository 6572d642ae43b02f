"""The choice of where the next tile goes: what looks well, stays close and takes nobody's room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from math import inf, sqrt
from typing import Final, NamedTuple

from games.drawing.board import COARSE, FINE, GRAIN
from games.drawing.escape import shut
from games.drawing.ground import Ground
from games.drawing.room import GAPS, Poses, Room
from games.drawing.tips import Keep, Outlook, Tip
from games.drawing.ways import SIGHT, fitting
from games.engine import Tile

_NEAR: Final = 10 * GRAIN
_MARGIN: Final = 5 * GRAIN
_TRIES, _THREES, _CROWD = 10, 4, 12

_WIDER, _FAR, _HIT, _SIGHT, _SHUT = 0.35, 0.3, 4.0, 5.0, 30.0
"""What it costs to widen the box or leave the disc by a square, to hit what is kept for an end,
to look at no free cell at all, and to shut an end in."""

_DISC, _SPARE = 1.1, 40
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
        for gap in GAPS:
            more = self._any(at, crosswise, gap, limit)
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
            (cost + self._spread(poses) + _HIT * (cells & kept != 0), poses, cells, shadow)
            for cost, poses, cells, shadow in options
        )
        best: Choice | None = None
        for cost, poses, cells, shadow in ranked[:_TRIES]:
            if best and cost >= best.cost:
                break
            best = self._better(best, at, near, cost, poses, cells << at.fine, shadow << at.coarse)
        return best

    def _any(self, at: Tip, crosswise: bool, gap: float, limit: float) -> Choice | None:
        """Return the best of all the ways there are, if it costs less than the limit."""
        near = near_to(at, self._tips)
        room = Room(self._ground.space, gap)
        options = room.feet(at.pose) if crosswise else room.lines(at.pose)
        best: Choice | None = None
        for cost, poses in islice(options, _CROWD):
            cells = shadow = 0
            for tile in poses:
                cells |= FINE.under(tile)
                shadow |= COARSE.under(tile)
            price = cost + self._spread(poses)
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
            doors = [tip.doors for tip in self._tips if tip.is_out and tip is not at]
            doors += [tip.doors for tip in own]
            cost += _SHUT * shut(doors, self._ground.blocked | shadow, *self._ground.box)
        return Choice(cost, poses, outlook.keeps) if cost < limit else best

    def _spread(self, poses: Poses) -> float:
        """Return what it costs the picture's size to lay tiles here."""
        box, was = self._ground.box.round(poses), self._ground.box
        far = max(-box.left, -box.top, box.right, box.bottom) - self._radius
        wider = box.width + box.height - was.width - was.height
        return _WIDER * wider + _FAR * max(0.0, far)


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
