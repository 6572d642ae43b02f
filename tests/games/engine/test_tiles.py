"""Tiles, sets and hands."""

import copy
import pickle
from typing import Any

import pytest

from games.engine import Hand, Tile, TileMalformed, tile_set


@pytest.mark.parametrize(("highest", "size"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_a_set_has_every_tile_once(highest: int, size: int) -> None:
    tiles = tile_set(highest)
    assert len(set(tiles)) == len(tiles) == size
    assert list(tiles) == sorted(tiles)


def test_a_set_is_listed_as_the_record_lists_it() -> None:
    names = [str(tile) for tile in tile_set(6)]
    assert names[:8] == ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "1-1"]
    assert names[-1] == "6-6"


def test_a_tile_is_one_object_however_it_is_named() -> None:
    assert Tile(9, 4) is Tile(4, 9) is Tile.parse("4-9")
    assert copy.deepcopy(Tile(4, 9)) is pickle.loads(pickle.dumps(Tile(4, 9))) is Tile(4, 9)  # noqa: S301


def test_a_tile_knows_its_ends() -> None:
    tile = Tile(4, 9)
    assert (tile.low, tile.high, tile.pips, tile.is_double) == (4, 9, 13, False)
    assert (tile.other(4), tile.other(9), Tile(3, 3).other(3)) == (9, 4, 3)
    assert str(tile) == "4-9"


def test_a_tile_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Tile(1, 2).low = 3


@pytest.mark.parametrize(
    "text", ["9-4", "04-9", " 4-9", "4-9\n", "4-19", "4", "", "٤-9", None, 49, []]
)
def test_only_a_tiles_own_name_is_parsed(text: Any) -> None:
    with pytest.raises(TileMalformed):
        Tile.parse(text)


def test_no_set_has_a_tile_of_nineteen() -> None:
    with pytest.raises(TileMalformed):
        Tile(0, 19)


def test_a_hand_holds_what_was_added_in_the_order_of_the_set() -> None:
    hand = Hand.of([Tile(5, 5), Tile(0, 18)]).add(Tile(1, 2))
    assert list(hand) == [Tile(0, 18), Tile(1, 2), Tile(5, 5)]
    assert len(hand) == 3
    assert Tile(1, 2) in hand
    assert Tile(1, 2) not in hand.without(Tile(1, 2))
    assert not Hand.of([])


def test_a_hand_knows_what_fits() -> None:
    hand = Hand.of(map(Tile.parse, ["1-2", "2-2", "3-4"]))
    assert list(hand.fitting(2)) == [Tile(1, 2), Tile(2, 2)]


@pytest.mark.parametrize(("blank", "points"), [(0, 7), (50, 57)])
def test_the_double_blank_counts_as_agreed(blank: int, points: int) -> None:  # R7.1
    assert Hand.of([Tile(0, 0), Tile(3, 4)]).pips(blank) == points
