"""The colours of a picture: by day, by night and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

# What the pages have around their tables, by day.
PAPER: Final = "#f6efe3"
INK: Final = "#2a211b"
SOFT_INK: Final = "#64564a"
RULE: Final = "#dccfb9"
FELT: Final = "#1f6a4f"

ThemeName = Literal["light", "dark", "print"]


@dataclass(frozen=True)
class Theme:
    """What each part of a picture is painted with."""

    board: str
    rim: str
    face: str
    edge: str
    line: str
    shade: str
    newest: str
    foot: str
    open: str
    on_open: str


THEMES: dict[ThemeName, Theme] = {
    "light": Theme(
        board="#27694f",
        rim="#1d5540",
        face="#fffaf0",
        edge="#d9c9aa",
        line="#b9a681",
        shade="#0a2a1e",
        newest="#ffc94d",
        foot="#ff9d80",
        open="#fff3cf",
        on_open="#1d5540",
    ),
    "dark": Theme(
        board="#173a2d",
        rim="#0f2a20",
        face="#efe6d3",
        edge="#b8a888",
        line="#9c8b6b",
        shade="#04120c",
        newest="#ffc94d",
        foot="#ff9d80",
        open="#f5e3b0",
        on_open="#173a2d",
    ),
    "print": Theme(
        board="#ffffff",
        rim="#999999",
        face="#ffffff",
        edge="#333333",
        line="#777777",
        shade="#ffffff",
        newest="#111111",
        foot="#8a3a1c",
        open="#ffffff",
        on_open="#111111",
    ),
}
