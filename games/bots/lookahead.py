"""A round played on to its end by a plain plan, fast: what the rooster looks ahead with.

The engine's `Playout` plays at random, and random players are left with nearly twice the points of
sensible ones; here every seat gets rid of its heaviest tile, so that far fewer rounds tell a good
move from a bad one. Ends with the same pips are not told apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.table import TOES, Table
from games.engine.tiles import SETS, WITH_PIPS, tile_set

_TILES: Final = tile_set(SETS[-1])
_ENDS: Final = {tile.bit: (tile.low, tile.high) for tile in _TILES}
_PIPS: Final = range(SETS[-1] + 1)
LONE_DOUBLE: Final = 12
"""By so many points less a double is worth to a seat that holds no toe for it."""

Worth = Mapping[int, int]
"""The points of every tile by its bit."""
WORTH: Final[Mapping[int, Worth]] = {
    blank: {tile.bit: tile.pips or blank for tile in _TILES} for blank in (0, 50)
}
"""What tiles are worth for each value of `double_blank` (R7.1)."""

_fitting: dict[int, int] = {}
"""The tiles that fit any of some pips, by the bits of these."""


class Board(NamedTuple):
    """A table as far as the end of its round depends on it."""

    far: tuple[int, ...]
    """How many loose ends have each number of pips."""
    foot: int
    """The pips of the double that has `room`."""
    room: int

    @classmethod
    def of(cls, table: Table) -> Board:
        """Return what matters of a table."""
        far = [0] * len(_PIPS)
        for pips in table.loose.values():
            far[pips] += 1
        return cls(tuple(far), table.foot.low if table.foot else 0, table.room)


class _Ends:
    """The open ends of a board that is played on; `fitting` are the tiles that fit any (R4)."""

    __slots__ = ("_far", "_foot", "_loose", "_room", "fitting")

    def __init__(self, board: Board) -> None:
        self._far = list(board.far)
        self._foot, self._room = board.foot, board.room
        self._loose = sum(1 << pips for pips, count in enumerate(board.far) if count)
        self.fitting = WITH_PIPS[self._foot] if self._room else fitting(self._loose)

    def join(self, tile: int) -> None:
        """Join a tile that fits; where it fits twice, to the end that there are more of."""
        low, high = _ENDS[tile]
        far = self._far
        if self._room:
            self._room -= 1
            new = high if low == self._foot else low
            far[new] += 1
            self._loose |= 1 << new
            if not self._room:
                self.fitting = fitting(self._loose)
            return
        if not far[low] or far[high] > far[low]:
            low, high = high, low
        far[low] -= 1
        if not far[low]:
            self._loose ^= 1 << low
        if low == high:
            self._foot, self._room, self.fitting = low, TOES, WITH_PIPS[low]
            return
        far[high] += 1
        self._loose |= 1 << high
        self.fitting = fitting(self._loose)


def play_out(
    board: Board, hands: Sequence[int], yard: Sequence[int], left: int, turn: int, worth: Worth
) -> list[int]:
    """Return the hands at the end of a round in which every seat gets rid of its heaviest tile.

    `yard` is drawn from its end, `left` tiles of it at most; `turn` is the seat to move, which has
    drawn nothing yet.
    """
    hands, yard, ends = list(hands), list(yard), _Ends(board)
    seats = len(hands)
    idle = 0 if all(hands) else seats
    while idle < seats:
        hand = hands[turn]
        fits = hand & ends.fitting
        if not fits and left > 0:
            left -= 1
            idle = 0
            drawn = yard.pop()
            hands[turn] = hand = hand | drawn
            fits = drawn & ends.fitting
        if fits:
            tile = _heaviest(fits, hand, worth) if fits & (fits - 1) else fits
            hands[turn] = hand ^ tile
            if hand == tile:
                break
            ends.join(tile)
            idle = 0
        elif left <= 0:
            idle += 1
        turn = (turn + 1) % seats
    return hands


def points(hand: int, worth: Worth) -> int:
    """Return the points of a hand (R7.1)."""
    total = 0
    while hand:
        tile = hand & -hand
        hand ^= tile
        total += worth[tile]
    return total


def fitting(loose: int) -> int:
    """Return the tiles that fit any of the pips whose bits are given."""
    found = _fitting.get(loose)
    if found is None:
        found = 0
        for pips in _PIPS:
            if loose >> pips & 1:
                found |= WITH_PIPS[pips]
        _fitting[loose] = found
    return found


def _heaviest(fits: int, hand: int, worth: Worth) -> int:
    """Return the tile that a seat is best rid of, of two or more that fit."""
    best, most = 0, -LONE_DOUBLE - 1
    while fits:
        tile = fits & -fits
        fits ^= tile
        value = worth[tile]
        low, high = _ENDS[tile]
        if low == high and not (hand ^ tile) & WITH_PIPS[low]:
            value -= LONE_DOUBLE
        if value > most:
            best, most = tile, value
    return best
