"""Which ways lead out of a table: what is free on the coarse board, flooded from outside.

An end that has no free cell before it from which one comes out is in a pocket, where a long line
finds no room however much there is beyond.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.drawing.board import COARSE, GRAIN

_STRIDE = COARSE.stride
_RIM = 6
_AT_ONCE = 2
LOST: Final = 20
"""How deep an end counts that has no way out, in rounds of the flood."""


def depth(
    doors: Iterable[int], blocked: int, left: float, top: float, right: float, bottom: float
) -> int:
    """Return how deep some ends are in a table, added up: the rounds of the flood to their doors.

    An end is given by the cells before it; one that no flood reaches counts `LOST`.
    """
    area, north = _area(*_cells(left, top, right, bottom))
    free = area & ~(blocked >> north * _STRIDE)
    seen, before = free & _rim(area), 0
    waiting = [door >> north * _STRIDE for door in doors]
    deep = 0
    while waiting and seen != before:
        before = seen
        waiting = [door for door in waiting if not door & seen]
        deep += len(waiting)
        for _ in range(_AT_ONCE):
            seen = _spread(seen, free)
    return deep + LOST * len(waiting)


def _spread(seen: int, free: int) -> int:
    wide = seen | (seen << 1 | seen >> 1) & free
    return wide | (wide << _STRIDE | wide >> _STRIDE) & free


@lru_cache(256)
def _area(west: int, north: int, east: int, south: int) -> tuple[int, int]:
    """Return all cells of a box, counted from its first row, and that row."""
    row = (1 << east - west + 1) - 1 << west
    return sum(row << number * _STRIDE for number in range(south - north + 1)), north


@lru_cache(256)
def _rim(area: int) -> int:
    inner = area & area << 1 & area >> 1 & area << _STRIDE & area >> _STRIDE
    return area & ~inner


def _cells(left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
    """Return the first and last columns and rows to look at: the box, and what is round it."""
    low = (_cell(left) - _RIM, _cell(top) - _RIM)
    high = (_cell(right) + _RIM, _cell(bottom) + _RIM)
    return (
        max(0, low[0]),
        max(0, low[1]),
        min(_STRIDE - 1, high[0]),
        min(_STRIDE - 1, high[1]),
    )


def _cell(value: float) -> int:
    return round(value * GRAIN / COARSE.steps) + _STRIDE // 2
