"""The poll of an open table: has anything happened? Answered from the match's row alone.

Before the first deal the seats are looked at as well: then who sits down is what happens. What is
said at a table is news for its seats alone; a line that goes with a move comes with it.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.views.decorators.http import require_safe

from accounts.models import Player
from games import queries
from games.tables import Match
from games.web import cookies, seats
from games.web.manners import nothing_here


@require_safe
def news(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Tell watchers, everybody once the match is over, and who may sit down before it begins."""
    match = queries.match_by_slug(slug)
    if match is None or not _may_follow(request, match):
        return nothing_here(request)
    return _told(request, match, mark_for_watchers(match))


@require_safe
def seat_news(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Tell a seat; the cookie comes first, for it is answered by one query."""
    found = seats.opened(request, cookies.SEAT, slug, number)
    if found is not None and found.status in {"ok", "over"}:
        return _told(request, found.seat.match, mark_for_seats(found.seat.match))
    if isinstance(request.user, Player):
        seat = queries.seat_at(slug, number)
        if seat is not None and seat.player_id == request.user.pk:
            return _told(request, seat.match, mark_for_seats(seat.match))
    return nothing_here(request)


def _may_follow(request: HttpRequest, match: Match) -> bool:
    if match.watchable or match.is_over:
        return True
    if match.state != Match.State.WAITING:
        return False
    if queries.gathering(match).has_open_seat:
        return True
    return isinstance(request.user, Player) and request.user.pk == match.creator_id


def mark_for_watchers(match: Match) -> str:
    """Return what changes with all that a watcher sees: the match's last event, or its seats."""
    if match.state == Match.State.WAITING:
        return queries.gathering(match).mark
    return str(match.head)


def mark_for_seats(match: Match) -> str:
    """Return what changes with all that a seat sees: that, and what was said."""
    return f"{mark_for_watchers(match)}.{match.talked}"


def _told(request: HttpRequest, match: Match, mark: str) -> HttpResponseBase:
    """Answer with the mark, or 304 where the asker knows it already."""
    etag = f'"{mark}-{match.state}"'
    response: HttpResponseBase
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(mark, content_type="text/plain")
    headers: dict[str, Any] = {
        "ETag": etag,
        "Cache-Control": "private, no-cache",
        "Vary": "Cookie",
        "X-Robots-Tag": "noindex",
    }
    for name, value in headers.items():
        response[name] = value
    return response
