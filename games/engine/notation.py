"""A table as text and back, for tests, mails and alternative text: `9-9: 4-9 1-9 | 4-9: 4-4`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, Protocol

from .rules import resolve
from .state import Deal, RoundState
from .table import EMPTY, Placement, Table, opened
from .tiles import Hand, Tile, TileMalformed, tile_set

FOUR_ARMS: Final = 4


class Laid(Protocol):
    """What has placements: a state or a view."""

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Return the tiles that lie, in order."""


def write(laid: Laid) -> str:
    """Return the table as text: each tile that carries others, then those, ` | ` between.

    A starter alone is `9-9:`; an empty table is the empty text.
    """
    if not laid.placements:
        return ""
    carried: dict[Tile, list[Tile]] = {laid.placements[0].tile: []}
    for tile, on, _ in laid.placements[1:]:
        if on is not None:
            carried.setdefault(on, []).append(tile)
    return " | ".join(
        " ".join([f"{parent}:", *map(str, children)]) for parent, children in carried.items()
    )


def read(text: str, arms: int) -> Table:
    """Return the table that `text` draws, on a starter with so many places; raises ValueError.

    Tiles may be written either way round (`9-4`). Nothing is known of who laid them.
    """
    groups = _groups(text)
    if not groups:
        return EMPTY
    table = opened(groups[0][0], None, arms)
    for parent, children in groups:
        for child in children:
            if all(end.tile is not parent for end in table.ends):
                raise ValueError(f"no tile may be joined to {parent}")
            table = table.joined(child, parent, None)
    return table


def table(
    text: str,
    hand: str = "",
    others: Iterable[str] = (),
    yard: str | None = None,
    drawn: str = "",
    **options: Any,
) -> RoundState:
    """Return a round with this table; seat 0 is to move, holds `hand` and drew `drawn` of it.

    `others` are the hands of the further seats: if none are given, of one seat that holds some
    tile that is nowhere else. Without a `yard` such a tile is left in it. `options` change the
    rules: those of `four-arms`, but with as many places on the starter as it carries tiles when
    anything is joined farther out. Without a text the starter is still sought.
    """
    options = {"arms": _arms(text), **options}
    rules = replace(resolve("four-arms", 2, highest=options.get("highest")), **options)
    laid = read(text, rules.arms)
    mine, stock = _tiles(hand), _tiles(yard or "")
    used = {*mine, *stock, *(placement.tile for placement in laid.placements)}
    spare, undrawn = [tile for tile in tile_set(rules.highest) if tile not in used][:2]
    hands = [mine, *(map(_tiles, others) if others else [[spare]])]
    starter = laid.placements[0].tile if laid.placements else rules.starter(1)
    return RoundState(
        deal=Deal(rules, len(hands), rules.highest - starter.high + 1, starter, 0),
        table=laid,
        hands=tuple(map(Hand.of, hands)),
        yard=(undrawn,) if yard is None else tuple(stock),
        turn=0,
        lead=0 if laid.placements else None,
        drawn=_tile(drawn) if drawn else None,
        points=None,
    )


def _groups(text: str) -> list[tuple[Tile, list[Tile]]]:
    return [_group(group) for group in text.split("|")] if text.strip() else []


def _group(text: str) -> tuple[Tile, list[Tile]]:
    parent, colon, children = text.partition(":")
    if not colon:
        raise ValueError(f"{text.strip()!r} lacks the colon after the tile that carries others")
    return _tile(parent), _tiles(children)


def _tiles(text: str) -> list[Tile]:
    return [_tile(name) for name in text.split()]


def _tile(text: str) -> Tile:
    one, _, other = text.strip().partition("-")
    if not (one.isdecimal() and other.isdecimal()):
        raise TileMalformed(f"{text!r} names no tile")
    return Tile(int(one), int(other))


def _arms(text: str) -> int:
    groups = _groups(text)
    return len(groups[0][1]) if len(groups) > 1 else FOUR_ARMS
