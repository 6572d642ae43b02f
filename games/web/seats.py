"""Who may sit at a seat in this browser, and the pages of those who may not (MAIL.md, Links)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.problems import problem
from games import queries, services
from games.services import BadLink
from games.services.links import Status
from games.tables import Seat
from games.web import asking, cookies
from games.web.manners import READ, nothing_here, page


@dataclass(frozen=True)
class Sitting:
    """Somebody who may play a seat: its player, signed in, or a browser that keeps its cookie."""

    seat: Seat
    by_cookie: bool


@dataclass(frozen=True)
class Opened:
    """What the token of a seat's link opens: the seat, if the status is `ok`."""

    seat: Seat
    status: Status

    def lets_in(self, *, talks: bool) -> bool:
        """Whether it opens the table or, where it is asked for, the talk of one that is over."""
        return self.status == "ok" or (talks and self.status == "over")


SeatPage = Callable[..., HttpResponseBase]


def at_seat(*methods: str, talks: bool = False) -> Callable[[SeatPage], SeatPage]:
    """Make a view a page of a seat, in its player's language and time, for who may sit there.

    It is given the `Sitting`. All others get the page that says why not, with nothing of the
    table on it. A page that `talks` stays open after the end of the match, as long as links do.
    """

    def decorated(view: SeatPage) -> SeatPage:
        @page(*methods)
        @wraps(view)
        def seated(
            request: HttpRequest, /, slug: str, number: int, **place: int
        ) -> HttpResponseBase:
            found = find(request, slug, number, talks=talks)
            if isinstance(found, HttpResponse):
                return found
            with read_by(found.seat):
                return view(request, found, **place)

        return seated

    return decorated


@contextmanager
def read_by(seat: Seat) -> Iterator[None]:
    """Speak a seat's player's language and show their time, whoever is signed in here."""
    player = seat.player
    if player is None:
        yield
        return
    with translation.override(player.language), timezone.override(ZoneInfo(player.time_zone)):
        yield


def find(
    request: HttpRequest, slug: str, number: int, *, talks: bool = False
) -> Sitting | HttpResponse:
    """Return who sits here in this browser, or the page for who does not."""
    if isinstance(request.user, Player):
        seat = queries.seat_at(slug, number)
        if seat is None:
            return nothing_here(request)
        if seat.player_id == request.user.pk:
            return Sitting(seat, by_cookie=False)
    sat = opened(request, cookies.SEAT, slug, number)
    if sat is not None and sat.lets_in(talks=talks):
        return Sitting(sat.seat, by_cookie=True)
    return _outside(request, sat, opened(request, cookies.KNOCK, slug, number), talks=talks)


def opened(request: HttpRequest, name: str, slug: str, number: int) -> Opened | None:
    """Return what one of a seat's cookies opens now, nothing where there is none for this seat."""
    token = cookies.kept(request, name)
    try:
        found = open_token(token) if token else None
    except BadLink:
        return None
    if found is None or (found.seat.match.slug, found.seat.number) != (slug, number):
        return None
    return found


def open_token(token: str) -> Opened:
    """Return what the token of a seat's link opens now; raises `BadLink`."""
    access = services.resolve(token, now=timezone.now())
    if access.seat is None:
        raise BadLink
    return Opened(access.seat, access.status)


def _outside(
    request: HttpRequest, sat: Opened | None, knocks: Opened | None, *, talks: bool
) -> HttpResponse:
    """Return the page for a browser that may not play this seat, or not yet."""
    if knocks is not None and knocks.lets_in(talks=talks):
        return _ask(request, knocks.seat, talks=talks)
    over = knocks or sat
    if over is not None:
        return closed(request, over)
    return problem(
        request,
        403,
        _("This seat is not open in this browser"),
        _(
            "Open the link in your mail again, with cookies allowed for this site: a cookie is how "
            "the table knows that it is you. Or sign in, if you have an account."
        ),
        advice=_("Nothing has changed at the table."),
    )


def _ask(request: HttpRequest, seat: Seat, *, talks: bool) -> HttpResponse:
    """Ask "Play as …?" and show nothing of the hand before the answer (MAIL.md, Links 1)."""
    reads = request.method in READ
    asked = asking.read_link(request.GET) if reads else asking.Asked()
    asked = asking.Asked(talk=True) if talks else asked
    with read_by(seat):
        words = {"seat": seat, "query": asked.query()}
        return render(request, "games/ask.html", words, status=200 if reads else 403)


def closed(request: HttpRequest, found: Opened) -> HttpResponse:
    """Return the page of a link that opens its seat no more; over, it leads to the replay."""
    seat = found.seat
    if found.status == "over" and request.method in READ:
        return redirect("games:replay", seat.match.slug)
    with read_by(seat):
        if found.status == "over":
            return match_is_over(request, seat)
        words = {
            "reason": found.status,
            "seat": seat,
            "stands_in": bool(seat.bot and seat.player_id),
            "is_owner": request.user == seat.player,
            "can_ask": can_ask(seat),
        }
        return render(request, "games/link_over.html", words, status=410)


def can_ask(seat: Seat) -> bool:
    """Whether a new link can be mailed: there is somebody to mail it to."""
    return seat.player is not None and not seat.player.is_suspended


def match_is_over(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Return the page for a move that comes after the end of the match."""
    return problem(
        request,
        409,
        _("The match is over"),
        _("No more moves can be made at this table."),
        advice=_("You can look at every move again."),
        link=reverse("games:match", args=[seat.match.slug]),
        link_text=_("To the result"),
    )
