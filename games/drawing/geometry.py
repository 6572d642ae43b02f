"""Where every tile of a table lies (`lay_out`, `growing`), and where the next one would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from games.drawing.growth import Growth, Place
from games.drawing.poses import Box, Pose
from games.engine import Placement, Tile

_STRIDE = 8

__all__ = ["Box", "Layout", "Place", "Pose", "Spot", "growing", "lay_out"]


@dataclass(frozen=True)
class Spot:
    """An open place: what it belongs to, the pips it wants, and how a tile would lie there.

    `pose` is that of a tile that is no double; `Layout.ghost` answers for any tile.
    """

    on: Tile
    pips: int
    pose: Pose


@dataclass(frozen=True)
class Layout:
    """A table in the plane, in squares, the starter's centre at (0, 0), y down.

    Nothing moves when a tile is added: the layout of fewer placements is the beginning of this.
    """

    places: tuple[Place, ...]
    box: Box
    _growth: Growth = field(repr=False, compare=False)

    def ghost(self, tile: Tile, on: Tile) -> Place:
        """Return where `tile` would lie if it were joined to `on` next; `on` has to be open."""
        growth = self._growth.copy()
        growth.add(Placement(tile, on, None))
        return growth.places[-1]

    @cached_property
    def foot(self) -> Tile | None:
        """The starter or the double that must be filled before anything else (R4.4)."""
        return self._growth.foot

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Every place where a tile may be joined now (R4): all of a foot's, or one a tip."""
        if self.foot is not None:
            toes = self._growth.toes[self.foot]
            return tuple(Spot(self.foot, self.foot.low, pose) for pose in toes)
        return tuple(
            Spot(tip.tile, tip.pips, self._growth.next_pose(tip))
            for tip in self._growth.tips.values()
        )

    @cached_property
    def missing(self) -> tuple[Spot, ...]:
        """The empty places of an unfinished foot."""
        return self.spots if self.foot is not None else ()


def lay_out(placements: Sequence[Placement], arms: int) -> Layout:
    """Return where the tiles of a legal table lie, on a starter with `arms` places (R4)."""
    growth = _grown(tuple(placements), arms)
    return Layout(tuple(growth.places), growth.box, growth)


def growing(placements: Sequence[Placement], arms: int) -> Iterator[Layout]:
    """Yield the layout of a table after each of its tiles, for little more than the last alone."""
    growth = Growth(arms)
    for placement in placements:
        growth.add(placement)
        yield Layout(tuple(growth.places), growth.box, growth.copy())


@lru_cache(maxsize=256)
def _grown(placements: tuple[Placement, ...], arms: int) -> Growth:
    """Return the table grown so far; what is kept at every few tiles serves the next move."""
    if not placements:
        return Growth(arms)
    known = (len(placements) - 1) // _STRIDE * _STRIDE
    growth = _grown(placements[:known], arms).copy()
    for placement in placements[known:]:
        growth.add(placement)
    return growth
