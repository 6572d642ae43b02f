"""A table in small: the picture of one round beside its name in a list, loaded by itself.

Laying a table out takes longer than reading it, and a list may show a dozen.
"""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.drawing import svg
from games.queries import NoSuchRound, see_round
from games.web.asking import read_link
from games.web.manners import READ, check_readable
from games.web.seats import Sitting, at_seat


@at_seat(*READ)
def glance(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Return the picture of a round of a seat's match; there is no hand on it."""
    match = sitting.seat.match
    check_readable(match)
    if not match.head:
        raise NoSuchRound
    try:
        seen = see_round(match, read_link(request.GET).round or 1, sitting.seat.number)
    except KeyError as missing:
        raise NoSuchRound from missing
    drawn = svg(seen.view, title=_("The table"), desc="")
    return HttpResponse(drawn, content_type="image/svg+xml")
