"""Tiles and lists of people in words, for sentences in any language."""

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext

from games.drawing import written
from games.engine import Tile

NUMBERS: Final = (
    gettext_lazy("blank"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
    gettext_lazy("ten"),
    gettext_lazy("eleven"),
    gettext_lazy("twelve"),
    gettext_lazy("thirteen"),
    gettext_lazy("fourteen"),
    gettext_lazy("fifteen"),
    gettext_lazy("sixteen"),
    gettext_lazy("seventeen"),
    gettext_lazy("eighteen"),
)
"""The names of the pips a square may have."""


def laid(tile: Tile) -> str:
    """Return a tile as what is laid, drawn or held: `4-9`, `the double nine`."""
    if not tile.is_double:
        return str(tile)
    return pgettext("what is laid", "the double %(number)s") % {"number": NUMBERS[tile.low]}


def joined_to(tile: Tile) -> str:
    """Return a tile as what another is joined to, which many languages decline otherwise."""
    if not tile.is_double:
        return str(tile)
    return pgettext("what is joined to", "the double %(number)s") % {"number": NUMBERS[tile.low]}


def several(names: Iterable[str]) -> str:
    """Return names as a list in a sentence: `Ana, Ben and Cleo`."""
    *before, last = list(names) or [""]
    if not before:
        return last
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(before), "last": last}


def legible(name: str, seat: int) -> str:
    """Return a name as a picture can show it, or the seat where no letter of it can be shown."""
    return written(name) or gettext("Seat %(number)d") % {"number": seat + 1}
