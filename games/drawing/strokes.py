"""The shapes of a picture as SVG text: tiles, their shadows, rings and marks.

Only presentation attributes, no `style` and no `id`: a page with a strict Content-Security-Policy
may hold many of these, and its style sheet may repaint them by their classes.
"""

from __future__ import annotations

from html import escape

from games.drawing import pips as dots
from games.drawing.poses import Pose
from games.drawing.theme import Theme

_INSET = 0.03


def number(value: float) -> str:
    """Return a length or a coordinate, short."""
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def attributes(**values: str | float | None) -> str:
    """Return attributes, `_` written as `-`; those without a value are left out."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in values.items()
        if value is not None
    )


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def placed(pose: Pose) -> str:
    """Return the transform that brings a lying tile (its near half to the left) to its pose."""
    turn = f" rotate({pose.axis})" if pose.axis else ""
    return f"translate({number(pose.x)} {number(pose.y)}){turn}"


def slab(grow: float = 0.0, **values: str | float | None) -> str:
    """Return the outline of a lying tile, `grow` wider on every side."""
    half = 1 - _INSET + grow, 0.5 - _INSET + grow
    return (
        f'<rect x="{number(-half[0])}" y="{number(-half[1])}" width="{number(2 * half[0])}"'
        f' height="{number(2 * half[1])}" rx="{number(max(0.05, 0.13 + grow))}"'
        f"{attributes(**values)}/>"
    )


def face(near: int, far: int, theme: Theme) -> str:
    """Return a lying tile: its slab, the line across and the pips."""
    return (
        slab(class_="cf-face", fill=theme.face, stroke=theme.edge, stroke_width=0.035)
        + f'<path class="cf-line" d="M0-.33V.33" stroke="{theme.line}" stroke-width=".04"'
        ' stroke-linecap="round"/>' + _half(near, -0.5) + _half(far, 0.5)
    )


def _half(pips: int, x: float) -> str:
    """Return the pips of a half: dots are strokes without length, the shortest way to say them."""
    if not pips:
        return ""
    d = "".join(f"M{number(x + dx)} {number(dy)}h0" for dx, dy in dots.spots(pips))
    return (
        f'<path class="cf-pips cf-pips-{pips}" d="{d}" fill="none" stroke="{dots.COLOURS[pips]}"'
        f' stroke-width="{number(dots.size(pips))}" stroke-linecap="round"/>'
    )


def plus(x: float, y: float, theme: Theme, size: float = 0.26) -> str:
    """Return the sign that a tile may be laid here."""
    arm = size * 0.55
    return (
        f'<circle class="cf-open" cx="{number(x)}" cy="{number(y)}" r="{number(size)}"'
        f' fill="{theme.open}"/>'
        f'<path class="cf-plus" d="M{number(x - arm)} {number(y)}h{number(2 * arm)}'
        f'M{number(x)} {number(y - arm)}v{number(2 * arm)}" stroke="{theme.on_open}"'
        f' stroke-width="{number(size * 0.3)}" stroke-linecap="round"/>'
    )
