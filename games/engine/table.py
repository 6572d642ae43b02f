"""The tiles that lie on the table, and where more may be joined (R4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from .tiles import WITH_PIPS, Tile

TOES: Final = 3


class Placement(NamedTuple):
    """A tile that lies, what it was joined to and by whom; the starter has no `on`.

    A starter that was set aside has no `seat` either.
    """

    tile: Tile
    on: Tile | None
    seat: int | None


class End(NamedTuple):
    """A place for `room` more tiles that have `pips`, joined to `tile`."""

    tile: Tile
    pips: int
    room: int


class Table(NamedTuple):
    """What lies, the far ends, and the double that must be filled first.

    `tiles` lie in this order, the starter first, each joined to that one of `joined_to`, by that
    one of `seats`: three short rows take half the room of as many placements. `loose` has the pips
    of every far end that is open when no double is unfilled (R4.3), by its tile; `foot` is the
    starter or a double that still has `room`, and then it alone is open (R4.4).
    """

    tiles: tuple[Tile, ...]
    joined_to: tuple[Tile | None, ...]
    seats: tuple[int | None, ...]
    loose: Mapping[Tile, int]
    foot: Tile | None
    room: int

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Return what lies, in the order it was laid."""
        return tuple(map(Placement, self.tiles, self.joined_to, self.seats))

    @property
    def open(self) -> Mapping[Tile, int]:
        """Return the pips of every tile to which another may be joined now (R4.4)."""
        return self.loose if self.foot is None else {self.foot: self.foot.low}

    @property
    def fitting(self) -> int:
        """Return the mask of every tile, held or not, that fits an open end."""
        mask = 0
        for pips in self.open.values():
            mask |= WITH_PIPS[pips]
        return mask

    @property
    def ends(self) -> tuple[End, ...]:
        """Return the places where a tile may be joined now (R4.4)."""
        room = self.room or 1
        return tuple(End(tile, pips, room) for tile, pips in self.open.items())

    def joined(self, tile: Tile, on: Tile, seat: int | None) -> Table:
        """Return the table after `tile` was joined to an open end of `on`."""
        # Adding tuples takes a third of the time of unpacking them, at every move of every replay.
        tiles, joined_to = self.tiles + (tile,), self.joined_to + (on,)  # noqa: RUF005
        seats, loose = self.seats + (seat,), dict(self.loose)  # noqa: RUF005
        if on is self.foot:
            loose[tile] = tile.other(on.low)
            room = self.room - 1
            return Table(tiles, joined_to, seats, loose, on if room else None, room)
        pips = loose.pop(on)
        if tile.is_double:
            return Table(tiles, joined_to, seats, loose, tile, TOES)
        loose[tile] = tile.other(pips)
        return Table(tiles, joined_to, seats, loose, None, 0)


EMPTY: Final = Table((), (), (), {}, None, 0)


def opened(starter: Tile, seat: int | None, arms: int) -> Table:
    """Return the table with nothing but the starter, whose `arms` places are free (R4.1)."""
    return Table((starter,), (None,), (seat,), {}, starter, arms)
