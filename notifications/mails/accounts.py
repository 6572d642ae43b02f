"""Mails about an account: signing in, and changing its address."""

from datetime import datetime, timedelta

from django.core import signing
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.services import address, signing_in
from notifications import sealed
from notifications.letters import Letter, Recipient
from notifications.mails import times
from notifications.mails.checking import Dropped
from notifications.models import Notice


def sign_in(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail with a link and a code, unless it is too late for them."""
    return Letter(
        template="sign_in",
        to=to,
        subject=_("Sign in to Chicken Foot"),
        context=_opened(notice, signing_in.GOOD_FOR, now),
        message_id=notice.message_id,
    )


def address_change(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail to a new address whose link makes it the player's own."""
    return Letter(
        template="address_change",
        to=to,
        subject=_("Your new address at Chicken Foot"),
        context=_opened(notice, address.GOOD_FOR, now),
        message_id=notice.message_id,
    )


def address_changed(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001
    """Return the mail that tells the old address of the change; it names no new one."""
    return Letter(
        template="address_changed",
        to=to,
        subject=_("Your address at Chicken Foot was changed"),
        context={"at": times.exactly(notice.created_at)},
        message_id=notice.message_id,
    )


def _opened(notice: Notice, good_for: timedelta, now: datetime) -> dict[str, object]:
    """Return link and code; a newer request of the same person has voided older codes."""
    until = notice.created_at + good_for
    if until <= now:
        raise Dropped("its link is too old")
    same = Q(player=notice.player) if notice.player else Q(address__iexact=notice.address)
    newer = Notice.objects.filter(same, kind=notice.kind, created_at__gt=notice.created_at)
    if newer.exists():
        raise Dropped("a newer one was asked for")
    try:
        opened = sealed.open_sealed(notice.sealed)
    except signing.BadSignature:
        raise Dropped("its seal cannot be opened") from None
    return {**opened, "until": times.exactly(until)}
