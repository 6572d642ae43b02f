"""What the creator of a table may change before its first deal."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.problems import problem
from games import queries, services
from games.services import TableRefused
from games.tables import Invitation, Match, Seat
from games.web import waiting
from games.web.manners import WRITE, nothing_here, page
from games.web.sent import sent
from games.web.waiting import Refused

AtSeat = Callable[[HttpRequest, Seat], HttpResponse]


def hosted(view: AtSeat) -> Callable[..., HttpResponseBase]:
    """Make a view an act of a table's creator on one of its seats; nobody else gets to it."""

    @page(*WRITE)
    @wraps(view)
    def checked(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        seat = queries.seat_at(slug, number)
        if seat is None:
            return nothing_here(request)
        return view(request, seat) if _is_host(request, seat.match) else _no_host(request)

    return checked


@hosted
def invite(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Invite somebody to a free seat, by address, instead of who was invited before."""
    address = sent(request).get("address", "")
    try:
        services.invite(seat, address, now=timezone.now())
    except TableRefused as refused:
        return _refused(request, seat, address, refused)
    messages.success(request, _("The invitation is on its way."))
    return _back(seat.match)


@hosted
def withdraw(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Take the invitation to a seat back."""
    invitation = seat.invitations.filter(state=Invitation.State.OPEN).first()
    if invitation is None:
        raise services.InvitationOver
    services.withdraw(invitation, now=timezone.now())
    messages.success(request, _("The invitation is taken back."))
    return _back(seat.match)


@hosted
def bot(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Seat a bot where nobody sits."""
    name = sent(request).get("bot", "")
    try:
        services.seat_bot(seat, name, now=timezone.now())
    except TableRefused as refused:
        return _refused(request, seat, "", refused)
    return _back(seat.match)


@hosted
def open_seat(request: HttpRequest, seat: Seat) -> HttpResponse:  # noqa: ARG001
    """Let anybody with the address of the table take a seat."""
    services.open_seat(seat, now=timezone.now())
    return _back(seat.match)


@page(*WRITE)
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the table off."""
    match = queries.match_by_slug(slug)
    if match is None:
        return nothing_here(request)
    if not _is_host(request, match):
        return _no_host(request)
    services.cancel(match, now=timezone.now())
    messages.success(request, _("The table is called off."))
    return redirect("games:home")


def _is_host(request: HttpRequest, match: Match) -> bool:
    return match.creator is not None and match.creator == request.user


def _no_host(request: HttpRequest) -> HttpResponse:
    return problem(
        request,
        403,
        _("This is for the creator of the table"),
        _("Only who made the table may change it before it begins."),
    )


def _refused(request: HttpRequest, seat: Seat, typed: str, refused: TableRefused) -> HttpResponse:
    """Return the waiting room with the reason beside the seat; what was typed stays."""
    mine = queries.seat_of(seat.match, request.user)  # type: ignore[arg-type]  # the creator
    why = Refused(seat.number, typed, str(refused))
    return waiting.room(request, seat.match, mine, refused=why)


def _back(match: Match) -> HttpResponse:
    return redirect("games:match", match.slug)
