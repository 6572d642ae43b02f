"""A table as one self-contained SVG, and single tiles as small ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from games.drawing.geometry import Box, Layout, Place, lay_out
from games.drawing.poses import Pose
from games.drawing.strokes import attributes, face, number, placed, plus, slab
from games.drawing.text import Written, lines
from games.drawing.theme import THEMES, Theme, ThemeName
from games.engine import Rules, Tile

_MARGIN = 0.7
_LEAST = (9.0, 7.0)


class Drawn(Written, Protocol):
    """What has a table to draw: a view."""

    @property
    def rules(self) -> Rules:
        """Return the rules, which say how many places the starter has."""


@dataclass(frozen=True)
class Mark:
    """A place to show as open: the end it is at, and the tile that would go there, if chosen.

    With an `href` the place is a link, named `label`.
    """

    on: Tile
    tile: Tile | None = None
    href: str = ""
    label: str = ""


@dataclass(frozen=True)
class Laid:
    """A move that is not confirmed yet."""

    tile: Tile
    on: Tile


def svg(
    view: Drawn,
    *,
    theme: ThemeName = "light",
    width: int | None = None,
    newest: Collection[Tile] | None = None,
    marks: Sequence[Mark] = (),
    laid: Laid | None = None,
    title: str = "Chicken Foot",
    desc: str | None = None,
    cloth: bool = True,
) -> str:
    """Return the picture of a table.

    `width` is in pixels; without it the picture takes the room it is given. `newest` are the tiles
    to mark as new, the last one if not given. `marks` are the places open to the reader. `title`
    and `desc` say the same in words; without a `desc` the table is written out (`text.lines`).
    Without `cloth` the tiles lie on whatever is behind the picture.
    """
    layout = lay_out(view.placements, view.rules.arms)
    words = ". ".join(lines(view)) if desc is None else desc
    ghost = layout.ghost(laid.tile, laid.on) if laid else None
    shown = [(mark, _ghost(layout, mark)) for mark in marks]
    poses = [pose for _, pose in shown] + [spot.pose for spot in layout.missing]
    box = _frame(layout, [*poses, *([ghost.pose] if ghost else [])])
    paint = THEMES[theme]
    new = newest if newest is not None else {place.tile for place in layout.places[-1:]}
    has_links = any(mark.href for mark in marks)
    return "".join(
        [
            _open(box, width, title, words, has_links),
            _board(box, paint) if cloth else "",
            tiles(layout, paint, new, marked={pose for _, pose in shown}),
            *(_mark(mark, pose, paint) for mark, pose in shown),
            _laid(ghost, paint) if ghost else "",
            "</svg>",
        ]
    )


def tiles(
    layout: Layout, paint: Theme, new: Collection[Tile], *, marked: Collection[Pose] = ()
) -> str:
    """Return all that lies on a table, and the empty places of an unfinished foot.

    `new` are the tiles to mark as new, `marked` the places that something else is drawn at.
    """
    return "".join(
        [
            *(_link(place, paint) for place in layout.places if place.link),
            *_missing_toes(layout, paint, marked),
            _shadows(layout.places, paint),
            *(_tile(place, paint, place.tile in new, layout.foot) for place in layout.places),
        ]
    )


def svg_tile(tile: Tile, *, theme: ThemeName = "light", upright: bool = False) -> str:
    """Return one tile as a small picture without a name: whoever shows it names it."""
    box = "-0.54 -1.04 1.08 2.08" if upright else "-1.04 -0.54 2.08 1.08"
    body = face(tile.low, tile.high, THEMES[theme])
    turned = f'<g transform="rotate(90)">{body}</g>' if upright else body
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cf-tile" viewBox="{box}"'
        f' aria-hidden="true" focusable="false">{turned}</svg>'
    )


def _ghost(layout: Layout, mark: Mark) -> Pose:
    """Return where a tile would lie at a mark."""
    if mark.tile is not None:
        return layout.ghost(mark.tile, mark.on).pose
    return next(spot.pose for spot in layout.spots if spot.on == mark.on)


def _frame(layout: Layout, more: Sequence[Pose]) -> Box:
    """Return what the picture shows: all tiles and a margin, and never so little that they loom."""
    box = layout.box.round(more) if more else layout.box
    wide = max(box.width + 2 * _MARGIN, _LEAST[0])
    high = max(box.height + 2 * _MARGIN, _LEAST[1])
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _open(box: Box, width: int | None, title: str, desc: str, has_links: bool) -> str:
    height = round(width * box.height / box.width) if width else None
    view_box = " ".join(map(number, (box.left, box.top, box.width, box.height)))
    # An image has no parts to a screen reader; one with links must stay a group.
    role = "group" if has_links else "img"
    start = attributes(
        class_="cf-table", viewBox=view_box, width=width, height=height, role=role, aria_label=title
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{start}>'
        f"<title>{escape(title)}</title><desc>{escape(desc)}</desc>"
    )


def _board(box: Box, paint: Theme) -> str:
    rim = 0.05
    return "<rect{}/>".format(
        attributes(
            class_="cf-board",
            x=box.left + rim,
            y=box.top + rim,
            width=box.width - 2 * rim,
            height=box.height - 2 * rim,
            rx=0.45,
            fill=paint.board,
            stroke=paint.rim,
            stroke_width=0.1,
        )
    )


def _link(place: Place, paint: Theme) -> str:
    """Return the line to a tile that found no room beside the end it is joined to."""
    x, y = place.link or (0.0, 0.0)
    to_x, to_y = place.pose.ahead(-0.5 if place.pose.crosswise else -1, 0)
    return "<path{}/>".format(
        attributes(
            class_="cf-link",
            d=f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}",
            stroke=paint.open,
            stroke_width=0.12,
            stroke_dasharray="0.02 0.24",
            stroke_linecap="round",
        )
    )


def _missing_toes(layout: Layout, paint: Theme, marked: Collection[Pose]) -> list[str]:
    """Return the empty places of an unfinished foot."""
    return [
        f'<g class="cf-toe" transform="{placed(spot.pose)}">'
        + slab(-0.07, **_dashes(paint.foot, 0.07))
        + "</g>"
        for spot in layout.missing
        if spot.pose not in marked
    ]


def _dashes(colour: str, width: float) -> dict[str, str | float | None]:
    return {
        "fill": "none",
        "stroke": colour,
        "stroke_width": width,
        "stroke_dasharray": "0.2 0.16",
        "stroke_linecap": "round",
    }


def _shadows(places: Sequence[Place], paint: Theme) -> str:
    """Return all shadows under all tiles, so that none falls on a neighbour."""
    slabs = "".join(f'<g transform="{placed(place.pose)}">{slab(0.015)}</g>' for place in places)
    return (
        f'<g class="cf-shadow" transform="translate(.05 .08)" fill="{paint.shade}"'
        f' fill-opacity=".38">{slabs}</g>'
    )


def _tile(place: Place, paint: Theme, is_new: bool, foot: Tile | None) -> str:
    rings = ""
    if is_new:
        rings += slab(0.05, class_="cf-new", fill="none", stroke=paint.newest, stroke_width=0.13)
    if place.tile == foot:
        rings += slab(0.16 if is_new else 0.07, class_="cf-foot", **_dashes(paint.foot, 0.09))
    kind = "cf-tile cf-double" if place.pose.crosswise else "cf-tile"
    return (
        f'<g class="{kind}" data-tile="{place.tile}" transform="{placed(place.pose)}">'
        f"{face(place.near, place.far, paint)}{rings}</g>"
    )


def _mark(mark: Mark, pose: Pose, paint: Theme) -> str:
    """Return an open place: the outline of the tile to come, and a plus."""
    outline = slab(-0.07, **{**_dashes(paint.open, 0.07), "fill": paint.open, "fill_opacity": 0.22})
    body = f'<g transform="{placed(pose)}">{outline}</g>{plus(pose.x, pose.y, paint)}'
    data = attributes(class_="cf-mark", data_on=str(mark.on), data_tile=_text(mark.tile))
    if not mark.href:
        return f"<g{data}>{body}</g>"
    named = attributes(href=mark.href, aria_label=mark.label or None)
    return f"<a{named}{data}>{body}</a>"


def _text(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def _laid(ghost: Place, paint: Theme) -> str:
    """Return a move that waits to be confirmed: a tile that is not quite there yet."""
    ring = slab(0.06, class_="cf-laid-ring", **_dashes(paint.newest, 0.12))
    return (
        f'<g class="cf-laid" data-tile="{ghost.tile}" transform="{placed(ghost.pose)}">'
        f'<g opacity=".86">{face(ghost.near, ghost.far, paint)}</g>{ring}</g>'
    )
