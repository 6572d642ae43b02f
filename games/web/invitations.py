"""Invitations by mail: a link leaves a cookie, a page asks, and only a POST answers."""

from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.middleware import browser_time_zone
from accounts.models import Player
from accounts.problems import problem
from games import queries, services
from games.queries import InvitationPage
from games.services import BadLink, InvitationOver, TableRefused
from games.tables import Invitation, Seat
from games.web import cookies, invitation_cookie
from games.web.invitation_form import ADDRESS, AcceptForm
from games.web.manners import READ, WRITE, page
from games.web.sent import sent

FOR_EVER: Final = "for_ever"


@dataclass(frozen=True)
class Guest:
    """Somebody who may answer an invitation, by its link or because they are signed in."""

    page: InvitationPage
    reader: Player | None

    @property
    def invitation(self) -> Invitation:
        """The invitation itself."""
        return self.page.invitation


@page(*READ)
def link(request: HttpRequest, token: str) -> HttpResponse:  # noqa: ARG001
    """Lead to the invitation with a cookie for it; the token leaves the address at once."""
    access = services.resolve(token, now=timezone.now())
    if access.invitation is None:
        raise BadLink
    if access.status == "revoked":
        raise InvitationOver
    response = redirect(invitation_cookie.path_of(access.invitation))
    invitation_cookie.keep(response, access.invitation, token)
    return response


@page(*READ)
def show(request: HttpRequest, number: int) -> HttpResponse:
    """Say who invites to what, and ask."""
    guest = _guest(request, number)
    return (
        guest if isinstance(guest, HttpResponse) else _page(request, guest, _form(request, guest))
    )


@page(*WRITE)
def accept(request: HttpRequest, number: int) -> HttpResponse:
    """Sit down, and leave the cookie of the seat: it alone, not the whole account."""
    guest = _guest(request, number)
    if isinstance(guest, HttpResponse):
        return guest
    form = _form(request, guest)
    seat = _sit_down(guest, form) if form.is_valid() else None
    if seat is None:
        return _page(request, guest, form)
    response = redirect("games:table", seat.match.slug, seat.number)
    if seat.player != guest.reader:
        token = services.token(services.capability_for(seat))
        cookies.keep(response, cookies.SEAT, seat, token)
    return response


@page(*WRITE)
def decline(request: HttpRequest, number: int) -> HttpResponse:
    """Say no, to this table or to every later invitation too."""
    guest = _guest(request, number)
    if isinstance(guest, HttpResponse):
        return guest
    for_ever = sent(request).get(FOR_EVER) == "1"
    services.decline(guest.invitation, for_ever=for_ever, now=timezone.now())
    return render(request, "games/declined.html", {"page": guest.page, "for_ever": for_ever})


def _guest(request: HttpRequest, number: int) -> Guest | HttpResponse:
    """Return who may answer, or the page for who may not, or may no more."""
    reader = request.user if isinstance(request.user, Player) else None
    found = queries.invitation_page(number)
    if found is None or not (_has_link(request, found) or found.is_for(reader)):
        return problem(
            request,
            403,
            _("This invitation is not open in this browser"),
            _("Open the link in your mail again, with cookies allowed for this site."),
        )
    if not found.is_open(timezone.now()):
        return _over(request, found)
    return Guest(found, reader)


def _has_link(request: HttpRequest, found: InvitationPage) -> bool:
    token = invitation_cookie.kept(request)
    try:
        access = services.resolve(token, now=timezone.now()) if token else None
    except BadLink:
        return False
    if access is None or access.status == "revoked":
        return False
    return access.invitation == found.invitation


def _form(request: HttpRequest, guest: Guest) -> AcceptForm:
    initial = {"language": get_language(), "time_zone": browser_time_zone(request)}
    data = sent(request) if request.method == "POST" else None
    return AcceptForm(
        guest.invitation.address, guest.page.owner, guest.reader, data, initial=initial
    )


def _sit_down(guest: Guest, form: AcceptForm) -> Seat | None:
    """Accept, or say in the form why not."""
    values = form.cleaned_data
    as_reader = guest.reader is not None and values.get("who") != ADDRESS
    try:
        return services.accept(
            guest.invitation,
            player=guest.reader if as_reader else guest.page.owner,
            name=values.get("name", ""),
            language=values.get("language", ""),
            time_zone=values.get("time_zone", ""),
            words=values.get("words", ""),
            nonce=values.get("nonce", ""),
            now=timezone.now(),
        )
    except TableRefused as refused:
        form.add_error(refused.field, str(refused.sentence))
    except ValidationError as refused:
        form.add_error(None, refused)
    return None


def _over(request: HttpRequest, found: InvitationPage) -> HttpResponse:
    """Return the page of an invitation that was answered, taken back, or has expired."""
    accepted = found.invitation.state == Invitation.State.ACCEPTED
    return problem(
        request,
        410,
        _("This invitation is over"),
        found.why_over(),
        link=reverse("games:match", args=[found.match.slug]) if accepted else "",
        link_text=_("To the table") if accepted else "",
    )


def _page(request: HttpRequest, guest: Guest, form: AcceptForm) -> HttpResponse:
    words = {"page": guest.page, "form": form, "reader": guest.reader}
    return render(request, "games/invitation.html", words, status=422 if form.errors else 200)
