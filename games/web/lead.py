"""The first move of somebody new: the page leads through it, once, in three small steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

import accounts.services
from games.engine import PlaceTile
from games.queries.naming import joined_to, laid
from games.tables import Seat
from games.web import asking, cookies
from games.web.asking import Asked
from games.web.manners import WRITE
from games.web.seats import Sitting, at_seat
from games.web.turns import Turn


@dataclass(frozen=True)
class Step:
    """A step that is done, that is to be done now, or that is to come."""

    text: str
    state: Literal["done", "now", "later"]


@dataclass(frozen=True)
class Lead:
    """The steps of a first move, and where they stand: the query that a link brought here."""

    steps: Sequence[Step]
    query: str


def lead_of(seat: Seat, turn: Turn, asked: Asked) -> Lead | None:
    """Return how to lead a seat's player on, None for who knows how it goes, or has to wait."""
    if turn.stage == "wait" or seat.player is None or not seat.player.is_newcomer:
        return None
    return Lead(_steps(turn), asked.query())


@at_seat(*WRITE)
def alone(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Put the lead away for good, and stay at the step that was reached."""
    way = cookies.path_of(sitting.seat) + asking.read_link(request.GET).query()
    if sitting.seat.player is not None:
        accounts.services.settle_in(sitting.seat.player.pk)
    return redirect(way)


def _steps(turn: Turn) -> list[Step]:
    where, confirm = Step(_("Pick where it goes."), "later"), Step(_("Confirm it."), "later")
    if turn.tile is None:
        return [_first(turn), where, confirm] if turn.move is None else [_first(turn), _last()]
    if isinstance(turn.move, PlaceTile) and turn.move.on is not None:
        words = {"on": joined_to(turn.move.on)}
        return [_first(turn), Step(_("It goes on %(on)s.") % words, "done"), _last()]
    where = Step(_("Pick a place that is lit on the table, or its button below."), "now")
    return [_first(turn), where, confirm]


def _first(turn: Turn) -> Step:
    if turn.tile is not None:
        return Step(_("You have picked %(tile)s.") % {"tile": laid(turn.tile)}, "done")
    if turn.move is not None:
        return Step(_("You have chosen to pass."), "done")
    return Step(_("Pick a tile of your hand below: those that stand out can go."), "now")


def _last() -> Step:
    said = _("Look at the table, then press the button below it. Nothing counts before that.")
    return Step(said, "now")
