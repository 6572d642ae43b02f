"""The totals of a match as a chart: a line a seat, told apart by shape, dash and colour.

The colours are the page's: a line is painted in `currentColor`, by the class of its seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from games.drawing.strokes import attributes, number

_WIDTH: Final = 300.0
_LEFT, _RIGHT = 32.0, 196.0
_TOP: Final = 10.0
_LEAST_HIGH: Final = 150.0
_BETWEEN_NAMES: Final = 15.0
_BETWEEN_ROUNDS: Final = 14.0
_LONGEST_NAME: Final = 11
_DASHES: Final = (None, "7 3", "2 3", "9 3 2 3")
# Where a shape begins beside its point, and the way round it from there.
_SHAPES: Final = (
    (-3.5, 0, "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"),
    (-3.2, -3.2, "h6.4v6.4h-6.4z"),
    (0, -4.2, "l4 7.2h-8z"),
    (0, -4.4, "l4.4 4.4-4.4 4.4-4.4-4.4z"),
    (0, 4.2, "l4-7.2h-8z"),
    (-1.4, -4, "h2.8v2.6h2.6v2.8h-2.6v2.6h-2.8v-2.6h-2.6v-2.8h2.6z"),
)


@dataclass(frozen=True)
class Course:
    """How a seat's total went: its value at every stop, the first before anything was played."""

    name: str
    totals: Sequence[int]
    is_mine: bool = False


@dataclass(frozen=True)
class _Scale:
    """Where values and stops lie in the picture."""

    stops: int
    top: int
    bottom_y: float

    def x(self, stop: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * stop / max(1, self.stops - 1)

    def y(self, value: int) -> float:
        return self.bottom_y - (self.bottom_y - _TOP) * value / self.top


def chart(
    courses: Sequence[Course], stops: Sequence[str], *, here: int | None = None, title: str
) -> str:
    """Return the chart as SVG: `stops` are written below it, and the one that is `here` is marked.

    A stop without a text is not written. `title` says in words what the chart shows.
    """
    most = max((value for course in courses for value in course.totals), default=0)
    step = _step(max(most, 1))
    high = max(_LEAST_HIGH, _BETWEEN_NAMES * len(courses))
    scale = _Scale(len(stops), step * -(-max(most, 1) // step), _TOP + high)
    size = attributes(
        class_="chart",
        viewBox=f"0 0 {number(_WIDTH)} {number(scale.bottom_y + 26)}",
        role="img",
        aria_label=title,
    )
    ends = [scale.y(course.totals[-1]) for course in courses]
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg"{size}>',
            _here(scale, here),
            *(_grid(scale, value) for value in range(0, scale.top + 1, step)),
            *_stops(scale, stops, here),
            *(
                _line(scale, seat, course, y)
                for (seat, course), y in zip(enumerate(courses), _apart(ends, scale), strict=True)
            ),
            "</svg>",
        ]
    )


def _step(most: int) -> int:
    """Return a round distance between grid lines that makes at most five of them."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if most <= 5 * factor * size:
                return factor * size
        size *= 10


def _here(scale: _Scale, here: int | None) -> str:
    """Return the band behind the stop that is looked at."""
    if here is None:
        return ""
    band = attributes(
        class_="chart-here",
        x=scale.x(here) - 7,
        y=_TOP - 6,
        width=14,
        height=scale.bottom_y - _TOP + 28,
        rx=4,
    )
    return f"<rect{band}/>"


def _grid(scale: _Scale, value: int) -> str:
    y = scale.y(value)
    line = attributes(class_="chart-grid", d=f"M{number(_LEFT)} {number(y)}H{number(_RIGHT)}")
    text = attributes(x=_LEFT - 8, y=y + 4, text_anchor="end")
    return f"<path{line}/><text{text}>{value}</text>"


def _stops(scale: _Scale, stops: Sequence[str], here: int | None) -> list[str]:
    """Return the texts of as many stops as have room, the one looked at always among them."""
    every = 1
    while every * (_RIGHT - _LEFT) / max(1, len(stops) - 1) < _BETWEEN_ROUNDS:
        every += 1
    kept = here if here is not None else len(stops) - 1
    return [
        _stop(scale, index, stop, is_here=index == here)
        for index, stop in enumerate(stops)
        if stop and (index - kept) % every == 0
    ]


def _stop(scale: _Scale, index: int, text: str, *, is_here: bool) -> str:
    given = attributes(
        class_="chart-stop chart-now" if is_here else "chart-stop",
        x=scale.x(index),
        y=scale.bottom_y + 18,
        text_anchor="middle",
    )
    return f"<text{given}>{escape(text)}</text>"


def _line(scale: _Scale, seat: int, course: Course, name_y: float) -> str:
    """Return a seat's line with its shape at every stop, and its name where the line ends."""
    points = [(scale.x(stop), scale.y(value)) for stop, value in enumerate(course.totals)]
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    drawn = attributes(
        d=d,
        fill="none",
        stroke="currentColor",
        stroke_width=3 if course.is_mine else 1.75,
        stroke_dasharray=_DASHES[seat % len(_DASHES)],
        stroke_linejoin="round",
    )
    last_x, last_y = points[-1]
    lead = f"M{number(last_x + 5)} {number(last_y)}L{number(_RIGHT + 14)} {number(name_y)}"
    mine = " chart-mine" if course.is_mine else ""
    return (
        f'<g class="chart-seat chart-seat-{seat % len(_SHAPES)}{mine}">'
        f"<title>{escape(course.name)}</title><path{drawn}/>"
        f'<path class="chart-lead" d="{lead}" stroke="currentColor"/>'
        + _shapes(seat, [*points[1:], (_RIGHT + 20, name_y)])
        + f'<text x="{number(_RIGHT + 29)}" y="{number(name_y + 4)}">'
        f"{escape(_short(course.name))}</text></g>"
    )


def _shapes(seat: int, points: Sequence[tuple[float, float]]) -> str:
    """Return a seat's sign at points: those of the first six are filled, the others' hollow."""
    dx, dy, way = _SHAPES[seat % len(_SHAPES)]
    given = attributes(
        class_="chart-hollow" if seat >= len(_SHAPES) else None,
        d="".join(f"M{number(x + dx)} {number(y + dy)}{way}" for x, y in points),
        fill="currentColor",
        stroke="currentColor",
        stroke_width=1.25,
    )
    return f"<path{given}/>"


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1].rstrip() + "…"


def _apart(ends: Sequence[float], scale: _Scale) -> list[float]:
    """Return where names stand beside the ends of their lines, so that none covers another."""
    order = sorted(range(len(ends)), key=lambda seat: (ends[seat], seat))
    places: dict[int, float] = {}
    above = _TOP - _BETWEEN_NAMES
    for seat in order:
        above = places[seat] = max(ends[seat], above + _BETWEEN_NAMES)
    below = scale.bottom_y + _BETWEEN_NAMES
    for seat in reversed(order):
        below = places[seat] = min(places[seat], below - _BETWEEN_NAMES)
    return [places[seat] for seat in range(len(ends))]
