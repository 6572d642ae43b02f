"""Who asks: a seat's link, a signed-in player, or a visitor; each sees what pages show them."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.models import Player
from games import queries, services
from games.api.refusals import Refused, nothing_here
from games.services import Access, BadLink
from games.tables import Match, Seat

SCHEME = "seat"


class SeatAuthentication(BaseAuthentication):
    """`Authorization: Seat TOKEN`, the token of a link from a mail (MAIL.md, Links 2)."""

    def authenticate(self, request: Request) -> tuple[Any, Access] | None:
        """Return what the token opens, nothing where there is none; raises `BadLink`."""
        scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME:
            return None
        return AnonymousUser(), services.resolve(token.strip(), now=timezone.now())

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - the framework's
        """Return how to say who one is."""
        return "Seat"


def find_match(request: Request, slug: str) -> tuple[Match, Seat | None]:
    """Return a match and the seat of who asks, if they have one there.

    Raises the one refusal for a match that there is not and for one that a visitor may not see,
    and another for a link that opens its seat no more.
    """
    match = queries.match_by_slug(slug)
    if match is None:
        raise nothing_here()
    seat = _seat(request, match)
    if match.state == Match.State.CANCELLED:
        raise Refused(410, "match_cancelled", _("This table was called off."))
    if seat is None and not _open_to_visitors(match, request):
        raise nothing_here()
    return match, seat


def may_play(seat: Seat | None) -> Seat:
    """Return the seat; raises a refusal where who asks has none here."""
    if seat is None:
        raise Refused(403, "no_seat", _("You have no seat at this table."))
    return seat


def may_make_tables(request: Request) -> Player:
    """Return the player who is signed in; the link of a seat makes no tables."""
    if not isinstance(request.user, Player):
        raise Refused(403, "not_signed_in", _("Sign in to make a table."))
    return request.user


def _seat(request: Request, match: Match) -> Seat | None:
    if isinstance(request.auth, Access):
        return _opened(request.auth, match)
    if isinstance(request.user, Player):
        return queries.seat_of(match, request.user)
    return None


def _opened(access: Access, match: Match) -> Seat | None:
    if access.seat is None or access.seat.match_id != match.pk:
        raise BadLink(_("This link is for something else."))
    if access.status in {"ok", "over"}:
        return access.seat
    sentence = _("This link opens its seat no more.")
    raise Refused(410, "link_over", sentence, reason=access.status)


def _open_to_visitors(match: Match, request: Request) -> bool:
    if match.is_over or match.watchable:
        return True
    if match.state != Match.State.WAITING:
        return False
    is_creator = request.user.pk is not None and match.creator_id == request.user.pk
    return is_creator or match.seats.filter(open_to_all=True).exists()
