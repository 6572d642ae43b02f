"""Tiles, the sets they come in, and the hands that hold them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, total_ordering
from typing import Final, NoReturn, Self

SETS: Final = (6, 9, 12, 15, 18)
"""The highest pips of the sets there are (R1)."""


class TileMalformed(ValueError):
    """A text that names no tile, or names one in another way than `3-7`."""


@total_ordering
class Tile:
    """A domino; `Tile(7, 3)` is `Tile(3, 7)`: the same object, so tiles compare by identity.

    Tiles are ordered as RECORD.md lists a set, whatever the set.
    """

    __slots__ = ("_text", "bit", "high", "index", "is_double", "low", "pips")

    low: int
    high: int
    pips: int
    is_double: bool
    index: int
    bit: int
    _text: str

    def __new__(cls, one: int, other: int) -> Self:
        """Return the tile with these two ends, in either order; raises TileMalformed."""
        try:
            return _BY_PIPS[one, other]  # type: ignore[return-value]
        except KeyError:
            raise TileMalformed(f"no set has the tile {one}-{other}") from None

    @staticmethod
    def parse(text: str) -> Tile:
        """Return the tile that `text` names, `3-7` and nothing looser; raises TileMalformed."""
        try:
            return BY_NAME[text]
        except (KeyError, TypeError):
            raise TileMalformed("names no tile") from None

    def other(self, pips: int) -> int:
        """Return the pips of the end that is not `pips` (the same again for a double)."""
        return self.high if pips == self.low else self.low

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Tile({self.low}, {self.high})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a tile does not change: {name}")

    def __reduce__(self) -> tuple[type[Tile], tuple[int, int]]:
        return Tile, (self.low, self.high)


def _make(low: int, high: int, index: int) -> Tile:
    tile = object.__new__(Tile)
    facts = {
        "low": low,
        "high": high,
        "pips": low + high,
        "is_double": low == high,
        "index": index,
        "bit": 1 << index,
        "_text": f"{low}-{high}",
    }
    for name, value in facts.items():
        object.__setattr__(tile, name, value)
    return tile


_ENDS: Final = [(low, high) for low in range(SETS[-1] + 1) for high in range(low, SETS[-1] + 1)]
_ALL: Final = tuple(_make(low, high, index) for index, (low, high) in enumerate(_ENDS))
_BY_PIPS: Final = {
    ends: tile for tile in _ALL for ends in ((tile.low, tile.high), (tile.high, tile.low))
}
BY_NAME: Final = {str(tile): tile for tile in _ALL}
"""Every tile of the largest set by its name: what `Tile.parse` looks into."""


@cache
def tile_set(highest: int) -> tuple[Tile, ...]:
    """Return the set from 0-0 to highest-highest in the record's order (RECORD.md, Shuffle)."""
    return tuple(tile for tile in _ALL if tile.high <= highest)


class Hand(int):
    """An unordered handful of tiles: a bit a tile, so that hands are compared and met fast."""

    __slots__ = ()

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Hand:
        """Return the hand that holds `tiles`."""
        mask = 0
        for tile in tiles:
            mask |= tile.bit
        return cls(mask)

    def add(self, tile: Tile) -> Hand:
        """Return this hand with `tile`."""
        return Hand(self | tile.bit)

    def without(self, tile: Tile) -> Hand:
        """Return this hand without `tile`, which it holds."""
        return Hand(self ^ tile.bit)

    def fitting(self, pips: int) -> Hand:
        """Return those of its tiles that have `pips` at an end."""
        return Hand(self & WITH_PIPS[pips])

    def pips(self, double_blank: int) -> int:
        """Return the points of what is left, 0-0 counting `double_blank` (R7.1)."""
        return sum(tile.pips or double_blank for tile in self)

    def __contains__(self, tile: Tile) -> bool:
        return bool(self & tile.bit)

    def __len__(self) -> int:
        return self.bit_count()

    def __iter__(self) -> Iterator[Tile]:
        rest = int(self)
        while rest:
            lowest = rest & -rest
            yield _ALL[lowest.bit_length() - 1]
            rest ^= lowest

    def __repr__(self) -> str:
        return f"Hand({' '.join(map(str, self))})"


WITH_PIPS: Final = tuple(
    int(Hand.of(tile for tile in _ALL if pips in (tile.low, tile.high)))
    for pips in range(SETS[-1] + 1)
)
"""For each number of pips the mask of the tiles that have it at an end."""
