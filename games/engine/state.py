"""A match and its rounds as they stand: frozen values that the fold of the events makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from .rules import Rules
from .table import End, Placement, Table
from .tiles import Hand, Tile

__all__ = ["End", "MatchState", "Placement", "RoundState", "Table"]

Phase = Literal["search", "play", "over"]
Reason = Literal["out", "blocked"]


class Deal(NamedTuple):
    """What a round was dealt with and keeps to its end."""

    rules: Rules
    seats: int
    round: int
    starter: Tile
    first: int
    """The seat that leads, or begins the search (R2)."""


class RoundState(NamedTuple):
    """One round. What can be derived is: the fold of a stored move stays as cheap as reading it."""

    deal: Deal
    table: Table
    hands: tuple[Hand, ...]
    yard: tuple[Tile, ...]
    turn: int
    """The seat to act, searching too."""
    lead: int | None
    """The seat that led, None while the starter is sought."""
    drawn: Tile | None
    """The tile that the seat to move drew this turn."""
    points: tuple[int, ...] | None
    """The points, once `round_ended` was written."""

    @property
    def rules(self) -> Rules:
        """Return the rules of the match."""
        return self.deal.rules

    @property
    def seats(self) -> int:
        """Return how many seats play."""
        return self.deal.seats

    @property
    def round(self) -> int:
        """Return the number of the round, from 1."""
        return self.deal.round

    @property
    def starter(self) -> Tile:
        """Return the double that the round is played on (R2.1)."""
        return self.deal.starter

    @property
    def first(self) -> int:
        """Return the seat that leads, or begins the search (R2.2, R2.3)."""
        return self.deal.first

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Return the tiles that lie, in the order they were laid, the starter first."""
        return self.table.placements

    @property
    def ends(self) -> tuple[End, ...]:
        """Return the places where a tile may be joined now (R4)."""
        return self.table.ends

    @property
    def foot(self) -> Tile | None:
        """Return the double, or the starter, that must be filled first (R4.4)."""
        return self.table.foot

    @property
    def drawable(self) -> int:
        """Return how many tiles may still be drawn; searching, all of them (R5)."""
        reserve = 0 if self.lead is None else self.deal.rules.yard_reserve
        return max(0, len(self.yard) - reserve)

    @property
    def searching(self) -> bool:
        """Return whether the starter is still sought (R2.3)."""
        return self.lead is None

    @property
    def phase(self) -> Phase:
        """Return whether the starter is sought, the round is played, or it is over."""
        if self.reason is not None:
            return "over"
        return "search" if self.searching else "play"

    @property
    def reason(self) -> Reason | None:
        """Return how the round ended or is due to end (R6), None while it goes on."""
        if self.lead is None:
            return None
        if not all(self.hands):
            return "out"
        if len(self.yard) > self.deal.rules.yard_reserve:
            return None
        fitting = self.table.fitting
        return None if any(hand & fitting for hand in self.hands) else "blocked"

    def fitting(self, hand: Hand) -> Hand:
        """Return those tiles of `hand` that fit an open end."""
        return Hand(hand & self.table.fitting)


class MatchState(NamedTuple):
    """A match: what it was started with, the rounds that are loaded, and all points so far."""

    rules: Rules
    seats: int
    words: tuple[str, ...]
    seed_commitment: str
    rounds: Mapping[int, RoundState]
    points: Mapping[int, tuple[int, ...]]
    """The points of every round that has ended, loaded or not."""
    paused: bool = False
    ended: Literal["", "ended", "abandoned"] = ""
    ranks: tuple[int, ...] = ()
    """The ranks, once the match has ended."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Return every seat's points of all rounds that have ended."""
        return tuple(map(sum, zip(*self.points.values(), strict=True))) or (0,) * self.seats
