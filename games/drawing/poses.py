"""Where a tile can lie, when two tiles overlap, and what space the laid tiles leave.

Lengths are in squares (a tile is 2 by 1), angles in whole degrees, x to the right and y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

TOUCH = 1e-4
"""How far two tiles may reach into each other and still count as only touching."""

_CELL = 2.5

T = TypeVar("T")
_UNIT = tuple(
    (round(math.cos(math.radians(a)), 9), round(math.sin(math.radians(a)), 9)) for a in range(360)
)


class Pose(NamedTuple):
    """A tile's centre, the direction it grows in, whether it lies across it, its long axis."""

    x: float
    y: float
    angle: int
    crosswise: bool
    ux: float
    uy: float

    @property
    def axis(self) -> int:
        """The direction of the tile's long side, in degrees."""
        return (self.angle + 90) % 360 if self.crosswise else self.angle

    def ahead(self, dx: float, dy: float) -> tuple[float, float]:
        """The point `dx` forward and `dy` to the right of the centre."""
        c, s = _UNIT[self.angle]
        return self.x + dx * c - dy * s, self.y + dx * s + dy * c

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, in order round the tile."""
        dx, dy = (0.5, 1.0) if self.crosswise else (1.0, 0.5)
        return tuple(self.ahead(*p) for p in ((-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)))


def pose(x: float, y: float, angle: int, crosswise: bool = False) -> Pose:
    """The pose of a tile whose centre and direction are given."""
    ux, uy = _UNIT[(angle + 90 * crosswise) % 360]
    return Pose(x, y, angle % 360, crosswise, ux, uy)


def unit(angle: int) -> tuple[float, float]:
    """The step of length one in a direction given in degrees."""
    return _UNIT[angle % 360]


class Box(NamedTuple):
    """The smallest upright box round all tiles, in squares."""

    left: float
    top: float
    right: float
    bottom: float

    def round(self, poses: Iterable[Pose]) -> Box:
        """The box that holds these tiles too."""
        left, top, right, bottom = self
        for x, y, _, _, ux, uy in poses:
            wide, high = abs(ux) + abs(uy) / 2, abs(uy) + abs(ux) / 2
            left, top = min(left, x - wide), min(top, y - high)
            right, bottom = max(right, x + wide), max(bottom, y + high)
        return Box(left, top, right, bottom)

    @property
    def width(self) -> float:
        """How wide it is, in squares."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high it is, in squares."""
        return self.bottom - self.top


class Joint(NamedTuple):
    """A step to where a tile may be joined, the turn it takes, and how little it is liked."""

    dx: float
    dy: float
    turn: int
    cost: float = 0.0


def clear(tile: Pose, others: Iterable[Pose], gap: float = -TOUCH, but: Pose | None = None) -> bool:
    """Whether a tile keeps `gap` from the others along a separating axis; `but` may touch it."""
    x, y, _, _, ux, uy = tile
    far = (5**0.5 + gap) ** 2
    for other in others:
        ox, oy, _, _, wx, wy = other
        dx, dy = ox - x, oy - y
        square = dx * dx + dy * dy
        if square >= far:
            continue
        if square < 0.99:
            return False
        c, s = abs(ux * wx + uy * wy), abs(ux * wy - uy * wx)
        room = -TOUCH if other == but else gap
        long, short = 1 + c + s / 2 + room, 0.5 + s + c / 2 + room
        if not (
            abs(dx * ux + dy * uy) >= long
            or abs(dx * wx + dy * wy) >= long
            or abs(dy * ux - dx * uy) >= short
            or abs(dy * wx - dx * wy) >= short
        ):
            return False
    return True


class Grid(Generic[T]):
    """Things in the plane, found again by where they lie: all within a pitch, and some beyond."""

    def __init__(self, pitch: float) -> None:
        self._pitch = pitch
        self._near: dict[tuple[int, int], tuple[T, ...]] = {}

    def copy(self) -> Grid[T]:
        """The same things, to be added to without changing this grid."""
        grid = Grid[T](self._pitch)
        grid._near = self._near.copy()
        return grid

    def add(self, x: float, y: float, thing: T) -> None:
        """Put a thing at a place."""
        i, j, near = int(x // self._pitch), int(y // self._pitch), self._near
        for column in (i - 1, i, i + 1):
            for cell in ((column, j - 1), (column, j), (column, j + 1)):
                near[cell] = (*near.get(cell, ()), thing)

    def near(self, x: float, y: float) -> tuple[T, ...]:
        """The things near a place."""
        return self._near.get((int(x // self._pitch), int(y // self._pitch)), ())


class Space:
    """The laid tiles, found again by where they lie."""

    def __init__(self) -> None:
        self._tiles = Grid[Pose](_CELL)

    def copy(self) -> Space:
        """The same tiles, to be added to without changing this space."""
        space = Space()
        space._tiles = self._tiles.copy()
        return space

    def add(self, tile: Pose) -> None:
        """Lay a tile here."""
        self._tiles.add(tile.x, tile.y, tile)

    def near(self, tile: Pose) -> tuple[Pose, ...]:
        """The laid tiles that could overlap this one."""
        return self._tiles.near(tile.x, tile.y)
