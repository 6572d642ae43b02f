"""Every place there is at a crowded end, for a tile or for a foot, and beyond it for a link."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import count, islice
from typing import Final, NamedTuple

from games.drawing.board import STEPS, cell, seen, steps
from games.drawing.ground import Ground
from games.drawing.joints import Joints, all_joints
from games.drawing.poses import TOUCH, Pose, clear, pose, unit
from games.drawing.ways import lying

Poses = tuple[Pose, ...]
Options = Iterator[tuple[float, Poses]]

_GAP: Final = -TOUCH
"""How far tiles keep from each other where it is crowded, in squares."""

_CORE: Final = -0.2
"""By how much the core of a tile is fatter than it: what meets the core overlaps the tile, but for
one place in some ten thousand, since places are rounded."""

_EACH: Final = 2
_KEPT: Final = 128


class _Contact(NamedTuple):
    """A way to touch: its number, its cost, the step there, and the cells of the tile's core."""

    number: int
    cost: float
    step: Pose
    core: int


class Room:
    """The ground of a table as one looks for room in it, among all contacts there are."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def lines(self, end: Pose) -> Options:
        """The ways to lay a tile that is no double on the far end of `end`."""
        for _, cost, tile in self._free(all_joints().line, end):
            yield cost, (tile,)

    def feet(self, end: Pose) -> Options:
        """The ways to lay a double and its three toes there, a few with each way of the double."""
        for _, cost, double in self._free(all_joints().across, end):
            for toes_cost, toes in islice(self.toes(double), _EACH):
                yield cost + toes_cost, (double, *toes)

    def toes(self, double: Pose) -> Options:
        """The ways to lay three toes on a double; the worst of three is the best there is first."""
        beside, places = _beside(), 0
        free: dict[int, tuple[float, Pose]] = {}
        for number, cost, toe in self._free(all_joints().toes, double):
            others = places & beside[number]
            for two in _bits(others):
                for three in _bits(others & beside[two] & -1 << two):
                    (cost_b, b), (cost_c, c) = free[two], free[three]
                    yield cost + cost_b + cost_c, (b, c, toe)
            places |= 1 << number
            free[number] = cost, toe

    def is_free(self, tile: Pose, parent: Pose) -> bool:
        """Whether a tile fits here; it may touch its parent alone."""
        return clear(tile, self._ground.space.near(tile), _GAP, parent)

    def _free(self, joints: Joints, parent: Pose) -> Iterator[tuple[int, float, Pose]]:
        """Yield the number, the cost and the pose of each joint that has room at a tile."""
        x, y = steps(parent)
        taken = self._ground.view(cell(x), cell(y))
        for number, cost, step, core in _contacts(joints, parent.angle, x % STEPS, y % STEPS):
            if not core & taken:
                _, _, angle, across, ux, uy = step
                tile = Pose(parent.x + step.x, parent.y + step.y, angle, across, ux, uy)
                if self.is_free(tile, parent):
                    yield number, cost, tile


@lru_cache(_KEPT)
def _contacts(joints: Joints, angle: int, x: int, y: int) -> tuple[_Contact, ...]:
    """Return the joints of a tile that lies `x` and `y` steps past a cell, the best liked first."""
    return tuple(
        _Contact(number, cost, step, seen((lying(step, x, y, berth=_CORE),), 0, 0))
        for number, (cost, step) in enumerate(joints.of(pose(0, 0, angle)))
    )


@cache
def _beside() -> list[int]:
    """Return for each joint of a toe those (bits) at which another can lie beside it."""
    toes = [toe for _, toe in all_joints().toes.of(pose(0, 0, 0))]
    return [sum(1 << j for j, b in enumerate(toes) if clear(a, (b,), _GAP)) for a in toes]


def _bits(bits: int) -> Iterator[int]:
    """Yield which bits of a number are set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def linked(ground: Ground, at: Pose, crosswise: bool) -> tuple[Poses, tuple[float, float]]:
    """Return the nearest free place where nothing beside an end is, and where a link begins."""
    room = Room(ground)
    start = at.ahead(*((0.5, 0) if at.crosswise else (1, 0)))
    for distance in count(2):
        for turn in sorted(range(0, 360, 15), key=lambda turn: min(turn, 360 - turn)):
            c, s = unit(at.angle + turn)
            x, y = start[0] + distance * c / 2, start[1] + distance * s / 2
            tile = pose(round(x, 6), round(y, 6), at.angle + turn, crosswise)
            if room.is_free(tile, at):
                toes = next(room.toes(tile), None) if crosswise else (0.0, ())
                if toes:
                    return (tile, *toes[1]), start
    raise AssertionError  # the plane has no end
