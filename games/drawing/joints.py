"""How tiles may touch: the poses a tile can take on an end, a double, or the starter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from games.drawing.contacts import doubles, half, halves
from games.drawing.poses import Joint, Pose, pose, unit


class Joints:
    """The joints something offers, the best liked first."""

    def __init__(self, joints: Iterable[Joint], crosswise: bool = False) -> None:
        self.joints = tuple(sorted(joints, key=lambda joint: joint.cost))
        self.crosswise = crosswise
        self._turned: dict[int, tuple[tuple[float, Pose], ...]] = {}

    def of(self, origin: Pose) -> Iterator[tuple[float, Pose]]:
        """Yield the poses of the joints as seen from `origin`, each with its cost."""
        turned = self._turned.get(origin.angle)
        if turned is None:
            turned = self._turned[origin.angle] = self._turn(origin.angle)
        ox, oy = origin.x, origin.y
        for cost, (x, y, angle, across, ux, uy) in turned:
            yield cost, Pose(ox + x, oy + y, angle, across, ux, uy)

    def _turn(self, angle: int) -> tuple[tuple[float, Pose], ...]:
        c, s = unit(angle)
        # Rounded, so that a layout is the same wherever it is computed.
        return tuple(
            (
                j.cost,
                pose(
                    round(j.dx * c - j.dy * s, 6),
                    round(j.dx * s + j.dy * c, 6),
                    angle + j.turn,
                    self.crosswise,
                ),
            )
            for j in self.joints
        )


def _flip(joint: Joint) -> Joint:
    """The joint on the other side of the direction of growth."""
    return Joint(joint.dx, -joint.dy, -joint.turn, joint.cost)


def _mirror(joint: Joint) -> Joint:
    """The joint on the other side of the starter."""
    return Joint(-joint.dx, joint.dy, 180 - joint.turn, joint.cost)


def _both(*joints: Joint) -> list[Joint]:
    return [side for joint in joints for side in (joint, _flip(joint))]


def _pair(joint: Joint) -> list[Joint]:
    return [joint, _mirror(joint)]


def _four(joint: Joint) -> list[Joint]:
    """The joint at all four corners of the starter, opposite ones after each other."""
    return [joint, _flip(_mirror(joint)), _flip(joint), _mirror(joint)]


def _touch(
    x: float, y: float, turn: int, cost: float = 0.0, at: float = 0.5, crosswise: bool = False
) -> Joint:
    """A tile whose near side meets the point (x, y), `at` of the way along that side."""
    c, s = unit(turn)
    deep, wide = (0.5, 2.0) if crosswise else (1.0, 1.0)
    off = wide * (0.5 - at)
    return Joint(x + deep * c - off * s, y + deep * s + off * c, turn, cost)


def _across(turn: int, cost: float, at: float = 0.5) -> Joint:
    return _touch(1, 0.5, turn, cost, at, crosswise=True)


_ASIDE = 1.2

# From the centre of a tile: its far half reaches from 0 to 1, and its far edge is at 1.
_LINE = [
    Joint(2, 0, 0),
    *_both(
        _touch(1, 0.5, 45, 0.5, at=1),
        Joint(1.5, 0.5, 90, 0.8),
        Joint(0.5, 1.5, 90, 1.2),
        *(_touch(1, 0.5, turn, 0.7, at=1) for turn in (15, 30, 60, 75)),
    ),
]
_ACROSS = [
    Joint(1.5, 0, 0),
    *_both(
        _across(15, 1.0),
        _across(30, 1.0),
        _across(45, 1.2),
        _across(60, 0.4),
        _across(75, 2.5),
        Joint(0.5, 1, 90, 3.4),
        Joint(1.5, 0.5, 0, 1.8),
        # Off its middle, a double has room where it had none.
        *(_across(turn, _ASIDE, 0.75) for turn in range(15, 91, 15)),
        *(_across(turn, _ASIDE, 0.25) for turn in range(0, 91, 15)),
    ),
]
# From the centre of a double, which reaches from -0.5 to 0.5 in the direction it grows in.
_TOES = [
    Joint(1.5, 0, 0),
    *_both(
        _touch(0.5, 1, 15),
        _touch(0.5, 1, 30),
        _touch(0.5, 1, 45, 0.1),
        _touch(0.5, 1, 60),
        _touch(0.5, 1, 75, 0.8),
        Joint(0, 2, 90, 0.7),
        _touch(-0.5, 1, 105, 0.9),
        _touch(-0.5, 1, 120, 0.9),
        _touch(-0.5, 1, 135, 0.9),
    ),
]

LINE, ACROSS, TOES = tuple(_LINE), tuple(_ACROSS), tuple(_TOES)
"""The joints that look well: along a line, of a double, of a double's toes."""


class AllJoints(NamedTuple):
    """All the joints there are, for a crowded table: along a line, of a double, of its toes."""

    line: Joints
    across: Joints
    toes: Joints


@cache
def all_joints() -> AllJoints:
    """Return the joints in all turns."""
    return AllJoints(
        Joints([*_LINE, *halves(0.5, 0.5, 0.5)]),
        Joints([*_ACROSS, *doubles()], crosswise=True),
        Joints([*_TOES, *halves(0.5, 1, 0)]),
    )


def _arm(turn: int, ray: int) -> Joint:
    """A tile that comes to the starter along a ray."""
    return half(0.5, 1, 0, turn, ray)


_EAST, _SOUTH = Joint(1.5, 0, 0), Joint(0, 2, 90)
_NORTH = _flip(_SOUTH)
# Beside a tile on the starter's short side there is room for one that stands corner on corner.
_BESIDE = _touch(0.5, 1, 60, at=1)

_PLACES = {
    2: _pair(_EAST),
    3: [_NORTH, *_pair(_touch(0.5, 1, 30))],
    4: [*_pair(_EAST), _NORTH, _SOUTH],
    5: [_NORTH, *_pair(_touch(0.5, 1, 54)), *_pair(Joint(1.5, -0.5, 0))],
    6: [*_pair(_EAST), *_four(_touch(0.5, 1, 45))],
    7: [_NORTH, *_pair(_arm(-55, -40)), *_pair(_arm(20, 10)), *_pair(_arm(55, 60))],
    8: [*_pair(_EAST), _NORTH, _SOUTH, *_four(_BESIDE)],
}


def starter_places(arms: int) -> list[Pose]:
    """Where the arms stand on a starter at the origin, in the order in which they are filled.

    Eight have room to touch it; of more, the first eight are given.
    """
    origin = pose(0, 0, 0, crosswise=True)
    joints = _PLACES[max(2, min(arms, 8))]
    # One by one: Joints would sort them by liking, and here their order is meant.
    return [next(Joints([joint]).of(origin))[1] for joint in joints]
