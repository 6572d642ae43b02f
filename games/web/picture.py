"""The picture of a table on a page, and the same in words for who cannot see it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from games.drawing import Laid, Mark, in_words, lines, svg
from games.engine import PlaceTile, SeatView, Tile
from games.queries import ReplayPage, TablePage
from games.web.turns import Turn


@dataclass(frozen=True)
class Picture:
    """A table as a page shows it."""

    svg: SafeString
    words: Sequence[str]


def of_table(page: TablePage, turn: Turn) -> Picture:
    """Return the picture of a table: with the ends that are open to me, or my move laid."""
    move = turn.move
    laid = Laid(move.tile, move.on) if isinstance(move, PlaceTile) and move.on else None
    return _draw(page.view, marks=_marks(page, turn), laid=laid, newest=_newest(page))


def of_replay(page: ReplayPage) -> Picture:
    """Return the picture of a step; its own tile, if it laid one, is marked."""
    tile = page.played
    return _draw(page.view, newest=[tile] if tile else [])


def _draw(
    view: SeatView,
    *,
    marks: Sequence[Mark] = (),
    laid: Laid | None = None,
    newest: Collection[Tile] | None = None,
) -> Picture:
    drawn = svg(view, marks=marks, laid=laid, newest=newest, title=_("The table"), desc="")
    # The drawing escapes what it is given, and all it is given is ours.
    return Picture(
        mark_safe(drawn),  # noqa: S308
        [*in_words(view, gettext, ngettext), *lines(view)],
    )


def _marks(page: TablePage, turn: Turn) -> list[Mark]:
    """Return the open places: links for the tile that was chosen, else signs for my turn."""
    if turn.stage == "end":
        return [
            Mark(end.on, turn.tile, end.href, _("on %(name)s") % {"name": end.name})
            for end in turn.ends
        ]
    return [Mark(end.tile) for end in page.view.ends] if turn.stage == "tile" else []


def _newest(page: TablePage) -> list[Tile] | None:
    """Return the tiles that others laid since this seat's last move; to a watcher, the last."""
    if page.seat is None:
        return None
    return [
        Tile.parse(str(event.data["tile"]))
        for event in page.unseen
        if event.type == "tile_played" and event.data["seat"] != page.seat and not event.taken_back
    ]
