"""The open ends of a growing table, and the room that is kept at each for what may come there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.drawing.board import STEPS, Lying, cell, seen, steps
from games.drawing.ground import Ground
from games.drawing.poses import Pose
from games.drawing.room import Room
from games.drawing.ways import Foot, Three, Way, Ways, fitting, going, ways
from games.engine import Tile

UNKNOWN: Final = -1
"""The pips of an end whose tile is not known yet."""

NO_FOOT: Final = 54.0
_TIGHT, _SHARED, _NO_ROOM = 6.0, 23.0, 94.0
"""What it costs that a toe cannot go on, that two need the same room, that an end has room for no
foot that is liked, or for nothing that is."""

_NEVER, _SHUT = 60.0, 100.0
"""What it costs besides that there is no room for any foot, or for any tile, however it lies."""


class Keep(NamedTuple):
    """What room is kept for at an end, and what its want of room costs."""

    want: float = 0.0
    tiles: tuple[Lying, ...] = ()

    def seen(self, tip: Tip) -> int:
        """Return it as seen from an end, that of another, maybe."""
        return seen(self.tiles, tip.column, tip.row)


_NOTHING: Final = Keep()


@dataclass(eq=False)
class Tip:
    """The far end of a tile, where one may be joined, and the cell where that tile's centre is."""

    tile: Tile
    pose: Pose
    pips: int
    column: int
    row: int
    ways: Ways
    ahead: complex

    @classmethod
    def of(cls, tile: Tile, where: Pose, pips: int = UNKNOWN) -> Tip:
        """Return the end of a tile that lies somewhere."""
        x, y = steps(where)
        on = ways(where.angle, x % STEPS, y % STEPS)
        return cls(tile, where, pips, cell(x), cell(y), on, going(where))

    def hopes(self, played: Collection[Tile]) -> bool:
        """Whether a double may still come here; `played` are those that cannot again."""
        return self.pips == UNKNOWN or Tile(self.pips, self.pips) not in played


class Outlook:
    """What is kept for ends near each other, so that what may come to one is no other's loss."""

    def __init__(
        self,
        ground: Ground,
        keeps: dict[Tip, Keep],
        thought: Iterable[Lying],
        played: Collection[Tile],
    ) -> None:
        """`keeps` is what ends have now, and will have; `thought` are tiles thought to lie.

        `played` are the doubles that cannot come again.
        """
        self.keeps = keeps
        self._ground, self._thought, self._played = ground, tuple(thought), played
        self._views: dict[Tip, int] = {}

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

    def _view(self, tip: Tip) -> int:
        """Return the cells that are not free as seen from an end."""
        view = self._views.get(tip)
        if view is None:
            view = self._ground.view(tip.column, tip.row)
            view |= seen(self._thought, tip.column, tip.row)
            self._views[tip] = view
        return view

    def _beside(self, tip: Tip) -> Keep:
        """Return room beside that of the others, or else what has to be shared with them."""
        others = self._others(tip)
        tiles = [tile for other in others for tile in self.keeps[other].tiles]
        kept = seen(tiles, tip.column, tip.row)
        found = self._room(tip, kept) or self._shared(tip, others)
        if found is None and tip.hopes(self._played):
            found = self._line(tip, kept, NO_FOOT) or self._line(tip, 0, NO_FOOT)
        return found or Keep(_NO_ROOM)

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
        cells = mine.seen(tip)
        hit = [other for other in others if self.keeps[other].seen(tip) & cells]
        rest = [mine, *(self.keeps[other] for other in others if other not in hit)]
        moved: dict[Tip, Keep] = {}
        cost = mine.want
        for other in hit:
            kept = 0
            for keep in rest:
                kept |= keep.seen(other)
            found = self._room(other, kept)
            cost += max(0.0, found.want - self.keeps[other].want) if found else _SHARED
            if found is None or cost >= _SHARED:
                return mine._replace(want=mine.want + _SHARED)
            moved[other] = found
            rest.append(found)
        self.keeps.update(moved)
        return mine._replace(want=cost)

    def _room(self, tip: Tip, kept: int) -> Keep | None:
        """Return room for what may come to an end, none of it kept for others."""
        return self._foot(tip, kept) if tip.hopes(self._played) else self._line(tip, kept)

    def _foot(self, tip: Tip, kept: int) -> Keep | None:
        """Return room for the first foot with a way on from every toe, or else for any foot."""
        view = self._view(tip)
        both = view | kept
        tight = None
        for foot in tip.ways.feet:
            if foot.cells & both:
                continue
            there, seen_there = both >> foot.shift, view >> foot.shift
            if not foot.toes.roomy & there:
                return _standing(tip, foot, foot.toes.best, 0.0)
            places = roomy = 0
            for bit, cells, ahead, _ in foot.toes.toes:
                if not cells & there:
                    places |= bit
                    if not ahead & seen_there:
                        roomy |= bit
            for _, three in fitting(roomy, 1):
                return _standing(tip, foot, three, 0.0)
            for _, three in () if tight else fitting(places, 1):
                tight = _standing(tip, foot, three, _TIGHT)
        return tight

    def _line(self, tip: Tip, kept: int, want: float = 0.0) -> Keep | None:
        space = self._view(tip) | kept
        for way in tip.ways.lines:
            if not way.cells & space:
                return Keep(want, (_lying(tip, way),))
        return None


def left(tip: Tip, keep: Keep, room: Room, played: Collection[Tile]) -> Keep:
    """Return what is left to an end that has room for nothing liked, among all that there is."""
    want, found = keep.want, None
    if tip.hopes(played):
        found = next(room.feet(tip.pose), None)
        want += _NEVER * (found is None)
    if found is None and not keep.tiles:
        found = next(room.lines(tip.pose), None)
        want += _SHUT * (found is None)
    return Keep(want, tuple(map(Lying.of, found[1])) if found else keep.tiles)


def _standing(tip: Tip, foot: Foot, three: Three, want: float) -> Keep:
    """Return room for a foot with three of its toes."""
    column, row, _ = double = _lying(tip, foot.double)
    toes = (foot.toes.toes[i].way.lying for i in three)
    return Keep(want, (double, *(Lying(column + x, row + y, mask) for x, y, mask in toes)))


def _lying(tip: Tip, way: Way) -> Lying:
    """Return the cells of what lies at an end."""
    column, row, mask = way.lying
    return Lying(tip.column + column, tip.row + row, mask)
