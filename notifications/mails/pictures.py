"""A table as a picture and in words, both made by the renderer of the pages."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext, ngettext

from games import drawing
from games.engine import End, Placement, Rules, SeatView, Tile
from notifications.letters import Picture, mail_domain

# Twice what a telephone shows: sharp there, and small and quick to make.
WIDTH: Final = 720
# At most 60 KB each, in the memory of the process that sends.
_KEPT: Final = 128


@dataclass(frozen=True)
class OpenTable:
    """What lies on a table for everybody to see: nothing of it differs from seat to seat (R8)."""

    rules: Rules
    placements: tuple[Placement, ...]
    ends: tuple[End, ...]
    foot: Tile | None


def draw(view: SeatView, newest: Collection[Tile]) -> Picture:
    """Return the picture of a table, with what came since the reader's last move marked."""
    table = OpenTable(view.rules, view.placements, view.ends, view.foot)
    return Picture(
        cid=f"{secrets.token_hex(8)}@{mail_domain()}",
        png=drawn(table, frozenset(newest)),
        alt=" ".join([*drawing.in_words(view, gettext, ngettext), ". ".join(words(view))]),
    )


@lru_cache(_KEPT)
def drawn(table: OpenTable, newest: frozenset[Tile]) -> bytes:
    """Return the PNG of a table, drawn once for all who are shown the same.

    It is given no seat and no hand, so that what is kept can hold no secret of anybody's.
    """
    return drawing.png(table, WIDTH, newest=newest)


def words(view: SeatView) -> list[str]:
    """Return the table in words, a line for each branch."""
    return list(drawing.lines(view))
