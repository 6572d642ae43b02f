"""The choice of where the next tile goes: what looks well, stays close and takes nobody's room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import islice
from math import exp, inf, sqrt
from operator import itemgetter
from typing import Final, NamedTuple

from games.drawing.board import GRAIN, STEPS, Lying, seen
from games.drawing.ground import Ground
from games.drawing.poses import Pose
from games.drawing.room import Poses, Room
from games.drawing.tips import NO_FOOT, Keep, Outlook, Tip, left
from games.drawing.ways import Foot, Way, fitting, going
from games.engine import Tile

_NEAR: Final = 10 * GRAIN // STEPS
_OPTIONS, _THREES, _CROWD = 30, 4, 60
"""How many ways of a foot are looked at, of those how many with the same double, and how many where
nothing that is liked has room."""

_OUT, _FAR, _HIT = 4.0, 0.5, 7.0
"""What it costs to fall back a square towards the starter or to leave the disc by one, and to hit
what is kept for an end."""

_PATIENCE: Final = 60
"""How many tiles a table has at most whose crowded ends are searched for all room there is: all of
a double-nine's. With more, ends are crowded too often to pay for it."""

_DISC, _SPARE = 1.7, 40
"""The disc has room for so many tiles more than lie, and for what is between them."""

_NEARBY, _REACH = 20.0, 5.0
"""What it costs to go where another end goes, and how far that is felt."""


class Choice(NamedTuple):
    """Where the tile (or a double and its toes) goes, its own ends, and the room that ends get."""

    cost: float
    poses: Poses
    own: list[Tip]
    keeps: Mapping[Tip, Keep]


class _Option(NamedTuple):
    """A way on that looks well: its cost, its cells, and the tiles that lie there."""

    cost: float
    cells: int
    foot: Foot | None
    ways: tuple[Way, ...]

    def poses(self, end: Pose) -> Poses:
        """Return where the tiles lie at an end: the double first, if there is one."""
        if self.foot is None:
            return tuple([way.at(end) for way in self.ways])
        double = self.foot.double.at(end)
        return (double, *[way.at(double) for way in self.ways])


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
        self._played = played
        self._patient = laid < _PATIENCE
        self._radius = _DISC * sqrt(laid + _SPARE)
        self._near = near_to(at, keeps)
        self._others = [tip.ahead for tip in self._near]

    def best(self, crosswise: bool) -> Choice | None:
        """Return the best way on, if there is room for any."""
        liked = self._liked(crosswise)
        choice = liked and self._certain(liked)
        if not (liked and choice) or choice.cost > liked.cost:
            choice = self._any(crosswise, choice)
        return self._roomiest_first(choice) if choice and crosswise else choice

    def _liked(self, crosswise: bool) -> Choice | None:
        """Return the best of the ways that look well."""
        space = self._ground.view(self._at.column, self._at.row)
        options = islice(self._feet(space), _OPTIONS) if crosswise else self._lines(space)
        best: Choice | None = None
        for option in sorted(options, key=itemgetter(0)):
            if best and option.cost >= best.cost:
                break
            poses = option.poses(self._at.pose)
            if self._ground.has_room(poses):
                best = self._better(best, option.cost, poses, option.cells)
        return best

    def _lines(self, space: int) -> Iterator[_Option]:
        """Yield where a tile that is no double can lie."""
        place = complex(self._at.pose.x, self._at.pose.y)
        for way in self._at.ways.lines:
            if not way.cells & space:
                cost = way.cost + self._leading(place + way.ahead)
                cost += _HIT * (way.cells & self._kept != 0)
                yield _Option(cost, way.cells, None, (way,))

    def _feet(self, space: int) -> Iterator[_Option]:
        """Yield where a double and its toes can lie."""
        for foot in self._at.ways.feet:
            if not foot.cells & space:
                yield from self._threes(foot, space >> foot.shift)

    def _threes(self, foot: Foot, there: int) -> Iterator[_Option]:
        """Yield a double with the toes that are liked best, of those that lie free."""
        double, toes = foot.double, foot.toes.toes
        end = self._at.pose
        middle = complex(end.x + double.dx, end.y + double.dy)
        free = sum([toe.bit for toe in toes if not toe.cells & there])
        leading: dict[int, float] = {}
        for liked, three in fitting(free, _THREES):
            taken = 0
            for i in three:
                taken |= toes[i].cells
                if i not in leading:
                    leading[i] = self._leading(middle + toes[i].way.ahead)
            a, b, c = three
            cells = foot.cells | taken << foot.shift
            cost = double.cost + liked + (leading[a] + leading[b] + leading[c]) / 3
            cost += _HIT * (cells & self._kept != 0)
            yield _Option(cost, cells, foot, (toes[a].way, toes[b].way, toes[c].way))

    def _any(self, crosswise: bool, best: Choice | None) -> Choice | None:
        """Return the best of all the ways there are, or the one that is to be beaten."""
        at, room = self._at, Room(self._ground)
        options = room.feet(at.pose) if crosswise else room.lines(at.pose)
        for cost, poses in sorted(map(self._priced, islice(options, _CROWD)), key=itemgetter(0)):
            cells = seen(map(Lying.of, poses), at.column, at.row)
            better = self._better(best, cost, poses, cells)
            if better and better is not best:
                better = self._certain(better)
                if best is None or better.cost < best.cost:
                    best = better
        return best

    def _priced(self, option: tuple[float, Poses]) -> tuple[float, Poses]:
        """Return a way on with what it costs, but for what others lose."""
        liked, poses = option
        own = poses[1:] or poses
        return liked + sum([self._leading(going(tile)) for tile in own]) / len(own), poses

    def _certain(self, choice: Choice) -> Choice:
        """Return a choice with what is left to crowded ends, among all ways there are."""
        crowded = [
            tip
            for tip, keep in choice.keeps.items()
            if keep.want >= NO_FOOT and keep is not self._keeps.get(tip)
        ]
        if not crowded or not self._patient:
            return choice
        ground = self._ground.copy()
        for tile in choice.poses:
            ground.take(tile)
        cost, keeps, room = choice.cost, dict(choice.keeps), Room(ground)
        for tip in crowded:
            had = self._keeps[tip].want if tip in self._keeps else 0.0
            keep = left(tip, keeps[tip], room, self._played)
            cost += max(keep.want, had) - max(keeps[tip].want, had)
            keeps[tip] = keep
        return choice._replace(cost=cost, keeps=keeps)

    def _better(self, best: Choice | None, cost: float, poses: Poses, cells: int) -> Choice | None:
        """Return the cheaper one: the best so far, or what is asked about with all it takes."""
        limit = best.cost if best else inf
        if cost >= limit:
            return best
        own = [Tip.of(self._at.tile, tile) for tile in poses[1:] or poses]
        keeps = {tip: self._keeps[tip] for tip in self._near}
        outlook = Outlook(self._ground, keeps, map(Lying.of, poses), self._played)
        cost += outlook.settle([*self._hit(cells), *own], limit - cost)
        return best if cost >= limit else Choice(cost, poses, own, keeps)

    def _roomiest_first(self, choice: Choice) -> Choice:
        """Return a choice with its toes in the order of what may follow them."""
        double, *_ = choice.poses
        keeps = choice.keeps
        own = sorted(choice.own, key=lambda tip: (keeps[tip].want, self._leading(tip.ahead)))
        return choice._replace(poses=(double, *[tip.pose for tip in own]), own=own)

    @cached_property
    def _kept(self) -> int:
        """The cells that are kept for other ends near this one, as seen from it."""
        tiles = [tile for tip in self._near for tile in self._keeps[tip].tiles]
        return seen(tiles, self._at.column, self._at.row)

    def _hit(self, cells: int) -> list[Tip]:
        """Return the ends that cells are kept for."""
        if not cells & self._kept:
            return []
        return [tip for tip in self._near if self._keeps[tip].seen(self._at) & cells]

    def _leading(self, ahead: complex) -> float:
        """Return what an end costs: it runs outward first, and keeps clear of the others."""
        crowd = sum([exp(abs(other - ahead) / -_REACH) for other in self._others])
        far = abs(ahead)
        within = min(far, self._radius)
        return _NEARBY * crowd - _OUT * within + _FAR * (far - within)


def near_to(at: Tip, tips: Collection[Tip]) -> list[Tip]:
    """Return the other ends whose room could be meant when something is laid at this one."""
    return [
        tip
        for tip in tips
        if tip is not at and abs(tip.column - at.column) < _NEAR and abs(tip.row - at.row) < _NEAR
    ]
