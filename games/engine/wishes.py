"""What a plan wishes for, and which of it can be done now (UI.md, Table)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from .commands import Command, PlaceTile
from .tiles import Hand, Tile


class Wish(NamedTuple):
    """A tile to be played, on a named tile or, where `on` is None, on whatever end it fits."""

    tile: Tile
    on: Tile | None = None


class Granted(NamedTuple):
    """A wish that can be done, and how."""

    wish: Wish
    command: PlaceTile


def held(wishes: Iterable[Wish], hand: Hand | Collection[Tile]) -> list[Wish]:
    """Return the wishes whose tiles are in the hand: what was played is wished no more."""
    return [wish for wish in wishes if wish.tile in hand]


def grant(wishes: Sequence[Wish], legal: Sequence[Command], *, skips: bool) -> Granted | None:
    """Return what can be done of wishes for tiles in hand; None where nothing can.

    Only the first of them counts, or, if the plan `skips` what cannot be done, the first that can.
    Of several ends that would do it is the one that the legal commands name first.
    """
    for wish in wishes if skips else wishes[:1]:
        for command in legal:
            if isinstance(command, PlaceTile) and _fulfils(command, wish):
                return Granted(wish, command)
    return None


def _fulfils(command: PlaceTile, wish: Wish) -> bool:
    return command.tile is wish.tile and wish.on in (None, command.on)
