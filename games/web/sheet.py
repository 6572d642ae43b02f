"""The sheet of a match side by side: its rounds as small tables, for a seat and for watchers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import queries
from games.tables import Match, Seat
from games.web.manners import READ, check_readable, nothing_here, page
from games.web.news import mark_for_seats, mark_for_watchers
from games.web.seats import Sitting, at_seat


@at_seat(*READ)
def seat_sheet(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Show a seat all rounds, those first that wait for it; before and after, lead to its table."""
    match = sitting.seat.match
    if match.state != Match.State.RUNNING:
        return redirect("games:table", match.slug, sitting.seat.number)
    return _show(request, match, sitting.seat)


@page(*READ)
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Show watchers all rounds, lead a seat to its own sheet, and everybody to a result."""
    match = queries.match_by_slug(slug)
    if match is None:
        return nothing_here(request)
    if match.state != Match.State.RUNNING:
        return redirect("games:match", match.slug)
    mine = queries.seat_of(match, request.user) if isinstance(request.user, Player) else None
    if mine is not None:
        return redirect("games:seat_sheet", match.slug, mine.number)
    return _show(request, match, None) if match.watchable else nothing_here(request)


def _show(request: HttpRequest, match: Match, seat: Seat | None) -> HttpResponse:
    check_readable(match)
    now = timezone.now()
    at = [match.slug] if seat is None else [match.slug, seat.number]
    words = {
        "sheet": queries.sheet_of(match, seat.number if seat else None, now),
        "match": match,
        "seat": seat,
        "now": now,
        "stands_in": bool(seat and seat.bot),
        "table": reverse("games:table" if seat else "games:match", args=at),
        "glance": reverse("games:seat_glance" if seat else "games:glance", args=at),
        "news": reverse("games:seat_news" if seat else "games:news", args=at),
        "mark": mark_for_seats(match) if seat else mark_for_watchers(match),
    }
    return render(request, "games/sheet.html", words)
