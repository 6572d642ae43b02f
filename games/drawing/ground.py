"""What lies on the plane: the tiles' poses, and the cells they take."""

from __future__ import annotations

from collections.abc import Iterable

from games.drawing.board import Lying, seen
from games.drawing.poses import Grid, Pose, Space, clear

_BLOCK = 26
"""How many cells wide the blocks are by which tiles are found again for a window."""


class Ground:
    """The plane under a growing table."""

    def __init__(self) -> None:
        self.space = Space()
        self._lying = Grid[Lying](_BLOCK)

    def copy(self) -> Ground:
        """The same ground, to lay more on without changing this one."""
        other = Ground()
        other.space = self.space.copy()
        other._lying = self._lying.copy()
        return other

    def take(self, tile: Pose) -> None:
        """Give a place to a tile, also to one that is still to come."""
        self.space.add(tile)
        lying = Lying.of(tile)
        self._lying.add(lying.column, lying.row, lying)

    def view(self, column: int, row: int) -> int:
        """Return the cells that are not free, in a window round a cell."""
        return seen(self._lying.near(column, row), column, row)

    def has_room(self, tiles: Iterable[Pose]) -> bool:
        """Whether tiles overlap nothing that lies here, to a hair."""
        return all(clear(tile, self.space.near(tile)) for tile in tiles)
