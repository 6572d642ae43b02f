"""The forms by which a table settles something among its players: ask, answer, go on."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from games import services
from games.services import ServiceError
from games.tables import Seat
from games.web import asking, cookies
from games.web.asking import Asked, Malformed
from games.web.manners import WRITE, check_readable
from games.web.seats import Sitting, at_seat
from games.web.table import show


@at_seat(*WRITE)
def ask_back(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Ask the table to take back this seat's last play, as it stood on the page."""
    asked = asking.read_choice(request.POST)

    def ask(seat: Seat) -> None:
        services.ask_to_take_back(seat, asked.round, asked.seq, now=timezone.now())

    return _done(request, sitting.seat, Asked(asked.round), ask)


@at_seat(*WRITE)
def ask_pause(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Ask the table for a pause."""
    asked = Asked(asking.read_link(request.POST).round)
    return _done(
        request, sitting.seat, asked, lambda seat: services.ask_for_pause(seat, now=timezone.now())
    )


@at_seat(*WRITE)
def answer(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Say yes or no to what somebody asked, or take one's own question back."""
    number, said = request.POST.get("offer", ""), request.POST.get("answer", "")
    if not asking.NUMBER.fullmatch(number) or said not in {"yes", "no"}:
        raise Malformed(_("The form is not complete: say yes or no."))

    def tell(seat: Seat) -> None:
        if said == "yes":
            services.agree(seat, int(number), now=timezone.now())
        else:
            services.disagree(seat, int(number))

    return _done(request, sitting.seat, Asked(asking.read_link(request.POST).round), tell)


@at_seat(*WRITE)
def go_on(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """End a pause that the players had agreed on."""
    asked = Asked(asking.read_link(request.POST).round)
    return _done(
        request, sitting.seat, asked, lambda seat: services.end_pause(seat, now=timezone.now())
    )


@at_seat(*WRITE)
def ask_bot(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Let a bot make the move of another player whose time has run out."""
    waits = asking.read_choice(request.POST)
    return _done(
        request,
        sitting.seat,
        Asked(waits.round),
        lambda seat: services.ask_for_bot(seat, waits.round, waits.seq, now=timezone.now()),
    )


def _done(
    request: HttpRequest, seat: Seat, asked: Asked, act: Callable[[Seat], None]
) -> HttpResponse:
    """Do it and lead back to the round, or show why not above the table as it is now."""
    check_readable(seat.match)
    try:
        act(seat)
    except ServiceError as refused:
        seat.match.refresh_from_db()
        if not seat.match.started_at or seat.match.is_over:
            raise
        return show(request, seat, asked, note=str(refused), status=refused.status)
    return redirect(cookies.path_of(seat) + asked.query())
