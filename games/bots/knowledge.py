"""What a seat has seen of the hidden hands: who could not play when, and so holds what no longer.

A seat's hand is a row of places: one for every tile that it was dealt and one for every tile that
it drew. A fact says that at some time nothing it held fitted the open ends, so it bars tiles from
all places that were filled before. What others choose to play is taken to say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.engine import SeatView, Seen, Tile, tile_set
from games.engine.table import EMPTY, Table, opened
from games.engine.tiles import WITH_PIPS

DEALT: Final = -1
"""The time at which hands were dealt; an event's time is its place in the history."""

MOVES: Final = frozenset({"tile_drawn", "tile_played", "turn_passed"})


class Group(NamedTuple):
    """So many hidden tiles of a seat, any of those in the mask `may_be`."""

    seat: int
    size: int
    may_be: int


@dataclass(slots=True)
class _Place:
    """Where a hand keeps a tile `since` a time; what was kept though it fitted, fits `fitted`."""

    since: int
    fitted: int = ~0
    is_free: bool = True


@dataclass(slots=True)
class _Hand:
    """What was seen of a hand: its places, its facts, and when it played which tile."""

    places: list[_Place]
    facts: list[tuple[int, int]] = field(default_factory=list)
    played: list[tuple[int, Tile]] = field(default_factory=list)

    def barred(self, since: int) -> int:
        """Return the tiles that cannot have lain in a place since then."""
        return _union(mask for time, mask in self.facts if time > since)

    def free_played(self) -> None:
        """Take the tiles that were played out of places where they can have lain.

        Each place, the oldest first, gives the tile that left the hand first: so wherever the
        others can have lain there is room for them.
        """
        waiting = list(self.played)
        for place in sorted(self.places, key=lambda place: place.since):
            for gone in waiting:
                if place.is_free and self._can_have_lain(gone, place):
                    waiting.remove(gone)
                    place.is_free = False
                    break

    def _can_have_lain(self, gone: tuple[int, Tile], place: _Place) -> bool:
        left, tile = gone
        held = [mask for time, mask in self.facts if place.since < time < left]
        fits = place.since < left and bool(tile.bit & place.fitted)
        return fits and not tile.bit & _union(held)


def table_of(view: SeatView) -> Table:
    """Return the table that a view shows, with the far ends that an open foot hides."""
    table = EMPTY
    for tile, on, seat in view.placements:
        table = opened(tile, seat, view.rules.arms) if on is None else table.joined(tile, on, seat)
    return table


def unseen(view: SeatView) -> list[Tile]:
    """Return the tiles that lie neither on the table nor in the seat's hand."""
    seen = {placed.tile for placed in view.placements} | set(view.hand or ())
    return [tile for tile in tile_set(view.rules.highest) if tile not in seen]


def groups(view: SeatView) -> list[Group]:
    """Return what the other seats' hidden tiles may be.

    A view without its history, or with one that does not add up to the hands, bars nothing.
    """
    everything = sum(tile.bit for tile in unseen(view))
    found = []
    for seat, hand in _watched(view).items():
        hand.free_played()
        free = [place for place in hand.places if place.is_free]
        if len(free) != view.hand_sizes[seat]:
            free = [_Place(len(view.history)) for _ in range(view.hand_sizes[seat])]
        masks = [everything & place.fitted & ~hand.barred(place.since) for place in free]
        found += [Group(seat, masks.count(mask), mask) for mask in dict.fromkeys(masks)]
    return found


def _watched(view: SeatView) -> dict[int, _Hand]:
    """Return what the history shows of the hands of the other seats."""
    size = view.rules.hand_size
    hands = {
        seat: _Hand([_Place(DEALT) for _ in range(size)])
        for seat in range(view.seats)
        if seat != view.seat
    }
    table = EMPTY
    if view.rules.opening == "set_aside":
        table = opened(view.starter, None, view.rules.arms)
    drawn: _Place | None = None
    for time, event in enumerate(view.history):
        if event.seat is None or event.type not in MOVES:
            continue
        hand = hands.get(event.seat)
        drawn = _watch(hand, event, time, drawn, _open(table)) if hand else None
        if event.type == "tile_played" and event.tile is not None:
            table = _joined(table, event, view.rules.arms)
    return hands


def _watch(
    hand: _Hand, event: Seen, time: int, drawn: _Place | None, fitting: int
) -> _Place | None:
    """Note what an event shows of the hand of its seat; returns the place of a tile just drawn."""
    match event.type:
        case "tile_drawn":
            hand.facts.append((time, fitting))
            hand.places.append(_Place(time))
            return hand.places[-1]
        case "tile_played" if drawn is not None:
            drawn.is_free = False
        case "tile_played" if event.tile is not None:
            hand.played.append((time, event.tile))
            if event.cause == "forced":
                hand.facts.append((time, fitting))
        case "turn_passed" if drawn is None or event.cause == "forced":
            hand.facts.append((time, fitting))
        case "turn_passed" if drawn is not None and event.cause is not None:
            drawn.fitted = fitting
    return None


def _joined(table: Table, event: Seen, arms: int) -> Table:
    assert event.tile is not None  # noqa: S101 - a tile that was played is seen
    if event.on is None:
        return opened(event.tile, event.seat, arms)
    return table.joined(event.tile, event.on, event.seat)


def _open(table: Table) -> int:
    """Return the tiles that fit an open end; none while the starter is sought."""
    return _union(WITH_PIPS[pips] for pips in table.open.values()) if table.tiles else 0


def _union(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total
