"""The ways a tile, or a double with its toes, can go on from an end, with the cells they take.

They depend on nothing but the end's direction and where in a cell it lies, so they are worked out
once, and a growing table looks them up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from games.drawing.board import COARSE, FINE, GRAIN, Board
from games.drawing.joints import ACROSS, LINE, TOES
from games.drawing.poses import Joint, Pose, clear, pose, unit

PERIOD: Final = 4
"""After this many steps the cells of both boards repeat."""

SIGHT: Final = 256
"""How many coarse cells an end looks at."""

_KEPT = 512
_APART = 0.1
_ROOMY = 1.5
_SLANT, _NO_FRONT, _LOPSIDED = 0.7, 0.8, 0.3

Three = tuple[int, int, int]


class Way(NamedTuple):
    """One tile as it can lie at an end: the step there in squares, and the cells it takes."""

    cost: float
    dx: float
    dy: float
    lying: Pose
    cells: int
    shadow: int

    def at(self, end: Pose) -> Pose:
        """Return where it lies at an end."""
        _, _, angle, across, ux, uy = self.lying
        return Pose(end.x + self.dx, end.y + self.dy, angle, across, ux, uy)


class Foot(NamedTuple):
    """A double as it can lie at an end, its toes, and the cells of those with more ahead."""

    double: Way
    toes: tuple[Way, ...]
    roomy: tuple[int, ...]


class Ways:
    """All that can come to an end, the best liked first, and what it looks out on.

    All masks are to be shifted to where the end's centre lies. What nobody asks for is not made.
    """

    def __init__(self, angle: int, x: int, y: int) -> None:
        """Take an end that grows in a direction, its centre `x` and `y` steps past 0."""
        self._end, self._x, self._y = pose(0, 0, angle), x, y
        self._itself = FINE.tile(angle % 180, FINE.past(x), FINE.past(y))
        self._feet: list[Foot] = []
        door, far = self._end.ahead(0.9, 0), self._end.ahead(4.5, 0)
        rough = COARSE.past(x), COARSE.past(y)
        self.doors = COARSE.box(*door, angle, 1.8, 2.1, *rough)
        self.sight = COARSE.box(*far, angle, 4.0, 4.0, *rough)

    @cached_property
    def lines(self) -> tuple[Way, ...]:
        """The ways of a tile that is no double."""
        return tuple(
            _way(self._end, joint, False, self._x, self._y, self._itself)
            for joint in _liked(LINE, self._end.angle)
        )

    @property
    def feet(self) -> Iterator[Foot]:
        """The ways of a double with its toes."""
        for number, joint in enumerate(_liked(ACROSS, self._end.angle)):
            if number == len(self._feet):
                self._feet.append(_foot(self._end, joint, self._x, self._y, self._itself))
            yield self._feet[number]


@lru_cache(_KEPT)
def ways(angle: int, x: int, y: int) -> Ways:
    """Return what can go on from an end; places a `PERIOD` apart have the same ways."""
    return Ways(angle, x, y)


@cache
def fitting(free: int) -> tuple[tuple[float, Three], ...]:
    """Return the threes of toe places that can lie together, of those that are free (bits)."""
    return tuple(
        (cost, three) for cost, three in _threes() if all(free >> place & 1 for place in three)
    )


@cache
def _threes() -> tuple[tuple[float, Three], ...]:
    lying = [pose(joint.dx, joint.dy, joint.turn) for joint in TOES]
    return tuple(
        sorted(
            (_three_cost((a, b, c)), (a, b, c))
            for a, b, c in combinations(range(len(TOES)), 3)
            if clear(lying[a], (lying[b], lying[c]), _APART)
            and clear(lying[b], (lying[c],), _APART)
        )
    )


def _three_cost(three: Three) -> float:
    """Return how little three toes are liked: a foot looks ahead and to both sides alike."""
    left, front, right = sorted((TOES[i].turn + 180) % 360 - 180 for i in three)
    odd = _NO_FRONT if front else _LOPSIDED if left != -right else 0.0
    return sum(TOES[i].cost for i in three) + odd


@cache
def _liked(joints: tuple[Joint, ...], angle: int) -> list[Joint]:
    """Return the joints in the order they are liked: upright tiles leave room for more."""
    priced = [
        joint._replace(cost=joint.cost + _SLANT * ((angle + joint.turn) % 90 != 0))
        for joint in joints
    ]
    return sorted(priced, key=lambda joint: joint.cost)


def _foot(end: Pose, joint: Joint, x: int, y: int, itself: int) -> Foot:
    double = _way(end, joint, True, x, y, itself)
    toes = tuple(_way(double.at(end), toe, False, x, y, 0) for toe in TOES)
    return Foot(double, toes, tuple(_roomy(toe.at(end), x, y) for toe in toes))


def _roomy(toe: Pose, x: int, y: int) -> int:
    """Return the cells of a toe and of what may follow it straight on."""
    ahead = toe.ahead(_ROOMY / 2, 0)
    return _moved(FINE, toe._replace(x=ahead[0], y=ahead[1]), x, y, 2 + _ROOMY)


def _way(of: Pose, joint: Joint, across: bool, x: int, y: int, itself: int) -> Way:
    """Return a way as seen from the end; it may meet the cells of the end `itself`."""
    c, s = unit(of.angle)
    # Rounded, so that a layout is the same wherever it is computed.
    dx = round(of.x + joint.dx * c - joint.dy * s, 6)
    dy = round(of.y + joint.dx * s + joint.dy * c, 6)
    lying = pose(dx, dy, of.angle + joint.turn, across)
    cells = _moved(FINE, lying, x, y) & ~itself
    return Way(joint.cost, dx, dy, lying, cells, _moved(COARSE, lying, x, y))


def _moved(board: Board, tile: Pose, x: int, y: int, length: float = 2.0) -> int:
    """Return the cells of a tile as seen from a place, from which its pose is given."""
    to_x, to_y = x + round(tile.x * GRAIN), y + round(tile.y * GRAIN)
    by = board.shift(to_x, to_y) - board.shift(x, y)
    mask = board.tile(tile.axis % 180, board.past(to_x), board.past(to_y), length)
    return mask << by if by >= 0 else mask >> -by
