"""Deals are fair: opener, hands and yard are uniform, by chi-square over many seeds.

The seeds are fixed, so that the same sums come out every time; a limit is what a fair shuffle
exceeds once in 100,000 times (the quantile by Wilson and Hilferty, 1931).
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from statistics import NormalDist
from typing import NamedTuple

import pytest

from games.engine import RoundDealt, Tile, deal, dealing, resolve, tile_set

SEATS = 4
SELDOM = 1 - 1e-5
OPENINGS = ["set_aside", "holder"]


class Counts(NamedTuple):
    """What was counted over many deals."""

    openers: list[int]
    places: list[list[int]]
    """By place, hands first and then the yard, how often each tile lay there."""
    steps: list[int]
    """How often the tile at a place is so many after the one before it, in the order of the set."""


def limit(freedom: int) -> float:
    """Return the quantile of chi-square for so many degrees of freedom."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + NormalDist().inv_cdf(SELDOM) * part**0.5) ** 3)


def chi_square(counted: Iterable[int], shares: Iterable[float] = ()) -> float:
    """Return how far counts are from what the shares say, equal ones where none are given."""
    seen = list(counted)
    expected = [sum(seen) * share for share in shares] or [sum(seen) / len(seen)] * len(seen)
    return sum((had - fair) ** 2 / fair for had, fair in zip(seen, expected, strict=True))


def count_deals(opening: str, deals: int) -> Counts:
    """Deal the first round from so many seeds and words, and count."""
    rules = resolve("trains", SEATS, opening=opening)
    starter = rules.starter(1)
    whole = [t for t in tile_set(rules.highest) if opening == "holder" or t is not starter]
    size, number = len(whole), {tile: at for at, tile in enumerate(whole)}
    counts = Counts([0] * SEATS, [[0] * size for _ in whole], [0] * size)
    for at in range(deals):
        seed = hashlib.sha256(f"{opening} {at}".encode()).digest()
        dealt = deal(rules, SEATS, seed, (seed.hex()[:40], "", "", ""), 1, 0)
        counts.openers[dealt.first] += 1
        tiles = [number[tile] for tile in tiles_of(dealt)]
        for row, tile in zip(counts.places, tiles, strict=True):
            row[tile] += 1
        for before, after in pairwise(tiles):
            counts.steps[(after - before) % size] += 1
    return counts


def tiles_of(dealt: RoundDealt) -> Iterable[Tile]:
    return chain(*dealt.hands, dealt.yard)


def hold_fair(opening: str, deals: int) -> None:
    """Hold many deals to chance."""
    counts = count_deals(opening, deals)
    size = len(counts.places)
    if opening == "set_aside":
        # A whole set is no multiple of the seats, so the first ones open a little oftener.
        shares = [len(range(seat, size + 1, SEATS)) / (size + 1) for seat in range(SEATS)]
        assert chi_square(counts.openers, shares) < limit(SEATS - 1)
    for place, row in enumerate(counts.places):
        assert chi_square(row) < limit(size - 1), f"place {place}"
    for tile, column in enumerate(zip(*counts.places, strict=True)):
        assert chi_square(column) < limit(size - 1), f"tile {tile}"
    # Of a permutation's places (size - 1)² are free; the rest follows from them.
    everywhere = sum(map(chi_square, counts.places)) * (size - 1) / size
    assert everywhere < limit((size - 1) ** 2)
    # A shuffle that only cuts the deck would pass all that is above.
    assert chi_square(counts.steps[1:]) < limit(size - 2)


@pytest.mark.parametrize("opening", OPENINGS)
def test_every_tile_is_as_likely_at_every_place(opening: str) -> None:
    hold_fair(opening, 2_500)


@pytest.mark.proof
@pytest.mark.parametrize("opening", OPENINGS)
def test_every_tile_is_as_likely_at_every_place_of_100_000_deals(opening: str) -> None:
    hold_fair(opening, 100_000)


def test_a_shuffle_that_never_leaves_a_tile_where_it_was_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sattolo's mistake, one off in `below`: the commonest error in a shuffle."""

    def crooked(tiles: Sequence[Tile], numbers: Iterator[int]) -> list[Tile]:
        deck = list(tiles)
        for last in range(len(deck) - 1, 0, -1):
            other = next(numbers) % last
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    monkeypatch.setattr(dealing, "_shuffled", crooked)
    with pytest.raises(AssertionError, match="place"):
        hold_fair("holder", 2_500)
