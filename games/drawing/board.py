"""The plane as a board of bits: which cells a tile takes, so that what is free is one `&` away.

Whole numbers, a bit a cell and a row a `stride`, hold a table in two grains: the fine one says
where tiles lie, the coarse one where another may still pass between them.
"""

from __future__ import annotations

from functools import cache
from math import ceil, floor
from typing import Final

from games.drawing.poses import Pose, unit

GRAIN: Final = 8
"""Steps a square: a tile's place is rounded to these before it is looked up."""


def steps(tile: Pose) -> tuple[int, int]:
    """Return where a tile's centre is, in steps."""
    return round(tile.x * GRAIN), round(tile.y * GRAIN)


class Board:
    """One grain of the plane."""

    def __init__(self, steps: int, stride: int, reach: int, berth: float) -> None:
        """A cell is `steps` wide, a row `stride` cells long; masks reach `reach` cells around.

        Tiles are `berth` squares fatter on every side than they are.
        """
        self.steps, self.stride, self.reach, self.berth = steps, stride, reach, berth
        self.corner = (stride // 2 - reach) * (stride + 1)
        self.edge = (stride // 2 - reach - 1) * steps

    def shift(self, x: int, y: int) -> int:
        """Return by how much a mask has to be shifted to lie at a place, given in steps."""
        half = self.steps // 2
        return (y + half) // self.steps * self.stride + (x + half) // self.steps + self.corner

    def past(self, step: int) -> int:
        """Return how many steps a place is past the beginning of its cell."""
        return (step + self.steps // 2) % self.steps

    def holds(self, x: int, y: int) -> bool:
        """Whether a mask at a place lies on the board as a whole."""
        return -self.edge < x < self.edge and -self.edge < y < self.edge

    @cache  # noqa: B019 - there are two boards, and they live as long as the process
    def tile(self, axis: int, x: int, y: int, length: float = 2.0) -> int:
        """Return the mask of a tile that lies along `axis`, its centre `x` and `y` steps past."""
        return self.box(0, 0, axis, length / 2 + self.berth, 0.5 + self.berth, x, y)

    def under(self, tile: Pose) -> int:
        """Return the cells of a tile that lies on the board, none if it lies beyond."""
        x, y = steps(tile)
        if not self.holds(x, y):
            return 0
        return self.tile(tile.axis % 180, self.past(x), self.past(y)) << self.shift(x, y)

    def box(self, dx: float, dy: float, axis: int, long: float, wide: float, x: int, y: int) -> int:
        """Return the mask of a turned box, `dx` and `dy` squares from a place in its cell."""
        pitch = self.steps / GRAIN
        ux, uy = unit(axis)
        more = pitch / 2 * (abs(ux) + abs(uy))
        x_reach = long * abs(ux) + wide * abs(uy) + pitch / 2
        y_reach = long * abs(uy) + wide * abs(ux) + pitch / 2
        # From the middle of the place's own cell to the middle of the box.
        dx, dy = dx + x / GRAIN - pitch / 2, dy + y / GRAIN - pitch / 2
        bits = 0
        for row in _between(dy - y_reach, dy + y_reach, pitch):
            down = row * pitch - dy
            for column in _between(dx - x_reach, dx + x_reach, pitch):
                right = column * pitch - dx
                if (
                    abs(right * ux + down * uy) < long + more
                    and abs(down * ux - right * uy) < wide + more
                ):
                    bits |= 1 << (row + self.reach) * self.stride + column + self.reach
        return bits


def _between(low: float, high: float, pitch: float) -> range:
    """Return the cells whose middles lie between two places, both left out."""
    return range(floor(low / pitch) + 1, ceil(high / pitch))


FINE: Final = Board(2, 320, 30, 0.1)
"""Where tiles lie: less than a tenth of a square from each other counts as meeting, as a rule.

Places are rounded, that of a way on from an end twice: who lays a tile has to look closely.
"""

COARSE: Final = Board(4, 160, 19, 1.0)
"""Where another tile may pass: not nearer than a square to one that lies."""
