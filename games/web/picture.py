"""The picture of a table on a page, and the same in words for who cannot see it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from games.drawing import Course, Laid, Mark, branches_in_words, chart, in_words, svg
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


def of_totals(page: ReplayPage, me: int | None) -> SafeString:
    """Return the chart of the totals after each round that has ended, empty while there is none.

    A match of one round has nothing to compare, so it has none either.
    """
    if not page.ended or len(page.rounds) == 1:
        return SafeString()
    courses = [
        Course(
            seat.name, [0, *(ended.totals[seat.number] for ended in page.ended)], seat.number == me
        )
        for seat in page.seats
    ]
    numbers = [ended.round for ended in page.ended]
    here = numbers.index(page.round) + 1 if page.round in numbers else None
    title = _("Chart of the totals after each round; the same figures stand below it.")
    # The drawing escapes the names.
    return mark_safe(  # noqa: S308
        chart(courses, ["", *map(str, numbers)], here=here, title=title)
    )


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
        [*in_words(view, gettext, ngettext), *branches_in_words(view, gettext, ngettext)],
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
