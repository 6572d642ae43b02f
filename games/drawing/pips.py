"""The pips of a half tile, 0 to 18: where they are, how large, and in which colour."""

from __future__ import annotations

from functools import cache

COLOURS = (
    "#2a211b",
    "#1769aa",
    "#2e7d32",
    "#c0261d",
    "#7a4a2b",
    "#2b3596",
    "#a85b00",
    "#8a1f9c",
    "#00756a",
    "#3f4a52",
    "#c43c0c",
    "#5c6bc0",
    "#ad1457",
    "#4f7a1c",
    "#5d3a8e",
    "#00708f",
    "#6f6a00",
    "#a02c55",
    "#1f1f1f",
)
"""A colour for each number of pips, all dark enough on ivory; the pips themselves tell it too."""

_PITCH = {1: 0.27, 2: 0.54, 3: 0.27, 4: 0.205, 5: 0.165, 6: 0.138}
_SIZE = {3: 0.2, 4: 0.168, 5: 0.142, 6: 0.12}


def size(pips: int) -> float:
    """Return the width of one pip, in squares."""
    return _SIZE[_rows(pips)]


@cache
def spots(pips: int) -> tuple[tuple[float, float], ...]:
    """Return the pips' centres in a square round (0, 0), x along the tile.

    Up to nine as on every domino; more stand in three lines along the tile, the middle one
    with what the outer ones leave.
    """
    if pips == 1:
        return ((0.0, 0.0),)
    if pips in {2, 3}:
        middle = ((0.0, 0.0),) if pips == 3 else ()
        return ((-0.27, -0.27), *middle, (0.27, 0.27))
    outer = _outer(pips)
    lines = ((-0.27, outer), (0.0, pips - 2 * outer), (0.27, outer))
    rows = _rows(pips)
    return tuple((x, y) for y, number in lines for x in _line(number, rows))


def _outer(pips: int) -> int:
    """Return how many pips the two outer lines have each."""
    return 2 * (pips > 3) + (pips > 5) + (pips > 9) + (pips > 12) + (pips > 15)


def _rows(pips: int) -> int:
    return max(3, _outer(pips))


def _line(number: int, rows: int) -> list[float]:
    """Return the places of the pips of one line, spread over its length."""
    if number < 2:
        return [0.0] * number
    length = _PITCH[rows] * (rows - 1)
    return [round(length * (i / (number - 1) - 0.5), 3) for i in range(number)]
