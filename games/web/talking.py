"""The talk of a table: a few lines and a field beside it, and a page of all of them."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import queries, services
from games.services import TalkOver, TooTalkative, WordsRefused
from games.tables import Match, Seat
from games.tables.talk import LONGEST_LINE
from games.web import asking, cookies
from games.web.asking import Asked, Malformed
from games.web.manners import READ, WRITE
from games.web.news import mark_for_seats
from games.web.seats import Sitting, at_seat
from games.web.sent import sent


def beside(seat: Seat, typed: str = "") -> dict[str, Any]:
    """Return the newest lines for a page of a seat, and the field that says one, `typed` in it."""
    return {"talk": queries.newest_talk(seat.match, seat), "say": field(seat, typed)}


def field(seat: Seat, typed: str) -> dict[str, Any]:
    """Return what the field of a line needs; its key makes a double click one line."""
    return {
        "typed": typed,
        "key": secrets.token_hex(16),
        "longest": LONGEST_LINE,
        "address": reverse("games:talk", args=[seat.match.slug, seat.number]),
    }


@at_seat(*READ, *WRITE, talks=True)
def talk(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Show a page of the talk; say a line and lead back to where it was written."""
    seat = sitting.seat
    if request.method in READ:
        return page_of(request, seat)
    typed = asking.read_words(sent(request))
    number = asking.read_number(request.POST, "round")
    try:
        services.say(seat, typed.words, typed.key, now=timezone.now())
    except (WordsRefused, TalkOver, TooTalkative) as refused:
        page = page_of(request, seat, typed=typed.words, note=str(refused), status=refused.status)
        if isinstance(refused, TooTalkative):
            page["Retry-After"] = str(refused.wait)
        return page
    if number is None:
        return redirect("games:talk", seat.match.slug, seat.number)
    return redirect(f"{cookies.path_of(seat)}{Asked(number or None).query()}#talk")


@at_seat(*WRITE, talks=True)
def mute(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Fold somebody's lines away for this seat, or show them again."""
    seat = sitting.seat
    number, what = asking.read_number(request.POST, "seat"), request.POST.get("what")
    if number is None or what not in {"mute", "unmute"}:
        raise Malformed(_("The form is not complete: say whose lines, and what to do."))
    if what == "mute":
        services.mute(seat, number)
    else:
        services.unmute(seat, number)
    return redirect("games:talk", seat.match.slug, seat.number)


def page_of(
    request: HttpRequest, seat: Seat, *, typed: str = "", note: str = "", status: int = 200
) -> HttpResponse:
    """Return a page of the talk, the newest one unless the address says before which line."""
    match = seat.match
    result = reverse("games:match", args=[match.slug])
    words = {
        "match": match,
        "seat": seat,
        "page": queries.talk_page(match, seat, asking.read_number(request.GET, "before")),
        "say": field(seat, typed),
        "is_open": match.state != Match.State.CANCELLED,
        "note": note,
        "now": timezone.now(),
        "news": reverse("games:seat_news", args=[match.slug, seat.number]),
        "mark": mark_for_seats(match),
        "back": result if match.is_over else cookies.path_of(seat),
    }
    return render(request, "games/talk.html", words, status=status)
