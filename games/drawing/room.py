"""Every place there is at a crowded end, for a tile or for a foot, and beyond it for a link."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from games.drawing.joints import all_joints
from games.drawing.poses import Pose, Space, clear, pose, unit

Poses = tuple[Pose, ...]
Options = Iterator[tuple[float, Poses]]

_GAP = 0.06
"""How far tiles keep from each other where it is crowded, in squares, as long as they can."""


class Room:
    """The space of a table as one looks for room in it."""

    def __init__(self, space: Space, is_last: bool = False) -> None:
        """The last room to look for something in has no gaps, and toes in all places."""
        self.space, self.gap = space, 0.0 if is_last else _GAP
        self._line, self._across, liked, every = all_joints()
        self._toes = every if is_last else liked

    def free(self, tile: Pose, parent: Pose) -> bool:
        """Whether a tile fits here; it may touch its parent alone."""
        return clear(tile, self.space.near(tile), self.gap, parent)

    def lines(self, end: Pose) -> Options:
        """The ways to lay a tile that is no double on the far end of `end`."""
        for cost, tile in self._line.of(end):
            if self.free(tile, end):
                yield cost, (tile,)

    def feet(self, end: Pose, each: int = 2) -> Options:
        """The ways to lay a double and its three toes there, up to `each` a way of the double."""
        for cost, double in self._across.of(end):
            if self.free(double, end):
                for toes_cost, toes in islice(self.toes(double), each):
                    yield cost + toes_cost, (double, *toes)

    def toes(self, double: Pose) -> Options:
        """The ways to lay three toes on a double."""
        free = [(c, t) for c, t in self._toes.of(double) if self.free(t, double)]
        for i, (cost_a, a) in enumerate(free):
            rest = [(c, t) for c, t in free[i + 1 :] if clear(t, (a,), self.gap)]
            for j, (cost_b, b) in enumerate(rest):
                for cost_c, c in rest[j + 1 :]:
                    if clear(c, (b,), self.gap):
                        yield cost_a + cost_b + cost_c, (a, b, c)


def linked(space: Space, at: Pose, crosswise: bool) -> tuple[Poses, tuple[float, float]]:
    """Return the nearest free place where nothing beside an end is, and where a link begins."""
    room = Room(space)
    start = at.ahead(*((0.5, 0) if at.crosswise else (1, 0)))
    for distance in count(2):
        for turn in sorted(range(0, 360, 15), key=lambda turn: min(turn, 360 - turn)):
            c, s = unit(at.angle + turn)
            x, y = start[0] + distance * c / 2, start[1] + distance * s / 2
            tile = pose(round(x, 6), round(y, 6), at.angle + turn, crosswise)
            toes = next(room.toes(tile), None) if crosswise else (0.0, ())
            if toes and room.free(tile, at):
                return (tile, *toes[1]), start
    raise AssertionError  # the plane has no end
