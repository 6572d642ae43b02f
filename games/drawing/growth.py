"""How a table grows in the plane, tile by tile; what lies does not move again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from games.drawing.choosing import Choosing, near_to
from games.drawing.ground import Ground
from games.drawing.joints import starter_places
from games.drawing.poses import Box, Pose, pose
from games.drawing.room import Poses, linked
from games.drawing.tips import Keep, Outlook, Tip
from games.engine import Placement, Tile

Point = tuple[float, float]


class Place(NamedTuple):
    """A laid tile: its pose, the pips of its near and far half, and where a link begins.

    `link` is given only where nothing was free beside what it is joined to.
    """

    tile: Tile
    on: Tile | None
    pose: Pose
    near: int
    far: int
    link: Point | None = None


class _Found(NamedTuple):
    """Where a tile (or a double with its toes) goes, and the link that leads there, if any."""

    poses: Poses
    link: Point | None = None
    own: Sequence[Tip] = ()
    keeps: Mapping[Tip, Keep] = {}


class Growth:
    """A table while it grows: the places so far, the open tips, and the toes still to come."""

    def __init__(self, arms: int) -> None:
        self.arms = arms
        self.ground = Ground()
        self.box = Box(0, 0, 0, 0)
        self.places: list[Place] = []
        self.tips: dict[Tile, Tip] = {}
        self.keeps: dict[Tip, Keep] = {}
        self.toes: dict[Tile, Poses] = {}
        self.rooms: dict[Pose, Keep] = {}
        self.doubles: dict[Tile, Pose] = {}
        self._next: dict[Tip, _Found] = {}

    def copy(self) -> Growth:
        """The same table, to grow on without changing this one."""
        other = Growth(self.arms)
        other.ground, other.box = self.ground.copy(), self.box
        other.places = self.places.copy()
        other.tips, other.keeps = self.tips.copy(), self.keeps.copy()
        other.toes, other.rooms = self.toes.copy(), self.rooms.copy()
        other.doubles, other._next = self.doubles.copy(), self._next.copy()
        return other

    @property
    def foot(self) -> Tile | None:
        """The starter or the double that still lacks toes; only the newest double can."""
        for tile, toes in reversed(self.toes.items()):
            return tile if toes else None
        return None

    def next_pose(self, at: Tip) -> Pose:
        """Where a tile that is no double would lie at a tip; it is remembered until one is laid."""
        if at not in self._next:
            self._next[at] = self._found(at, False)
        return self._next[at].poses[0]

    def add(self, placement: Placement) -> None:
        """Lay the next tile (R4); what lies does not move."""
        tile, on = placement.tile, placement.on
        if on is None:
            starter = _Found((pose(0, 0, 0, True), *starter_places(self.arms)))
            self._lay_double(tile, None, starter)
        elif on in self.tips:
            self._join(tile, self.tips[on])
        else:
            self._fill(tile, on)
        self._next.clear()

    def _join(self, tile: Tile, at: Tip) -> None:
        known = None if tile.is_double else self._next.get(at)
        found = known or self._found(at, tile.is_double)
        del self.tips[at.tile], self.keeps[at]
        self.keeps.update((tip, room) for tip, room in found.keeps.items() if tip in self.keeps)
        self.rooms = {tip.pose: found.keeps[tip] for tip in found.own}
        if tile.is_double:
            self._lay_double(tile, at.tile, found)
        else:
            self.ground.take(found.poses[0])
            self._lay(tile, at.tile, at.pips, found)

    def _fill(self, tile: Tile, on: Tile) -> None:
        """Put a toe where room was kept for it when its double was laid.

        The place that looks best is for one whose double may still come, the worst for another.
        """
        toes = self.toes[on]
        if toes:
            far = tile.other(on.low)
            at = len(toes) - 1 if Tile(far, far) in self.toes else 0
            self.toes[on] = toes[:at] + toes[at + 1 :]
            self._lay(tile, on, on.low, _Found(toes[at : at + 1]))
        else:
            found = _Found(*linked(self.ground, self.doubles[on], False))
            self.ground.take(found.poses[0])
            self._lay(tile, on, on.low, found)

    def _lay(self, tile: Tile, on: Tile, pips: int, found: _Found) -> None:
        where, far = found.poses[0], tile.other(pips)
        self.places.append(Place(tile, on, where, pips, far, found.link))
        self.box = self.box.round([where])
        tip = self.tips[tile] = Tip.of(tile, where, far)
        room = self.rooms.get(where)
        if room is not None and Tile(far, far) not in self.toes:
            self.keeps[tip] = room
        else:
            self._settle(tip)

    def _settle(self, tip: Tip) -> None:
        """Find new room for an end, and maybe for others near it."""
        near = {other: self.keeps[other] for other in near_to(tip, self.keeps)}
        outlook = Outlook(self.ground, near, (), self.toes)
        outlook.settle([tip], inf)
        self.keeps.update(outlook.keeps)

    def _lay_double(self, tile: Tile, on: Tile | None, found: _Found) -> None:
        where = found.poses[0]
        self.places.append(Place(tile, on, where, tile.low, tile.low, found.link))
        self.doubles[tile], self.toes[tile] = where, found.poses[1:]
        # The toes must come before anything else may (R4.2), so their room is taken already.
        for pose_of_foot in found.poses:
            self.ground.take(pose_of_foot)
        self.box = self.box.round([where])
        for tip in self.tips.values():
            if tip.pips == tile.low:
                self._settle(tip)

    def _found(self, at: Tip, crosswise: bool) -> _Found:
        choosing = Choosing(at, self.ground, self.keeps, self.toes, len(self.places))
        choice = choosing.best(crosswise)
        if choice is None:
            return _Found(*linked(self.ground, at.pose, crosswise))
        return _Found(choice.poses, None, choice.own, choice.keeps)
