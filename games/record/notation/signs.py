"""The signs that the notation is made of: letters of seats, tiles with a front and an end."""

import re
from collections.abc import Iterable
from typing import Final

from games.engine import Tile

TITLE: Final = "Chickenfoot notation 1"
LETTERS: Final = "ABCDEFGHIJKL"
"""The seats in playing order; no match has more (R1.1)."""


def with_letters(sentence: str) -> str:
    """Return a sentence of the rules with its seats by their letters."""
    return re.sub("seat ([0-9]{1,2})", lambda found: f"seat {_letter(int(found[1]))}", sentence)


def _letter(seat: int) -> str:
    return LETTERS[seat] if seat < len(LETTERS) else str(seat)


def tile(text: str) -> Tile:
    """Return the tile of a text such as `4-9` or `9-4`; raises TileMalformed or ValueError."""
    one, _dash, other = text.partition("-")
    return Tile(int(one), int(other))


def tiles(found: Iterable[Tile]) -> str:
    """Return tiles as they are listed."""
    return " ".join(map(str, found))


def from_front(laid: Tile, pips: int) -> str:
    """Return a tile with the end first that has these pips."""
    return f"{pips}-{laid.other(pips)}"


def to_end(laid: Tile, pips: int) -> str:
    """Return a tile with the end last that has these pips."""
    return f"{laid.other(pips)}-{pips}"


def scores(numbers: Iterable[int]) -> str:
    """Return a number a seat."""
    return ", ".join(f"{LETTERS[seat]} {number}" for seat, number in enumerate(numbers))
