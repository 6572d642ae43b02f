"""The page of a table as its seat sees it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from games import queries
from games.queries import NoSuchRound, TablePage, sentences
from games.tables import Match, Seat
from games.web import asking, lead, onwards, picture, talking, turns, waiting
from games.web.asking import Asked
from games.web.manners import READ, check_readable
from games.web.news import mark_for_seats
from games.web.seats import Sitting, at_seat


@at_seat(*READ)
def table(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Show a round to its seat, with the move laid that a link points at."""
    match = sitting.seat.match
    if match.state == Match.State.RUNNING:
        return show(request, sitting.seat, asking.read_link(request.GET), sitting=sitting)
    if match.state == Match.State.WAITING:
        return waiting.room(request, match, sitting.seat)
    return waiting.gone(request) if not match.is_over else redirect("games:match", match.slug)


def show(
    request: HttpRequest,
    seat: Seat,
    asked: Asked,
    *,
    note: str = "",
    status: int = 200,
    typed: str = "",
    sitting: Sitting | None = None,
) -> HttpResponse:
    """Return the page of a seat's table as it is now, above it a sentence on what was asked.

    What was `typed` for the table and not said stands in its field again. Who looks on by an
    address of their own, `sitting` there, is told of the move that has led them to it.
    """
    match = seat.match
    check_readable(match)
    try:
        page = queries.table_page(match, seat.number, asked.round)
    except NoSuchRound:
        if status == 200:
            raise
        page = queries.table_page(match, seat.number, None)
    turn = turns.turn_of(page, asked)
    now = timezone.now()
    away = queries.away_at(match, now)
    words = {
        "page": page,
        "turn": turn,
        "seat": seat,
        "match": match,
        "now": now,
        "away": away,
        "clock_stands": any(gone.has_begun and gone.seat == page.view.turn for gone in away),
        "picture": picture.of_table(page, turn),
        "why": sentences.why_only_some(page.view) if page.can_choose else "",
        "note": note or turn.note,
        "lead": lead.lead_of(seat, turn, asked),
        "onwards": onwards.after_move(request, sitting, page) if sitting else None,
        "hint": queries.hint_on(page),
        "plan": queries.plan_on(page, seat),
        "is_refusal": status != 200,
        "stands_in": bool(seat.bot),
        "news": reverse("games:seat_news", args=[match.slug, seat.number]),
        "mark": mark_for_seats(match),
        **talking.beside(seat, typed),
        "sheet": reverse("games:seat_sheet", args=[match.slug, seat.number]),
        "replay": reverse("games:seat_replay_round", args=[match.slug, seat.number, page.round]),
        "to_move": _to_move(page),
    }
    return render(request, "games/table.html", words, status=status)


def _to_move(page: TablePage) -> queries.SeatLine | None:
    """Return the seat that this round waits for."""
    return None if page.view.turn is None else page.seats[page.view.turn]
