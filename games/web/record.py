"""The record of a match, as a file: all of it when it is over, before that what a seat knows."""

from collections.abc import Callable, Iterator
from functools import wraps

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.problems import problem
from games import queries
from games.record.export import export_match
from games.record.notation import notation_of
from games.record.partial import export_partial
from games.tables import Match
from games.web.manners import READ, check_readable, nothing_here, page
from games.web.seats import Sitting, at_seat

Over = Callable[[HttpRequest, Match], HttpResponseBase]


def _once_over(view: Over) -> Callable[..., HttpResponseBase]:
    """Make a view one of a match that is over; of one that runs there is nothing to have (R8.5)."""

    @page(*READ)
    @wraps(view)
    def shown(request: HttpRequest, slug: str) -> HttpResponseBase:
        match = queries.match_by_slug(slug)
        if match is None or not (match.is_over or _may_see(request, match)):
            return nothing_here(request)
        if match.is_over:
            return view(request, match)
        return problem(
            request,
            409,
            _("The match is still running"),
            _("Its record holds every hand, so it can be had only when the match is over."),
        )

    return shown


@_once_over
def record(_request: HttpRequest, match: Match) -> HttpResponseBase:
    """Send the whole record, line by line."""
    return _file(export_match(match), f"chickenfoot-{match.slug}.jsonl")


@_once_over
def notation(_request: HttpRequest, match: Match) -> HttpResponseBase:
    """Send the match as text, a line a turn."""
    check_readable(match)
    return _file(
        iter([notation_of(match)]), f"chickenfoot-{match.slug}.txt", "text/plain; charset=utf-8"
    )


@at_seat(*READ)
def seat_record(request: HttpRequest, sitting: Sitting) -> HttpResponseBase:  # noqa: ARG001
    """Send what a seat may know of its running match; of one that is over, lead to all of it."""
    seat = sitting.seat
    if seat.match.state != Match.State.RUNNING:
        return redirect("games:record", seat.match.slug)
    lines = export_partial(seat.match, seat.number)
    return _file(lines, f"chickenfoot-{seat.match.slug}-seat-{seat.number}.jsonl")


def _file(
    lines: Iterator[str], name: str, kind: str = "application/x-ndjson"
) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _may_see(request: HttpRequest, match: Match) -> bool:
    if match.state != Match.State.RUNNING:
        return False
    mine = isinstance(request.user, Player) and queries.seat_of(match, request.user) is not None
    return match.watchable or mine
