"""The plane as a board of bits: which cells a tile takes, so that what is free is one `&` away.

Whole numbers, a bit a cell and a row a `STRIDE`, hold what lies: a small window that is looked
through from the end of a tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import ceil, floor
from typing import Final, NamedTuple

from games.drawing.poses import Pose, unit

GRAIN: Final = 8
"""Steps a square: a tile's place is rounded to these before it is looked up."""

STEPS: Final = 2
"""How many steps a cell is wide."""

STRIDE: Final = 64
"""How many cells a window is wide, and high."""

_REACH: Final = 8
_CORNER: Final = (STRIDE // 2 - _REACH) * (STRIDE + 1)
BERTH: Final = 0.1
"""So much fatter than it is is a tile on every side, in squares: less than a fifth of a square
apart counts as meeting, as a rule.

Places and tiles are rounded: who lays a tile has to look closely.
"""

_SEEN: Final = 24
"""How many cells from the middle of a window a tile may be that is seen through it."""


def steps(tile: Pose) -> tuple[int, int]:
    """Return where a tile's centre is, in steps."""
    return round(tile.x * GRAIN), round(tile.y * GRAIN)


def cell(step: int) -> int:
    """Return the column or the row of a place."""
    return (step + STEPS // 2) // STEPS


def past(step: int) -> int:
    """Return how many steps a place is past the beginning of its cell."""
    return (step + STEPS // 2) % STEPS


@cache
def mask(axis: int, x: int, y: int, length: float = 2.0, berth: float = BERTH) -> int:
    """Return the cells of a tile that lies along `axis`, its centre `x` and `y` steps past one.

    They are those whose middle it covers, `_REACH` around that cell, if it were fatter by `berth`.
    """
    long, wide = length / 2 + berth, 0.5 + berth
    pitch = STEPS / GRAIN
    ux, uy = unit(axis)
    x_reach = long * abs(ux) + wide * abs(uy)
    y_reach = long * abs(uy) + wide * abs(ux)
    # From the middle of the cell to that of the tile.
    dx, dy = x / GRAIN - pitch / 2, y / GRAIN - pitch / 2
    bits = 0
    for row in _between(dy - y_reach, dy + y_reach, pitch):
        down = row * pitch - dy
        for column in _between(dx - x_reach, dx + x_reach, pitch):
            right = column * pitch - dx
            if abs(right * ux + down * uy) < long and abs(down * ux - right * uy) < wide:
                bits |= 1 << (row + _REACH) * STRIDE + column + _REACH
    return bits


def _between(low: float, high: float, pitch: float) -> range:
    """Return the cells whose middles lie between two places, both left out."""
    return range(floor(low / pitch) + 1, ceil(high / pitch))


class Lying(NamedTuple):
    """A tile on the board: the cell of its centre, and its own cells round that."""

    column: int
    row: int
    mask: int

    @classmethod
    def of(cls, tile: Pose) -> Lying:
        """Return the cells of a tile that lies somewhere."""
        x, y = steps(tile)
        return cls(cell(x), cell(y), mask(tile.axis % 180, past(x), past(y)))


def seen(tiles: Iterable[Lying], column: int, row: int) -> int:
    """Return tiles as seen in a window round a cell; what is far from there is not."""
    cells = 0
    for to_column, to_row, own in tiles:
        right, down = to_column - column, to_row - row
        if -_SEEN <= right <= _SEEN and -_SEEN <= down <= _SEEN:
            cells |= own << down * STRIDE + right + _CORNER
    return cells
