"""From a seed, the players' words and a round to its deal (RECORD.md, Shuffle)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from struct import unpack
from typing import Final

from .canonical import canonical
from .events import RoundDealt
from .rules import Rules
from .tiles import SETS, Tile, tile_set

_WORDS: Final = 2**64
_FAIR: Final = [_WORDS - _WORDS % size for size in range(1, len(tile_set(SETS[-1])) + 1)]
"""For each last place of a deck what its number is below: past the last whole multiple of its
size some places would be likelier than others."""


def commitment(seed: bytes) -> str:
    """Return what is shown of the seed before the match: the hex SHA-256 of its 32 raw bytes."""
    return hashlib.sha256(seed).hexdigest()


def search_start(rules: Rules, seats: int, round: int, previous_lead: int | None) -> int:
    """Return the seat where the search of a round begins (R2.4, R10.2).

    `previous_lead` led the round before; it says nothing in round 1 and side by side.
    """
    if rules.pace == "side_by_side":
        return (round - 1) % seats
    return 0 if previous_lead is None else (previous_lead + 1) % seats


def deal(
    rules: Rules, seats: int, seed: bytes, words: Sequence[str], round: int, start: int
) -> RoundDealt:
    """Return the deal of a round whose search begins at seat `start`."""
    numbers = _numbers(seed, words, round)
    starter = rules.starter(round)
    tiles = _shuffled(tile_set(rules.highest), numbers)
    first = start
    if rules.opening == "set_aside":
        first = (start + tiles.index(starter)) % seats
        rest = [tile for tile in tile_set(rules.highest) if tile is not starter]
        tiles = _shuffled(rest, numbers)
    size = rules.hand_size
    hands = tuple(tuple(tiles[seat * size : (seat + 1) * size]) for seat in range(seats))
    return RoundDealt(round, starter, first, hands, tuple(tiles[seats * size :]))


def _numbers(seed: bytes, words: Sequence[str], round: int) -> Iterator[int]:
    """Yield the round's stream of 64-bit numbers."""
    about = canonical({"round": round, "words": list(words)})
    key = hmac.digest(seed, about.encode(), "sha256")
    counter = 0
    while True:
        yield from unpack(">4Q", hmac.digest(key, counter.to_bytes(8, "big"), "sha256"))
        counter += 1


def _shuffled(tiles: Sequence[Tile], numbers: Iterator[int]) -> list[Tile]:
    deck = list(tiles)
    for last in range(len(deck) - 1, 0, -1):
        number = next(numbers)
        while number >= _FAIR[last]:
            number = next(numbers)
        other = number % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
