"""The choice of where the next tile goes: what looks well, stays close and takes nobody's room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import islice
from math import exp, inf, sqrt
from typing import Final, NamedTuple

from games.drawing.board import COARSE, FINE, GRAIN, Lying, seen
from games.drawing.escape import depth
from games.drawing.ground import Ground
from games.drawing.poses import Pose
from games.drawing.room import Poses, Room
from games.drawing.tips import Keep, Outlook, Tip, going
from games.drawing.ways import fitting
from games.engine import Tile

_NEAR: Final = 10 * GRAIN // FINE.steps
_OPTIONS, _THREES, _CROWD = 30, 4, 24
"""How many ways of a foot are looked at, of those how many with the same double, and how many where
nothing that is liked has room."""

_OUT, _FAR, _HIT, _DEPTH = 4.0, 0.5, 7.0, 1.5
"""What it costs to fall back a square towards the starter or to leave the disc by one, to hit what
is kept for an end, and to be deeper in the table by one round of the flood."""

_DISC, _SPARE = 1.4, 40
_NEARBY, _REACH = 9.5, 4.0
_ABREAST, _WIDE = 3.1, 6.8
"""What it costs to be where another end is, and to go where it goes; and how far that is felt."""

_POCKETS = 50
"""So many tiles lie before they can close a pocket that is worth looking for."""


class Choice(NamedTuple):
    """Where the tile (or a double and its toes) goes, and the room that ends near it get."""

    cost: float
    poses: Poses
    keeps: Mapping[Tip, Keep]


class Choosing:
    """One choice: where a tile, or a double and its toes, is joined to an end."""

    def __init__(
        self,
        at: Tip,
        ground: Ground,
        keeps: Mapping[Tip, Keep],
        played: Collection[Tile],
        laid: int,
    ) -> None:
        """`keeps` is what each end has, `played` are the doubles that lie, of `laid` tiles."""
        self._at, self._ground, self._keeps = at, ground, keeps
        self._played, self._laid = played, laid
        self._radius = _DISC * sqrt(laid + _SPARE)
        self._near = near_to(at, keeps)
        self._kept = [(tip, keeps[tip].seen(at)) for tip in self._near]
        self._costs: dict[Pose, float] = {}

    def best(self, crosswise: bool) -> Choice | None:
        """Return the best way on, if there is room for any."""
        space = self._ground.space
        return (
            self._liked(crosswise)
            or self._any(crosswise, Room(space))
            or self._any(crosswise, Room(space, is_last=True))
        )

    def _liked(self, crosswise: bool) -> Choice | None:
        """Return the best of the ways that look well."""
        kept = 0
        for _, cells in self._kept:
            kept |= cells
        space = self._ground.view(self._at.column, self._at.row)
        options = islice(_feet(self._at, space), _OPTIONS) if crosswise else _lines(self._at, space)
        ranked = sorted(
            (cost + self._spread(poses) + _HIT * (cells & kept != 0), poses, cells)
            for cost, poses, cells in options
        )
        best: Choice | None = None
        for cost, poses, cells in ranked:
            if best and cost >= best.cost:
                break
            if self._ground.has_room(poses):
                best = self._better(best, cost, poses, cells)
        return best

    def _any(self, crosswise: bool, room: Room) -> Choice | None:
        """Return the best of all the ways there are."""
        at = self._at
        options = room.feet(at.pose) if crosswise else room.lines(at.pose)
        best: Choice | None = None
        for cost, poses in islice(options, _CROWD):
            cells = seen(map(Lying.of, poses), at.column, at.row)
            best = self._better(best, cost + self._spread(poses), poses, cells)
        return best

    def _better(self, best: Choice | None, cost: float, poses: Poses, cells: int) -> Choice | None:
        """Return the cheaper one: the best so far, or what is asked about with all it takes."""
        limit = best.cost if best else inf
        if cost >= limit:
            return best
        own = [Tip.of(self._at.tile, tile) for tile in poses[1:] or poses]
        keeps = {tip: self._keeps[tip] for tip in self._near}
        outlook = Outlook(self._ground, keeps, map(Lying.of, poses), self._played)
        hit = [tip for tip, kept in self._kept if kept & cells]
        cost += outlook.settle([*hit, *own], limit - cost)
        if cost < limit and self._laid > _POCKETS:
            cost += _DEPTH * self._deeper(poses, own)
        if cost >= limit:
            return best
        return Choice(cost, poses, {tip: outlook.keeps[tip] for tip in self._near})

    def _deeper(self, poses: Poses, own: list[Tip]) -> float:
        """Return how much deeper in the table its ends would be; one shut in is far down."""
        shadow = self._ground.blocked
        for tile in poses:
            shadow |= COARSE.under(tile)
        doors = [tip.doors for tip in (*self._keeps, *own) if tip is not self._at]
        return depth(doors, shadow, *self._ground.box) - self._depth

    @cached_property
    def _depth(self) -> int:
        """How deep in the table its ends are now."""
        return depth([tip.doors for tip in self._keeps], self._ground.blocked, *self._ground.box)

    def _spread(self, poses: Poses) -> float:
        """Return what it costs to go here, for all ends that come of it alike."""
        own = poses[1:] or poses
        return sum(self._leading(tile) for tile in own) / len(own)

    def _leading(self, tile: Pose) -> float:
        """Return what an end costs: it runs outward first, and keeps clear of the others."""
        cost = self._costs.get(tile)
        if cost is None:
            ahead, beyond = going(tile)
            was, far = min(abs(self._at.ahead), self._radius), abs(ahead)
            cost = _OUT * (was - min(far, self._radius)) + _FAR * max(0.0, far - self._radius)
            for tip in self._near:
                cost += _NEARBY * exp(-abs(tip.ahead - ahead) / _REACH)
                cost += _ABREAST * exp(-abs(tip.beyond - beyond) / _WIDE)
            self._costs[tile] = cost
        return cost


def near_to(at: Tip, tips: Collection[Tip]) -> list[Tip]:
    """Return the other ends whose room could be meant when something is laid at this one."""
    return [
        tip
        for tip in tips
        if tip is not at and abs(tip.column - at.column) < _NEAR and abs(tip.row - at.row) < _NEAR
    ]


Option = tuple[float, Poses, int]


def _lines(at: Tip, space: int) -> Iterator[Option]:
    """Yield where a tile that is no double can lie: its cost, pose and cells."""
    for way in at.ways.lines:
        if not way.cells & space:
            yield way.cost, (way.at(at.pose),), way.cells


def _feet(at: Tip, space: int) -> Iterator[Option]:
    """Yield where a double and its toes can lie."""
    for cells, shift, double, (toes, _, _) in at.ways.feet:
        if cells & space:
            continue
        there = space >> shift
        free = sum(toe.bit for toe in toes if not toe.cells & there)
        where = double.at(at.pose)
        for cost, three in fitting(free, _THREES):
            a, b, c = (toes[i] for i in three)
            poses = (where, a.way.at(where), b.way.at(where), c.way.at(where))
            yield double.cost + cost, poses, cells | (a.cells | b.cells | c.cells) << shift
