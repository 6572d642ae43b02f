"""A card, as chats and social pages show it beside a link: a table, and some words."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from games.drawing.geometry import Box, Layout, lay_out
from games.drawing.lettering import fitted, line, measure, wrapped, written
from games.drawing.palette import with_palette
from games.drawing.raster import raster
from games.drawing.strokes import attributes, face, number, slab
from games.drawing.svg import tiles
from games.drawing.theme import FELT, INK, PAPER, RULE, SOFT_INK, THEMES
from games.engine import Placement, Tile

SIZE: Final = (1200, 630)
"""The size that every chat and social page takes for a large picture."""


_PAINT = THEMES["light"]
_LEFT, _WORDS_END, _TOP, _BOTTOM = 56, 424, 48, 590
_BOARD = (464, 32, 704, 566)
_MARGIN = 28
# A table of few tiles shall not loom, and one of many gets all the room there is.
_LARGEST_SQUARE = 62.0
_ROW = 54.0
_HEADLINES = (60, 50, 42, 36)

_SIGN: Final = (
    (9, 9, 0.625, 2.2, 90),
    (9, 4, 2.053, 0.632, -40),
    (9, 1, 2.175, 2.2, 0),
    (9, 6, 2.053, 3.768, 40),
)
_SIGN_BOX: Final = Box(0.0, -0.55, 3.35, 4.95)
"""The sign of the house, a chicken foot, as `foot.svg` has it: pips, centre and angle."""


@dataclass(frozen=True)
class Words:
    """What a card says: a headline, a line below it, and rows of a name and a number."""

    brand: str
    headline: str
    line: str = ""
    rows: Sequence[tuple[str, str]] = ()


def card(
    words: Words,
    placements: Sequence[Placement] | None = None,
    arms: int = 0,
    newest: Collection[Tile] = (),
) -> bytes:
    """Return a card as a PNG: with a table (R4), or without one the sign of the house."""
    drawn = raster(card_svg(words, placements, arms, newest), has_words=True)
    return with_palette(drawn, smallest=False)


def card_svg(
    words: Words,
    placements: Sequence[Placement] | None = None,
    arms: int = 0,
    newest: Collection[Tile] = (),
) -> str:
    """Return a card as SVG."""
    wide, high = SIZE
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">',
            f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
            *_words(words),
            _board(),
            _sign() if placements is None else _table(lay_out(placements, arms), newest),
            "</svg>",
        ]
    )


def _board() -> str:
    x, y, wide, high = _BOARD
    return "<rect{}/>".format(
        attributes(
            x=x,
            y=y,
            width=wide,
            height=high,
            rx=24,
            fill=_PAINT.board,
            stroke=_PAINT.rim,
            stroke_width=4,
        )
    )


def _table(layout: Layout, newest: Collection[Tile]) -> str:
    box = layout.box.round([spot.pose for spot in layout.missing])
    return _centred(box, _LARGEST_SQUARE, tiles(layout, _PAINT, newest))


def _sign() -> str:
    places = [
        (f"translate({number(x)} {number(y)}) rotate({angle})", near, far)
        for near, far, x, y, angle in _SIGN
    ]
    shadows = "".join(f'<g transform="{place}">{slab(0.015)}</g>' for place, _, _ in places)
    drawn = "".join(
        f'<g transform="{at}">{face(near, far, _PAINT)}</g>' for at, near, far in places
    )
    shade = f'fill="{_PAINT.shade}" fill-opacity=".38" transform="translate(.05 .08)"'
    return _centred(_SIGN_BOX, math.inf, f"<g {shade}>{shadows}</g>{drawn}")


def _icon() -> str:
    """Return the icon of the house, as `icon.svg` has it for small places: 64 pixels wide."""
    toe = '<rect x="27" y="30" width="10" height="26" rx="3"'
    pips = ((18.5, 12.5), (27.5, 12.5), (23, 17), (18.5, 21.5), (27.5, 21.5))
    dots = "".join(f"M{x + half} {y}h0" for half in (0, 18) for x, y in pips)
    return (
        f'<rect width="64" height="64" rx="14" fill="{FELT}"/>'
        f'<g fill="{_PAINT.face}" stroke="{INK}" stroke-width="1.5">{toe}/>'
        f'{toe} transform="rotate(42 32 22)"/>{toe} transform="rotate(-42 32 22)"/>'
        f'<rect x="14" y="8" width="36" height="18" rx="4"/><path d="M32 9v16"/></g>'
        f'<path d="{dots}" stroke="{INK}" stroke-width="3.8" stroke-linecap="round"/>'
    )


def _centred(box: Box, most: float, drawn: str) -> str:
    """Return what is drawn in a box of squares in the middle of the board, as large as it fits.

    A square is `most` pixels wide at most.
    """
    x, y, wide, high = _BOARD
    square = min(
        most,
        (wide - 2 * _MARGIN) / max(box.width, 1),
        (high - 2 * _MARGIN) / max(box.height, 1),
    )
    dx = x + wide / 2 - square * (box.left + box.right) / 2
    dy = y + high / 2 - square * (box.top + box.bottom) / 2
    return (
        f'<g transform="translate({number(dx)} {number(dy)}) scale({number(square)})">{drawn}</g>'
    )


def _words(words: Words) -> list[str]:
    brand_at = _LEFT + 72
    brand = fitted(words.brand, "headline", 28, _WORDS_END - brand_at)
    drawn = [
        f'<g transform="translate({_LEFT} {_TOP - 6}) scale(.875)">{_icon()}</g>',
        line(brand, brand_at, _TOP + 32, 28, FELT, face="headline"),
    ]
    size, parts = _headline(words)
    y = _TOP + 80.0
    for part in parts:
        y += size * 1.12
        drawn.append(line(part, _LEFT, y, size, INK, face="headline"))
    y += 14
    for part in wrapped(words.line, "plain", 26, _WORDS_END - _LEFT, 2 if words.rows else 5):
        y += 36
        drawn.append(line(part, _LEFT, y, 26, SOFT_INK))
    return drawn + _rows(words.rows, y + 28)


def _headline(words: Words) -> tuple[int, list[str]]:
    """Return the headline, as large as it fits without a cut, and its size."""
    most = 2 if words.rows else 4
    for size in _HEADLINES:
        parts = wrapped(words.headline, "headline", size, _WORDS_END - _LEFT, most)
        if " ".join(parts) == written(words.headline):
            break
    return size, parts


def _rows(rows: Sequence[tuple[str, str]], top: float) -> list[str]:
    """Return names and numbers below each other, as large as there is room for all."""
    if not rows:
        return []
    high = min(_ROW, (_BOTTOM - top) / len(rows))
    size = min(30, high * 0.68)
    drawn = []
    for at, (name, value) in enumerate(rows):
        y = top + at * high
        room = _WORDS_END - _LEFT - measure(value, "plain", size) - 16
        drawn.append(f'<path d="M{_LEFT} {number(y)}H{_WORDS_END}" stroke="{RULE}"/>')
        middle = y + high / 2 + size * 0.36
        drawn.append(line(fitted(name, "plain", size, room), _LEFT, middle, size, INK))
        drawn.append(line(value, _WORDS_END, middle, size, INK, end=True))
    return drawn
