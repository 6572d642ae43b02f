"""The hen: gets rid of points, opens only feet it can finish, keeps its hand playable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from games.engine import Command, PassTurn, PlaceTile, SeatView, Tile

from .bot import Patience, endless
from .knowledge import table_of, unseen

Reason = Literal["last", "foot", "shuts", "heaviest", "playable", "waits"]
"""Why the hen plays a tile: it is its last one; it begins a foot that it can finish; it leaves the
others little to join; it has the most points; it leaves the hand the most to join; or a double that
has more points waits for a toe."""
SHUT: Final = 6
"""What a table is worth, in points, on which no hidden tile fits, to who has the fewest left."""


class Merit(NamedTuple):
    """What a command is worth; only of equals does `playable` decide."""

    points: int
    """The points that leave the hand, with those of a foot that it can finish or cannot."""
    shut: int
    """What it is worth that the others can join less."""
    playable: int
    """How many tiles of the hand would fit afterwards."""

    @property
    def worth(self) -> tuple[int, int]:
        """Return what commands are compared by."""
        return self.points + self.shut, self.playable


class Advice(NamedTuple):
    """What the hen would do, and why."""

    command: Command
    reason: Reason


def choose(view: SeatView, patience: Patience = endless, /) -> Command:  # noqa: ARG001
    """Return one of the view's legal commands; raises ValueError where there is no choice."""
    if not view.legal:
        raise ValueError("this seat has nothing to choose")
    # The order of the legal commands decides between equals, so that a replay plays the same.
    return max(view.legal, key=lambda command: merit(view, command).worth)


def advise(view: SeatView) -> Advice:
    """Return what the hen would do and why; raises ValueError where there is no choice."""
    command = choose(view)
    return Advice(command, _reason(view, command))


def merit(view: SeatView, command: Command) -> Merit:
    """Return what a legal command is worth to the hen."""
    match command:
        case PassTurn():
            return Merit(-SHUT - 1, 0, 0)
        case PlaceTile(_, tile, on):
            rest = [held for held in view.hand or () if held is not tile]
            shut = 0 if view.drawable else _shut(view, command, rest)
            return Merit(_relief(view, tile, rest), shut, _next_plays(view, tile, on, rest))


def _relief(view: SeatView, tile: Tile, rest: Sequence[Tile]) -> int:
    """Return the points that leave the hand, less the toes of a foot that it cannot finish."""
    points = _points(view, tile)
    if not tile.is_double:
        return points
    # A double that nobody can finish shuts the table, and shut tables leave hands full.
    return points + tile.low if _toes(tile, rest) else points // 2


def _shut(view: SeatView, command: PlaceTile, rest: Sequence[Tile]) -> int:
    """Return what it is worth, once nothing can be drawn, that less of the hidden tiles fits."""
    hidden = unseen(view)
    if command.on is None or not hidden:
        return 0
    after = table_of(view).joined(command.tile, command.on, command.seat)
    ends = set(after.open.values())
    barred = sum(not {tile.low, tile.high} & ends for tile in hidden)
    others = min(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
    theirs = others * sum(_points(view, tile) for tile in hidden) / len(hidden)
    is_ahead = sum(_points(view, tile) for tile in rest) < theirs
    return (SHUT if is_ahead else -SHUT) * barred // len(hidden)


def _next_plays(view: SeatView, tile: Tile, on: Tile | None, rest: Sequence[Tile]) -> int:
    """Return how many of the tiles that stay would fit an end after this play."""
    pips = {end.pips for end in view.ends if end.tile is not on}
    if on is not None:
        pips.add(tile.high if tile.low in (on.low, on.high) else tile.low)
    return sum(held.low in pips or held.high in pips for held in rest)


def _reason(view: SeatView, command: Command) -> Reason:
    merits = {other: merit(view, other) for other in view.legal}
    mine = merits[command]
    tile = command.tile if isinstance(command, PlaceTile) else None
    rest = [held for held in view.hand or () if held is not tile]
    if not rest:
        return "last"
    if any(other.points > mine.points for other in merits.values()):
        return "shuts"
    if tile is None or len({getattr(other, "tile", None) for other in view.legal}) == 1:
        return "playable"
    if tile.is_double and _toes(tile, rest):
        return "foot"
    heaviest = max(_points(view, place.tile) for place in merits if isinstance(place, PlaceTile))
    return "heaviest" if _points(view, tile) == heaviest else "waits"


def _points(view: SeatView, tile: Tile) -> int:
    return tile.pips or view.rules.double_blank


def _toes(tile: Tile, rest: Sequence[Tile]) -> int:
    return sum(tile.low in (held.low, held.high) for held in rest)
