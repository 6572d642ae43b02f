"""What a seat may ask for."""

from __future__ import annotations

from dataclasses import dataclass

from .tiles import Tile


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Join `tile` to the open end of `on`; `on` is None for placing the starter (R2.3, R3.1)."""

    seat: int
    tile: Tile
    on: Tile | None


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Let the turn go by (R3.3, R3.4)."""

    seat: int


Command = PlaceTile | PassTurn
