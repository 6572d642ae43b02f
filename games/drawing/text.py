"""The table as text, for plain mails and for who hears the page instead of seeing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from games.engine import End, Placement, Tile

ARROW = "⟵"
_FREE = "·"


class Written(Protocol):
    """What has a table to write out: a view."""

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Return the tiles that lie, in order."""

    @property
    def ends(self) -> tuple[End, ...]:
        """Return where a tile may be joined now."""

    @property
    def foot(self) -> Tile | None:
        """Return the double or starter that has to be filled first."""


@dataclass(frozen=True)
class Branch:
    """A line of tiles that begins at a double: each as (near, far) pips, up to the next double."""

    root: Tile
    tiles: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        """Return `9-9 ⟵ 9-4 4-4`; a free place is `9-9 ⟵ ·`."""
        tiles = " ".join(f"{near}-{far}" for near, far in self.tiles)
        return f"{self.root} {ARROW} {tiles or _FREE}"


def branches(view: Written) -> tuple[Branch, ...]:
    """Return every branch of the table, those of a double right after the one it closes."""
    if not view.placements:
        return ()
    joined: dict[Tile, list[Tile]] = {}
    for tile, on, _ in view.placements:
        if on is not None:
            joined.setdefault(on, []).append(tile)
    free = {end.tile: end.room for end in view.ends}
    return tuple(_from(view.placements[0].tile, joined, free))


def lines(view: Written) -> tuple[str, ...]:
    """Return the table as text, a branch a line; a starter alone is a line of its own."""
    return tuple(map(str, branches(view)))


def _from(root: Tile, joined: dict[Tile, list[Tile]], free: dict[Tile, int]) -> Iterator[Branch]:
    for tile in joined.get(root, ()):
        path, last = _follow(root, tile, joined)
        yield Branch(root, path)
        if last.is_double:
            yield from _from(last, joined, free)
    for _ in range(free.get(root, 0)):
        yield Branch(root, ())


def _follow(
    root: Tile, tile: Tile, joined: dict[Tile, list[Tile]]
) -> tuple[tuple[tuple[int, int], ...], Tile]:
    """Return the tiles of a branch as (near, far), and the last of them."""
    near, path = root.low, []
    while True:
        far = tile.other(near)
        path.append((near, far))
        if tile.is_double or tile not in joined:
            return tuple(path), tile
        near, tile = far, joined[tile][0]


def in_words(
    view: Written,
    gettext: Callable[[str], str] = str,
    ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
) -> tuple[str, ...]:
    """Return what the table looks like, in a few sentences, each translated by who asks.

    The functions carry gettext's names, so its tools find the sentences here.
    """
    if not view.placements:
        return (gettext("The table is empty."),)
    number = len(view.placements)
    said = [
        gettext("The starter is %(tile)s.") % {"tile": view.placements[0].tile},
        ngettext("One tile lies on the table.", "%(number)s tiles lie on the table.", number)
        % {"number": number},
    ]
    if view.foot is not None:
        said.append(_foot(view, view.foot, ngettext))
    elif view.ends:
        pips = sorted({end.pips for end in view.ends})
        said.append(gettext("Open ends: %(pips)s.") % {"pips": ", ".join(map(str, pips))})
    return tuple(said)


def branches_in_words(
    view: Written,
    gettext: Callable[[str], str] = str,
    ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
) -> tuple[str, ...]:
    """Return the branches of the table as sentences that can be listened to, and what is open."""
    open_at = {(end.tile.low, end.tile.high) for end in view.ends if not end.tile.is_double}
    said = []
    free: dict[Tile, int] = {}
    for branch in branches(view):
        if not branch.tiles:
            free[branch.root] = free.get(branch.root, 0) + 1
            continue
        tiles = ", ".join(f"{near}-{far}" for near, far in branch.tiles)
        words = {"root": branch.root, "tiles": tiles, "pips": branch.tiles[-1][1]}
        if tuple(sorted(branch.tiles[-1])) in open_at:
            said.append(gettext("From %(root)s: %(tiles)s; open at %(pips)s.") % words)
        else:
            said.append(gettext("From %(root)s: %(tiles)s.") % words)
    for root, number in free.items():
        sentence = ngettext(
            "%(root)s has one free place.", "%(root)s has %(number)s free places.", number
        )
        said.append(sentence % {"root": root, "number": number})
    return tuple(said)


def _foot(view: Written, foot: Tile, ngettext: Callable[[str, str, int], str]) -> str:
    room = sum(end.room for end in view.ends if end.tile == foot)
    sentence = ngettext(
        "One more tile must be joined to %(tile)s before any other place opens.",
        "%(number)s more tiles must be joined to %(tile)s before any other place opens.",
        room,
    )
    return sentence % {"tile": foot, "number": room}
