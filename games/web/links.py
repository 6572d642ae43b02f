"""Links from mails: the token leaves the address at once, and a cookie knocks at the seat."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.problems import problem
from games import services
from games.tables import Seat
from games.web import asking, cookies, seats
from games.web.asking import Malformed
from games.web.manners import READ, WRITE, page


@page(*READ)
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Lead to the seat with a knock, whatever else the link points at passing through.

    The token of a link that is over knocks too: only then can its reader ask for a new one.
    Where what follows a good token cannot be read, as when a mail program has cut it, the token
    alone leads to the table.
    """
    found = seats.open_token(token)
    try:
        asked = asking.read_link(request.GET)
    except Malformed as cut:
        words = _("To the table")
        return problem(request, 400, sentence=str(cut), link=request.path, link_text=words)
    lets_in = found.lets_in(talks=asked.talk)
    if found.status == "over" and not lets_in:
        return seats.closed(request, found)
    response = _to_table(found.seat, asked) if lets_in else seats.closed(request, found)
    cookies.keep(response, cookies.KNOCK, found.seat, token)
    return response


@page(*WRITE)
def enter(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer "Play as …?": the knock becomes the cookie of the seat."""
    knocks = seats.opened(request, cookies.KNOCK, slug, number)
    asked = asking.read_link(request.GET)
    if knocks is None or not knocks.lets_in(talks=asked.talk):
        return _not_entered(request, slug, number, knocks)
    response = _to_table(knocks.seat, asked)
    cookies.keep(response, cookies.SEAT, knocks.seat, cookies.kept(request, cookies.KNOCK))
    cookies.drop(response, cookies.KNOCK, knocks.seat)
    return response


@page(*WRITE)
def again(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Mail a new link to the player of a seat, asked for by a browser that had an old one."""
    for name in (cookies.KNOCK, cookies.SEAT):
        found = seats.opened(request, name, slug, number)
        if found is not None and seats.can_ask(found.seat):
            services.want_link(found.seat, now=timezone.now())
            return render(request, "games/link_sent.html", {"seat": found.seat})
    return _not_entered(request, slug, number, None)


def _not_entered(
    request: HttpRequest, slug: str, number: int, knocks: seats.Opened | None
) -> HttpResponse:
    """Return where a browser without a knock that is good belongs: its table, or the page why."""
    if knocks is not None:
        return seats.closed(request, knocks)
    found = seats.find(request, slug, number)
    return _to_table(found.seat) if isinstance(found, seats.Sitting) else found


def _to_table(seat: Seat, asked: asking.Asked | None = None) -> HttpResponse:
    if asked is not None and asked.talk:
        return redirect("games:talk", seat.match.slug, seat.number)
    return redirect(cookies.path_of(seat) + (asked.query() if asked else ""))
