"""The address of a match for whoever has it: the seat, the table for watchers, the result."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import queries
from games.tables import Match
from games.web import picture, waiting
from games.web.asking import read_link
from games.web.manners import READ, check_readable, nothing_here, page
from games.web.news import mark_for_watchers
from games.web.turns import Turn


@page(*READ)
def match(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead a seat to its table; show watchers the table, and everybody the result."""
    found = queries.match_by_slug(slug)
    if found is None:
        return nothing_here(request)
    if found.is_over:
        return result(request, found)
    if found.state == Match.State.CANCELLED:
        return waiting.gone(request)
    mine = queries.seat_of(found, request.user) if isinstance(request.user, Player) else None
    if mine is not None:
        return redirect("games:table", found.slug, mine.number)
    if found.state == Match.State.WAITING:
        return waiting.room(request, found, None)
    return _watched(request, found) if found.watchable else nothing_here(request)


def result(request: HttpRequest, found: Match) -> HttpResponse:
    """Return the page of a match that is over: ranks, totals, and the points of every round."""
    mine = queries.seat_of(found, request.user) if isinstance(request.user, Player) else None
    words = {"match": found, "page": queries.result_page(found), "me": mine}
    return render(request, "games/result.html", words)


def _watched(request: HttpRequest, found: Match) -> HttpResponse:
    check_readable(found)
    shown = queries.table_page(found, None, read_link(request.GET).round)
    now = timezone.now()
    away = queries.away_at(found, now)
    words = {
        "page": shown,
        "turn": Turn("wait"),
        "match": found,
        "now": now,
        "away": away,
        "clock_stands": any(gone.has_begun and gone.seat == shown.view.turn for gone in away),
        "picture": picture.of_table(shown, Turn("wait")),
        "news": reverse("games:news", args=[found.slug]),
        "mark": mark_for_watchers(found),
        "sheet": reverse("games:sheet", args=[found.slug]),
        "replay": reverse("games:replay_round", args=[found.slug, shown.round]),
        "to_move": None if shown.view.turn is None else shown.seats[shown.view.turn],
    }
    return render(request, "games/table.html", words)
