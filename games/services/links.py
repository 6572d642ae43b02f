"""Links in mails are capabilities: scoped, expiring, revocable (MAIL.md, Links 2)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F

from accounts.models import Player
from accounts.services import throttle
from games import signals
from games.services.errors import BadLink
from games.tables import Capability, Invitation, Match, Seat

AFTER_THE_END: Final = timedelta(days=90)
# Mails that a browser with an old link may cause.
LINKS_AN_HOUR: Final = 3
_SIGNER: Final = signing.Signer(salt="games.capability")
_LONGEST: Final = 200

Status = Literal["ok", "expired", "revoked", "other_tenure", "over"]


@dataclass(frozen=True)
class Access:
    """What a link opens, and whether it still does.

    `over`: the match has ended, and the link leads to its replay; `other_tenure`: the seat has
    changed hands since.
    """

    capability: Capability
    status: Status

    @property
    def seat(self) -> Seat | None:
        """The seat it is for, if it is for one."""
        return self.capability.seat

    @property
    def invitation(self) -> Invitation | None:
        """The invitation it is for, if it is for one."""
        return self.capability.invitation


def capability_for(seat: Seat) -> Capability:
    """Return the capability of a seat's current tenure, made when first asked for."""
    return Capability.objects.get_or_create(seat=seat, tenure=seat.tenure)[0]


def capability_for_invitation(invitation: Invitation) -> Capability:
    """Return the capability to answer an invitation."""
    return Capability.objects.get_or_create(
        invitation=invitation, defaults={"expires_at": invitation.expires_at}
    )[0]


def token(capability: Capability) -> str:
    """Return the signed text that stands for a capability in a link or a cookie."""
    return _SIGNER.sign(f"{capability.pk}-{capability.generation}").replace(":", "~")


def resolve(text: str, *, now: datetime) -> Access:
    """Return what a token opens; raises `BadLink` for one that was cut, forged or never ours."""
    number, generation = _unsigned(text)
    found = (
        Capability.objects.select_related(
            "seat__match", "seat__player", "seat__words", "invitation__seat__match"
        )
        .filter(pk=number)
        .first()
    )
    if found is None:
        raise BadLink
    return Access(found, _status(found, generation, now))


def revoke_seat(seat: Seat) -> None:
    """Void every link and cookie of a seat that is out there; the next mail brings a new one."""
    _revoke(seat=seat)


def revoke_player(player: Player) -> None:
    """Void every link of a person, as a changed address does."""
    _revoke(seat__player=player)
    _revoke(invitation__player=player)


def want_link(seat: Seat, *, now: datetime) -> None:
    """Have a new link mailed to a seat's player; raises `TooManyAsks` beyond a few an hour."""
    throttle.count(
        "seat link", str(seat.pk), limit=LINKS_AN_HOUR, window=timedelta(hours=1), now=now
    )
    transaction.on_commit(
        lambda: signals.link_wanted.send_robust(sender=Seat, seat_id=seat.pk), robust=True
    )


def absolute(path: str) -> str:
    """Return the address of a page of ours as a mail needs it."""
    return f"{settings.SITE_URL}{path}"


def _unsigned(text: str) -> tuple[int, int]:
    if len(text) > _LONGEST:
        raise BadLink
    try:
        number, generation = _SIGNER.unsign(text.replace("~", ":")).split("-")
        return int(number), int(generation)
    except (signing.BadSignature, ValueError) as fault:
        raise BadLink from fault


def _status(capability: Capability, generation: int, now: datetime) -> Status:
    if capability.revoked_at is not None or capability.generation != generation:
        return "revoked"
    if capability.expires_at is not None and capability.expires_at <= now:
        return "expired"
    if capability.seat is None:
        return "ok"
    match = capability.seat.match
    if match.state in {Match.State.ENDED, Match.State.ABANDONED}:
        ended = match.ended_at
        return "expired" if ended and ended + AFTER_THE_END <= now else "over"
    if capability.tenure != capability.seat.tenure:
        return "other_tenure"
    return "ok"


def _revoke(**which: Any) -> None:
    """Raise the generation: what was signed over the old one opens nothing."""
    Capability.objects.filter(**which).update(generation=F("generation") + 1)
