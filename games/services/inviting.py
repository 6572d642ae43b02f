"""Invitations by address: asked, answered, withdrawn, expired."""

from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

import accounts.services
from accounts.errors import Suspended
from accounts.models import Player
from accounts.services import throttle
from accounts.validators import clean_address
from games import signals
from games.services import errors, recording
from games.services.seating import sit_down, start_if_full, waiting
from games.tables import Invitation, Match, Seat

OPEN_FOR: Final = timedelta(days=14)
# Mails to strangers that one player may cause: a big family's tables, and no more.
INVITATIONS_A_DAY: Final = 100
# Mails that one address may be sent, whoever asks: withdrawn and invited again is one more.
INVITATIONS_AN_ADDRESS: Final = 10


def invite(seat: Seat, address: str, *, now: datetime) -> Invitation:
    """Invite somebody to a free seat of a table that has not begun, instead of who was before."""
    with transaction.atomic():
        match = waiting(seat.match_id)
        seat = match.seats.get(pk=seat.pk)
        if seat.is_taken:
            raise errors.SeatTaken
        seat.invitations.filter(state=Invitation.State.OPEN).update(
            state=Invitation.State.WITHDRAWN
        )
        seat.open_to_all = False
        seat.save(update_fields=["open_to_all"])
        invitation = invite_to(match, seat, address, now=now)
        recording.ring(match.pk)
    return invitation


def invite_to(
    match: Match, seat: Seat, address: str, *, field: str = "address", now: datetime
) -> Invitation:
    """Write the invitation; raises `TableRefused` at `field` for an address that cannot be asked.

    Raises `TooManyAsks` for a creator who invites without end. The caller holds the match's lock.
    """
    address = _may_be_asked(match, address, field)
    for kind, who, limit in (
        ("invitation", str(match.creator_id), INVITATIONS_A_DAY),
        ("invitation to", address.lower(), INVITATIONS_AN_ADDRESS),
    ):
        throttle.count(kind, who, limit=limit, window=timedelta(days=1), now=now)
    invitation = Invitation.objects.create(
        seat=seat,
        address=address,
        player=Player.objects.with_address(address).first(),
        created_at=now,
        expires_at=now + OPEN_FOR,
    )
    transaction.on_commit(
        lambda: signals.invited.send_robust(sender=Invitation, invitation_id=invitation.pk)
    )
    return invitation


def withdraw(invitation: Invitation, *, now: datetime) -> None:
    """Take an invitation back; its link says so from now on."""
    _close(invitation, Invitation.State.WITHDRAWN, now)


def decline(invitation: Invitation, *, now: datetime, for_ever: bool = False) -> None:
    """Say no; `for_ever` refuses every later invitation to this address as well."""
    with transaction.atomic():
        _close(invitation, Invitation.State.DECLINED, now)
        if for_ever:
            accounts.services.refuse(invitation.address, now=now)


def accept(
    invitation: Invitation,
    *,
    player: Player | None = None,
    name: str = "",
    language: str = "",
    time_zone: str = "",
    words: str = "",
    nonce: str = "",
    now: datetime,
) -> Seat:
    """Say yes and sit down: as `player` who is signed in, or as whom the address belongs to.

    Somebody new gets an account under `name`. The match begins if this was the last free seat.
    Raises `InvitationOver`, `SeatTaken`, `AlreadySeated`, `Suspended`, and `ValidationError` for
    a name, a language or a time zone that no player may have.
    """
    with transaction.atomic():
        match, invitation = _still_open(invitation, now)
        settings = {"language": language, "time_zone": time_zone}
        if player is None:
            player = accounts.services.register_or_find(
                invitation.address, display_name=name, now=now, **settings
            )
        if player.is_suspended:
            raise Suspended(player.suspension_reason)
        seat = match.seats.get(pk=invitation.seat_id)
        sit_down(seat, player, words, now, nonce)
        invitation.state, invitation.player = Invitation.State.ACCEPTED, player
        invitation.save(update_fields=["state", "player"])
        start_if_full(match, now)
    return seat


def expire_invitations(*, now: datetime) -> int:
    """Close the invitations that nobody answered in time; returns how many."""
    due = Invitation.objects.filter(state=Invitation.State.OPEN, expires_at__lte=now)
    matches = set(due.values_list("seat__match_id", flat=True))
    closed = due.update(state=Invitation.State.EXPIRED)
    for match_id in matches:
        recording.ring(match_id)
    return closed


def _may_be_asked(match: Match, address: str, field: str) -> str:
    """Return the address as it is kept, if it may be invited to this table.

    Who took an open seat is not told of: the answer would confirm a guess at their address.
    """
    try:
        address = clean_address(address)
    except ValidationError as fault:
        raise errors.TableRefused(field, fault.messages[0]) from fault
    if _is_known_here(match, address):
        raise errors.TableRefused(field, _("This person already has a seat here."))
    if accounts.services.refuses(address):
        raise errors.TableRefused(field, _("This person wants no invitations."))
    if Invitation.objects.filter(
        seat__match=match, state=Invitation.State.OPEN, address__iexact=address
    ).exists():
        raise errors.TableRefused(field, _("This person has been invited already."))
    return address


def _is_known_here(match: Match, address: str) -> bool:
    """Whether the creator knows already that this address sits here: it is theirs, or was asked."""
    if match.creator is not None and match.creator.email.casefold() == address.casefold():
        return True
    seated = match.seats.filter(player__in=Player.objects.with_address(address))
    return seated.filter(
        invitations__state=Invitation.State.ACCEPTED, invitations__address__iexact=address
    ).exists()


def _still_open(invitation: Invitation, now: datetime) -> tuple[Match, Invitation]:
    """Return the match, locked, and the invitation as it is; what was answered is over."""
    match = recording.lock(invitation.seat.match_id)
    fresh = Invitation.objects.select_related("seat").get(pk=invitation.pk)
    if fresh.state != Invitation.State.OPEN or fresh.expires_at <= now:
        raise errors.InvitationOver
    if match.state != Match.State.WAITING:
        raise errors.MatchHasStarted
    return match, fresh


def _close(invitation: Invitation, state: Invitation.State, now: datetime) -> None:
    with transaction.atomic():
        match, fresh = _still_open(invitation, now)
        fresh.state = state
        fresh.save(update_fields=["state"])
        recording.ring(match.pk)
