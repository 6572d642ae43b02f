"""The open ends of a growing table, and the room that is kept at each for what may come there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from games.drawing.board import COARSE, FINE, steps
from games.drawing.poses import Pose
from games.drawing.ways import PERIOD, Foot, Ways, fitting, ways
from games.engine import Tile

UNKNOWN: Final = -1
"""The pips of an end whose tile is not known yet."""

LOOK: Final = 2.0
"""Where an end is going: so many squares before the middle of its tile."""

_TIGHT, _SHARED, _NO_FOOT, _NO_ROOM = 4.0, 15.0, 40.0, 80.0
"""What it costs that a toe cannot go on, that two need the same room, that an end has room for no
foot, or for nothing at all."""


class Keep(NamedTuple):
    """The cells kept for an end, and what its want of room costs."""

    want: float = 0.0
    cells: int = 0


_NOTHING: Final = Keep()


@dataclass(frozen=True, slots=True, eq=False)
class Tip:
    """The far end of a tile, where one may be joined; `fine` and `coarse` shift masks to it."""

    tile: Tile
    pose: Pose
    pips: int
    x: int
    y: int
    ways: Ways
    fine: int
    coarse: int
    ahead: tuple[float, float]
    keep: Keep = _NOTHING
    is_out: bool = True

    @classmethod
    def of(cls, tile: Tile, where: Pose, pips: int = UNKNOWN) -> Tip:
        """Return the end of a tile that lies somewhere."""
        x, y = steps(where)
        going = ways(where.angle, x % PERIOD, y % PERIOD)
        # Beyond the boards an end is looked at as if it were on their rim.
        rim = COARSE.edge - PERIOD
        on_x, on_y = max(-rim, min(x, rim)), max(-rim, min(y, rim))
        fine, coarse = FINE.shift(on_x, on_y), COARSE.shift(on_x, on_y)
        return cls(tile, where, pips, x, y, going, fine, coarse, where.ahead(LOOK, 0))

    @property
    def doors(self) -> int:
        """The coarse cells from where a line may lead on."""
        return self.ways.doors << self.coarse

    @property
    def sight(self) -> int:
        """The coarse cells before it."""
        return self.ways.sight << self.coarse

    def kept(self, keep: Keep) -> Tip:
        """The same end with other room."""
        return replace(self, keep=keep)


class Outlook:
    """What is kept for ends near each other, so that what may come to one is no other's loss."""

    def __init__(self, tips: Iterable[Tip], taken: int, played: Collection[Tile]) -> None:
        """`taken` are the cells that are not free, `played` the doubles that cannot come again."""
        self.keeps = {tip: tip.keep for tip in tips}
        self._taken, self._played = taken, played

    def settle(self, tips: Iterable[Tip], limit: float) -> float:
        """Find new room for some ends; returns what that costs, or something over `limit`."""
        cost = 0.0
        for tip in tips:
            if cost > limit:
                break
            was = self.keeps.get(tip, _NOTHING).want
            found = self._beside(tip)
            self.keeps[tip] = found
            cost += max(0.0, found.want - was)
        return cost

    def _beside(self, tip: Tip) -> Keep:
        """Return room beside that of the others, or else what has to be shared with them."""
        others = self._others(tip)
        cells = 0
        for other in others:
            cells |= self.keeps[other].cells
        found = self._room(tip, cells) or self._shared(tip, others)
        if found is None and self._hopes(tip):
            line = self._line(tip, cells) or self._line(tip, 0)
            found = Keep(_NO_FOOT, line) if line else None
        return found or Keep(_NO_ROOM)

    def _hopes(self, tip: Tip) -> bool:
        """Whether a double may still come to an end."""
        return tip.pips == UNKNOWN or Tile(tip.pips, tip.pips) not in self._played

    def _others(self, tip: Tip) -> list[Tip]:
        """Return the ends to be spared; of those with equal pips only one can get the double."""
        return [
            other
            for other in self.keeps
            if other is not tip and (other.pips != tip.pips or tip.pips == UNKNOWN)
        ]

    def _shared(self, tip: Tip, others: list[Tip]) -> Keep | None:
        """Return room from which the others may be able to move, and move those who can."""
        mine = self._room(tip, 0)
        if mine is None:
            return None
        hit = [other for other in others if self.keeps[other].cells & mine.cells]
        rest = mine.cells
        for other in others:
            if other not in hit:
                rest |= self.keeps[other].cells
        moved: dict[Tip, Keep] = {}
        cost = mine.want
        for other in hit:
            found = self._room(other, rest)
            cost += max(0.0, found.want - self.keeps[other].want) if found else _SHARED
            if found is None or cost >= _SHARED:
                return mine._replace(want=mine.want + _SHARED)
            moved[other] = found
            rest |= found.cells
        self.keeps.update(moved)
        return mine._replace(want=cost)

    def _room(self, tip: Tip, others: int) -> Keep | None:
        """Return room for what may come to an end, none of it kept for others."""
        if self._hopes(tip):
            return self._foot(tip, others)
        line = self._line(tip, others)
        return Keep(0.0, line) if line else None

    def _foot(self, tip: Tip, others: int) -> Keep | None:
        """Return the cells of the first foot with a way on from every toe, or else of any foot."""
        free = self._taken >> tip.fine
        both = free | others >> tip.fine
        tight = 0
        for foot in tip.ways.feet:
            if not foot.double.cells & both:
                cells, is_roomy = _standing(foot, both, free)
                if is_roomy:
                    return Keep(0.0, cells << tip.fine)
                tight = tight or cells
        return Keep(_TIGHT, tight << tip.fine) if tight else None

    def _line(self, tip: Tip, others: int) -> int:
        space = (self._taken | others) >> tip.fine
        for way in tip.ways.lines:
            if not way.cells & space:
                return way.cells << tip.fine
        return 0


def _standing(foot: Foot, both: int, free: int) -> tuple[int, bool]:
    """Return the cells of a foot's best toes (0 if it has none), and whether each can go on."""
    places = roomy = 0
    for i, (toe, ahead) in enumerate(zip(foot.toes, foot.roomy, strict=True)):
        if not toe.cells & both:
            places |= 1 << i
            if not ahead & free:
                roomy |= 1 << i
    threes = fitting(roomy) or fitting(places)
    if not threes:
        return 0, False
    a, b, c = threes[0][1]
    toes = foot.toes
    cells = foot.double.cells | toes[a].cells | toes[b].cells | toes[c].cells
    return cells, bool(fitting(roomy))
