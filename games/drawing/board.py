"""The plane as boards of bits: which cells a tile takes, so that what is free is one `&` away.

Whole numbers, a bit a cell and a row a `stride`, hold what lies: on the fine board, a small window
that is looked through from the end of a tile, where tiles lie; on the coarse one, which is the
whole table, where another may still pass between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import ceil, floor
from typing import Final, NamedTuple

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

    def cell(self, step: int) -> int:
        """Return the column or the row of a place."""
        return (step + self.steps // 2) // self.steps

    def shift(self, x: int, y: int) -> int:
        """Return by how much a mask has to be shifted to lie at a place, given in steps."""
        return self.cell(y) * self.stride + self.cell(x) + self.corner

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
        """Return the cells whose middle is in a turned box, `dx` and `dy` squares from a place."""
        pitch = self.steps / GRAIN
        ux, uy = unit(axis)
        x_reach = long * abs(ux) + wide * abs(uy)
        y_reach = long * abs(uy) + wide * abs(ux)
        # From the middle of the place's own cell to the middle of the box.
        dx, dy = dx + x / GRAIN - pitch / 2, dy + y / GRAIN - pitch / 2
        bits = 0
        for row in _between(dy - y_reach, dy + y_reach, pitch):
            down = row * pitch - dy
            for column in _between(dx - x_reach, dx + x_reach, pitch):
                right = column * pitch - dx
                if abs(right * ux + down * uy) < long and abs(down * ux - right * uy) < wide:
                    bits |= 1 << (row + self.reach) * self.stride + column + self.reach
        return bits


def _between(low: float, high: float, pitch: float) -> range:
    """Return the cells whose middles lie between two places, both left out."""
    return range(floor(low / pitch) + 1, ceil(high / pitch))


FINE: Final = Board(2, 64, 8, 0.1)
"""A window on where tiles lie: less than a fifth of a square apart counts as meeting, as a rule.

Places and tiles are rounded: who lays a tile has to look closely.
"""

COARSE: Final = Board(8, 80, 6, 1.0)
"""Where another tile may pass: not nearer than a square to one that lies."""

_SEEN: Final = 24
"""How many cells from the middle of a window a tile may be that is seen through it."""

_STRIDE, _CORNER = FINE.stride, FINE.corner


class Lying(NamedTuple):
    """A tile on the fine board: the cell of its centre, and its own cells round that."""

    column: int
    row: int
    mask: int

    @classmethod
    def of(cls, tile: Pose) -> Lying:
        """Return the cells of a tile that lies somewhere."""
        x, y = steps(tile)
        mask = FINE.tile(tile.axis % 180, FINE.past(x), FINE.past(y))
        return cls(FINE.cell(x), FINE.cell(y), mask)


def seen(tiles: Iterable[Lying], column: int, row: int) -> int:
    """Return tiles as seen in a window round a cell; what is far from there is not."""
    cells = 0
    for to_column, to_row, mask in tiles:
        right, down = to_column - column, to_row - row
        if -_SEEN <= right <= _SEEN and -_SEEN <= down <= _SEEN:
            cells |= mask << down * _STRIDE + right + _CORNER
    return cells
