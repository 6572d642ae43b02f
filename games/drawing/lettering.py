"""Words in pictures: what the shipped fonts can write, how wide it is, and as SVG.

Nothing here asks the machine for a font, so a picture looks the same wherever it is drawn.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from typing import Final, Literal

from PIL import ImageFont

from games.drawing.strokes import attributes, number

Face = Literal["headline", "plain"]

FAMILIES: Final[dict[Face, str]] = {"headline": "Noto Serif", "plain": "Noto Sans"}
_FONTS = files("games.drawing").joinpath("fonts")
FONT_FILES: Final[dict[Face, str]] = {
    "headline": str(_FONTS.joinpath("NotoSerif-Bold.ttf")),
    "plain": str(_FONTS.joinpath("NotoSans-Regular.ttf")),
}
_MEASURED_AT = 64
# Kerning makes a line a little narrower or wider than the sum of its letters.
_KERNING = 1.01


def written(text: str) -> str:
    """Return a text as far as the fonts can write it, in one line.

    A letter that they lack stands without its accents, if they have it so; a sign that they lack
    (an emoji, another script) is left out, for the box that stands for it says nothing.
    """
    signs = "".join(map(_written, unicodedata.normalize("NFC", text)))
    return " ".join(signs.split())


def fitted(text: str, face: Face, size: float, width: float) -> str:
    """Return a written text, cut where it would be wider than `width` pixels."""
    text = written(text)
    if measure(text, face, size) <= width:
        return text
    while text and measure(f"{text}…", face, size) > width:
        text = text[:-1].rstrip()
    return f"{text}…"


def wrapped(text: str, face: Face, size: float, width: float, most: int) -> list[str]:
    """Return a text in at most so many lines, cut where there is no room for more."""
    lines: list[str] = []
    words = written(text).split()
    while words and len(lines) < most - 1:
        count = 1
        while count < len(words) and _fits(words[: count + 1], face, size, width):
            count += 1
        lines.append(fitted(" ".join(words[:count]), face, size, width))
        words = words[count:]
    return [*lines, fitted(" ".join(words), face, size, width)] if words else lines


def measure(text: str, face: Face, size: float) -> float:
    """Return how wide a text is, in pixels."""
    return _font(face).getlength(text) * size / _MEASURED_AT * _KERNING


def line(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    *,
    face: Face = "plain",
    end: bool = False,
) -> str:
    """Return a line of text as SVG, from `x` on or, at its `end`, up to it."""
    values = attributes(
        x=x,
        y=y,
        fill=colour,
        font_family=FAMILIES[face],
        font_size=number(size),
        font_weight="bold" if face == "headline" else None,
        text_anchor="end" if end else None,
    )
    return f"<text{values}>{escape(text)}</text>"


def _fits(words: list[str], face: Face, size: float, width: float) -> bool:
    return measure(" ".join(words), face, size) <= width


def _written(sign: str) -> str:
    if sign.isspace():
        return " "
    if _has(sign):
        return sign
    parts = unicodedata.normalize("NFKD", sign)
    return "".join(part for part in parts if not unicodedata.combining(part) and _has(part))


@cache
def _font(face: Face) -> ImageFont.FreeTypeFont:
    basic = ImageFont.Layout.BASIC
    return ImageFont.truetype(FONT_FILES[face], _MEASURED_AT, layout_engine=basic)


@lru_cache(2048)
def _has(sign: str) -> bool:
    """Whether both fonts have a sign: the one for what they lack has no height."""
    return all(_font(face).getmask(sign).size[1] > 0 for face in FONT_FILES)
