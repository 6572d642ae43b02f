"""A table in small: the picture of one round beside its name in a list, loaded by itself.

Its cloth is the page's, so that it fills whatever room the list gives it.

Laying a table out takes longer than reading it, and a list may show a dozen. So an address that
names the round's last event is drawn once a browser: what it shows does not change.
"""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games import queries
from games.drawing import svg
from games.queries import NoSuchRound, see_round
from games.tables import Match
from games.web.asking import read_link
from games.web.manners import READ, check_readable, nothing_here, page
from games.web.seats import Sitting, at_seat

LASTING: Final = "private, max-age=2592000, immutable"


@at_seat(*READ)
def seat_glance(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Return the picture of a round of a seat's match; there is no hand on it."""
    return _drawn(request, sitting.seat.match)


@page(*READ)
def glance(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the picture of a round to those who may watch it."""
    match = queries.match_by_slug(slug)
    if match is None or not (match.watchable or match.is_over):
        return nothing_here(request)
    return _drawn(request, match)


def _drawn(request: HttpRequest, match: Match) -> HttpResponse:
    check_readable(match)
    if not match.head:
        raise NoSuchRound
    asked = read_link(request.GET)
    try:
        seen = see_round(match, asked.round or 1, None)
    except KeyError as missing:
        raise NoSuchRound from missing
    drawn = svg(seen.view, title=_("The table"), desc="", cloth=False)
    response = HttpResponse(drawn, content_type="image/svg+xml")
    if asked.seq == seen.last_seq:
        response["Cache-Control"] = LASTING
    return response
