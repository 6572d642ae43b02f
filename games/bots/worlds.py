"""Hidden tiles dealt again and again, each time as they may lie for all that a seat has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from games.engine import SeatView

from .knowledge import Group, groups, unseen

TRIES: Final = 20
"""So often a deal is begun anew whose last places fit nothing that is left."""


class World(NamedTuple):
    """One way in which the hidden tiles may lie: hands as masks, the yard drawn from its end."""

    hands: tuple[int, ...]
    yard: tuple[int, ...]


def worlds(view: SeatView, chance: Random) -> Iterator[World]:
    """Yield worlds that agree with all that the seat has seen, without end."""
    hidden = [tile.bit for tile in unseen(view)]
    mine = sum(tile.bit for tile in view.hand or ())
    start = [mine if seat == view.seat else 0 for seat in range(view.seats)]
    known = sorted(groups(view), key=_leeway)
    while True:
        yield _world(start, hidden, known, chance)


def _leeway(group: Group) -> int:
    return group.may_be.bit_count() - group.size


def _world(
    start: Sequence[int], hidden: Sequence[int], known: Sequence[Group], chance: Random
) -> World:
    for _ in range(TRIES):
        mixed = sorted(hidden, key=lambda _: chance.random())
        world = _dealt(start, mixed, known)
        if world is not None:
            return world
    # What was seen leaves so few worlds that none was met: then only the numbers are right.
    loose = [group._replace(may_be=~0) for group in known]
    world = _dealt(start, mixed, loose)
    assert world is not None  # noqa: S101 - there are as many tiles as places
    return world


def _dealt(start: Sequence[int], hidden: Sequence[int], known: Sequence[Group]) -> World | None:
    """Fill the places that have the least choice first; None if nothing is left for one."""
    hands, rest = list(start), list(hidden)
    for seat, size, may_be in known:
        taken = [tile for tile in rest if tile & may_be][:size]
        if len(taken) < size:
            return None
        hands[seat] |= sum(taken)
        rest = [tile for tile in rest if not tile & hands[seat]]
    return World(tuple(hands), tuple(rest))
