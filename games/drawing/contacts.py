"""Every way two tiles can touch at the ends they are joined by, in steps of 15 degrees.

The half that is joined is pushed against what it is joined to from every side and in every turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.drawing.poses import Joint, clear, pose, unit

_STEP = 15
_LEAST_LIKED = 3.0


def halves(deep: float, wide: float, x: float) -> Iterator[Joint]:
    """Yield how a tile's near half can touch a box round (`x`, 0), `deep` and `wide` to each side.

    The box is a double (x = 0) or the far half of a tile (x = 0.5), which grow to the right.
    """
    parent = pose(0, 0, 0, crosswise=x == 0)
    for turn in range(0, 360, _STEP):
        for ray in range(0, 360, _STEP):
            joint = half(deep, wide, x, turn, ray)
            if clear(pose(joint.dx, joint.dy, turn), (parent,)):
                yield joint


def half(deep: float, wide: float, x: float, turn: int, ray: int) -> Joint:
    """Return how a turned tile's near half touches such a box when it comes in along a ray."""
    distance, _ = _touching(deep, wide, 0.5, 0.5, turn, ray)
    (c, s), (ex, ey) = unit(turn), unit(ray)
    # A tile's centre is half a square ahead of its near half's.
    return Joint(x + distance * ex + c / 2, distance * ey + s / 2, turn, _cost(turn, ray))


def doubles() -> Iterator[Joint]:
    """Yield how a double's long side can touch the far half of a tile."""
    parent = pose(0, 0, 0)
    for turn in range(0, 360, _STEP):
        for ray in range(0, 360, _STEP):
            distance, by_long_side = _touching(0.5, 0.5, 0.5, 1, turn, ray)
            ex, ey = unit(ray)
            joint = Joint(0.5 + distance * ex, distance * ey, turn, _cost(turn, ray))
            if by_long_side and clear(pose(joint.dx, joint.dy, turn, crosswise=True), (parent,)):
                yield joint


def _cost(turn: int, ray: int) -> float:
    turn, ray = turn % 360, ray % 360
    return _LEAST_LIKED + min(turn, 360 - turn) / 60 + min(ray, 360 - ray) / 180


def _touching(
    deep: float, wide: float, other_deep: float, other_wide: float, turn: int, ray: int
) -> tuple[float, bool]:
    """Return how far along a ray a turned box just touches an upright one, both given by halves.

    And whether it does so with its near long side: along the axis it grows in, from behind.
    """
    c, s = unit(turn)
    ex, ey = unit(ray)
    axes = ((1.0, 0.0), (0.0, 1.0), (c, s), (-s, c))
    reaches = []
    for i, (nx, ny) in enumerate(axes):
        toward = ex * nx + ey * ny
        if abs(toward) > 1e-6:
            mine = deep * abs(nx) + wide * abs(ny)
            yours = other_deep * abs(nx * c + ny * s) + other_wide * abs(ny * c - nx * s)
            reaches.append(((mine + yours) / abs(toward), i, toward))
    distance, axis, toward = min(reaches)
    return distance, axis == 2 and toward > 0
