"""The page of a table as its seat sees it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import queries
from games.queries import NoSuchRound, TablePage, sentences
from games.tables import Match, Seat
from games.web import asking, picture, talking, turns, waiting
from games.web.asking import Asked
from games.web.manners import READ, check_readable
from games.web.news import mark_for_seats
from games.web.seats import Sitting, at_seat


@at_seat(*READ)
def table(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Show a round to its seat, with the move laid that a link points at."""
    match = sitting.seat.match
    if match.state == Match.State.RUNNING:
        asked = asking.read_link(request.GET)
        return show(request, sitting.seat, asked, note=_done(request))
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
) -> HttpResponse:
    """Return the page of a seat's table as it is now, above it a sentence on what was asked.

    What was `typed` for the table and not said stands in its field again.
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
        "hint": queries.hint_on(page),
        "plan": queries.plan_on(page, seat),
        "is_refusal": status != 200,
        "stands_in": bool(seat.bot),
        "news": reverse("games:seat_news", args=[match.slug, seat.number]),
        "mark": mark_for_seats(match),
        **talking.beside(seat, typed),
        "replay": reverse("games:seat_replay_round", args=[match.slug, seat.number, page.round]),
        "to_move": _to_move(page),
    }
    return render(request, "games/table.html", words, status=status)


def _to_move(page: TablePage) -> queries.SeatLine | None:
    """Return the seat that this round waits for."""
    return None if page.view.turn is None else page.seats[page.view.turn]


def _done(request: HttpRequest) -> str:
    """Return what to say of the move that led here from another round."""
    for name, sentence in (
        ("done", _("Your move in round %(round)s is made. This round waits for you too.")),
        ("again", _("This move had been played already; it counts once.")),
    ):
        number = request.GET.get(name, "")
        if asking.NUMBER.fullmatch(number):
            return sentence % {"round": int(number)}
    return ""
