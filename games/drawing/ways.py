"""The ways a tile, or a double with its toes, can go on from an end, with the cells they take.

They depend on nothing but the end's direction and where in a cell it lies, so they are worked out
once, and a growing table looks them up.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, islice
from typing import Final, NamedTuple

from games.drawing.board import BERTH, GRAIN, STEPS, STRIDE, Lying, cell, mask, past, seen
from games.drawing.joints import ACROSS, LINE, TOES
from games.drawing.poses import Joint, Pose, clear, pose, unit

_KEPT, _SETS = 512, 1 << 14
_APART = 0.01
_ROOMY = 1.5
_SLANT, _NO_FRONT, _LOPSIDED = 0.3, 0.8, 0.25

_AHEAD: Final = 2.0
"""How many squares before the middle of its tile an end is going."""

Three = tuple[int, int, int]


def going(tile: Pose) -> complex:
    """Return where the end of a tile that is no double is going."""
    return complex(tile.x, tile.y) + _AHEAD * complex(tile.ux, tile.uy)


class Way(NamedTuple):
    """One tile as it can lie at an end: the step there, and the cells it takes.

    `dx` and `dy` are in squares, `lying` counts its cells from that of the end, and `cells` are
    those that must be free, in a window round the end. `ahead` is the step to where its own end is
    going, if it is no double.
    """

    cost: float
    dx: float
    dy: float
    pose: Pose
    lying: Lying
    cells: int
    ahead: complex

    def at(self, end: Pose) -> Pose:
        """Return where it lies at an end."""
        _, _, angle, across, ux, uy = self.pose
        return Pose(end.x + self.dx, end.y + self.dy, angle, across, ux, uy)


class Toe(NamedTuple):
    """A tile as it can lie at a double: its bit among the toes, and its cells.

    `cells` and `ahead`, those with more before it, are to be looked for in a window that is
    shifted to the double.
    """

    bit: int
    cells: int
    ahead: int
    way: Way


class Toes(NamedTuple):
    """All toes a double can have, and the cells of the best three and of what is ahead of them."""

    toes: tuple[Toe, ...]
    best: Three
    roomy: int


class Foot(NamedTuple):
    """A double as it can lie at an end, its toes, and the shift of a window that leads there."""

    cells: int
    shift: int
    double: Way
    toes: Toes


class Ways(NamedTuple):
    """All that can come to an end, the best liked first."""

    lines: tuple[Way, ...]
    feet: tuple[Foot, ...]


@lru_cache(_KEPT)
def ways(angle: int, x: int, y: int) -> Ways:
    """Return what can go on from an end that is `x` and `y` steps past a cell of the board."""
    end = pose(0, 0, angle)
    return Ways(
        tuple(_way(end, joint, False, x, y) for joint in _liked(LINE, angle)),
        tuple(_foot(end, joint, x, y) for joint in _liked(ACROSS, angle)),
    )


@lru_cache(_SETS)
def fitting(free: int, most: int) -> tuple[tuple[float, Three], ...]:
    """Return the `most` best threes of toe places that can lie together, of those free (bits)."""
    fit = ((cost, three) for cost, three, places in _threes() if free & places == places)
    return tuple(islice(fit, most))


@cache
def _threes() -> tuple[tuple[float, Three, int], ...]:
    lying = [pose(joint.dx, joint.dy, joint.turn) for joint in TOES]
    return tuple(
        sorted(
            (_three_cost((a, b, c)), (a, b, c), 1 << a | 1 << b | 1 << c)
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


def _foot(end: Pose, joint: Joint, x: int, y: int) -> Foot:
    double = _way(end, joint, True, x, y)
    x, y = x + round(double.dx * GRAIN), y + round(double.dy * GRAIN)
    toes = _toes(double.pose.angle, x % STEPS, y % STEPS)
    shift = double.lying.row * STRIDE + double.lying.column + _NEARER
    return Foot(double.cells, shift, double, toes)


_AROUND: Final = 22
"""Within how many cells of a double its toes lie, and what is ahead of them."""

_NEARER: Final = (STRIDE // 2 - _AROUND) * (STRIDE + 1)


@cache
def _toes(angle: int, x: int, y: int) -> Toes:
    """Return the toes of a double that lies `x` and `y` steps past a cell."""
    double = pose(0, 0, angle, True)
    ways = [_way(double, joint, False, x, y) for joint in TOES]
    toes = tuple(
        Toe(1 << i, way.cells >> _NEARER, _ahead(way.pose, x, y) >> _NEARER, way)
        for i, way in enumerate(ways)
    )
    _, best, _ = _threes()[0]
    roomy = 0
    for i in best:
        roomy |= toes[i].cells | toes[i].ahead
    return Toes(toes, best, roomy)


def _ahead(toe: Pose, x: int, y: int) -> int:
    """Return the cells of a toe and of what may follow it straight on."""
    ahead = toe.ahead(_ROOMY / 2, 0)
    return seen((lying(toe._replace(x=ahead[0], y=ahead[1]), x, y, 2 + _ROOMY),), 0, 0)


def _way(of: Pose, joint: Joint, across: bool, x: int, y: int) -> Way:
    """Return a way as seen from the end; it may meet the cells of the end."""
    c, s = unit(of.angle)
    # Rounded, so that a layout is the same wherever it is computed.
    dx = round(of.x + joint.dx * c - joint.dy * s, 6)
    dy = round(of.y + joint.dx * s + joint.dy * c, 6)
    where = pose(dx, dy, of.angle + joint.turn, across)
    own = lying(where, x, y)
    cells = seen((own,), 0, 0) & ~seen((lying(of, x, y),), 0, 0)
    return Way(joint.cost, dx, dy, where, own, cells, going(where))


def lying(tile: Pose, x: int, y: int, length: float = 2.0, berth: float = BERTH) -> Lying:
    """Return the cells of a tile, counted from the cell of a place in steps, as its pose is."""
    to_x, to_y = x + round(tile.x * GRAIN), y + round(tile.y * GRAIN)
    taken = mask(tile.axis % 180, past(to_x), past(to_y), length, berth)
    return Lying(cell(to_x) - cell(x), cell(to_y) - cell(y), taken)
