"""Somebody who leaves a plan at every visit: what they would play next on the table as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.engine import Command, PlaceTile, SeatView, Wish, grant, held
from games.engine.table import Placement

from .hen import merit
from .knowledge import table_of


class Planner:
    """A seat that asks its player, by `choose`, only where its plan cannot be used.

    `visits` is told of every choice whether its player had to come for it. A plan names so many
    `tiles`, on whatever end, and one that cannot go leaves its turn to the next.
    """

    def __init__(
        self, choose: Callable[[SeatView], Command], tiles: int, visits: Callable[[bool], None]
    ) -> None:
        self._choose, self._tiles, self._visits = choose, tiles, visits
        self._wishes: list[Wish] = []

    def __call__(self, view: SeatView) -> Command:
        """Return what is played with a choice, by plan or by hand."""
        wishes = held(self._wishes, view.hand or ())
        granted = grant(wishes, view.legal, skips=True)
        self._visits(granted is None)
        if granted is not None:
            self._wishes = [wish for wish in wishes if wish != granted.wish]
            return granted.command
        command = self._choose(view)
        if self._tiles:
            self._wishes = plan(after(view, command))[: self._tiles]
        return command


def after(view: SeatView, command: Command) -> SeatView:
    """Return the table as who plays `command` leaves it, as if they were to move there again."""
    table, hand = table_of(view), view.hand or ()
    if isinstance(command, PlaceTile) and command.on is not None:
        table = table.joined(command.tile, command.on, command.seat)
        hand = tuple(tile for tile in hand if tile is not command.tile)
    legal = tuple(
        PlaceTile(command.seat, tile, on)
        for tile in hand
        for on, pips in table.open.items()
        if pips in (tile.low, tile.high)
    )
    laid = tuple(map(Placement, table.tiles, table.joined_to, table.seats))
    return replace(
        view, placements=laid, ends=table.ends, foot=table.foot, hand=hand, drawn=None, legal=legal
    )


def plan(view: SeatView) -> list[Wish]:
    """Return the tiles that the hen would play on a table, the best first, on whatever end."""
    ranked = sorted(view.legal, key=lambda command: merit(view, command).worth, reverse=True)
    tiles = [command.tile for command in ranked if isinstance(command, PlaceTile)]
    return [Wish(tile) for tile in dict.fromkeys(tiles)]
