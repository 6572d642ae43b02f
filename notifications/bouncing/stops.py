"""Addresses that get no more mail, and how they come to be that."""

import re
from datetime import datetime
from typing import Final

import structlog
from django.db import transaction

from accounts.models import Player
from notifications.bouncing import reports
from notifications.bouncing.reports import Report
from notifications.bouncing.rows import BouncingAddress
from notifications.models import Kind, Notice
from notifications.replies.incoming import storable

log = structlog.get_logger()

BOUNCES: Final = "mail to this address bounces"
"""Why a notice was dropped; those are sent once the address is tried again."""

_CODE: Final = re.compile(r"\b5\d\d\b")


def is_stopped(address: str) -> bool:
    """Whether an address gets no mail."""
    return BouncingAddress.of(address).exists()


def take(report: Report, *, now: datetime) -> None:
    """Believe a report about a mail of ours, whose name nobody knows who did not have it.

    Reports about an address that its player has changed since are about nobody.
    """
    notice = Notice.objects.select_related("player").filter(message_id__in=report.names).first()
    if notice is None or not (report.final or report.unwanted):
        log.info("report_changes_nothing", ours=notice is not None)
        return
    Notice.objects.filter(pk=notice.pk).update(last_error=report.said[:300])
    changed = Notice.objects.filter(
        kind=Kind.ADDRESS_CHANGED, player=notice.player, created_at__gt=notice.created_at
    )
    if notice.address or not changed.exclude(player=None).exists():
        reason = BouncingAddress.Reason
        stop(
            address_of(notice),
            reason.COMPLAINT if report.unwanted else reason.BOUNCE,
            report.said,
            now=now,
        )


def refused(notice: Notice, said: str, *, now: datetime) -> None:
    """Stop mail to a notice's address if a mail server refused it for what it is."""
    if _CODE.search(said) and reports.is_final("", said):
        stop(address_of(notice), BouncingAddress.Reason.BOUNCE, said, now=now)


def stop(address: str, reason: str, said: str, *, now: datetime) -> None:
    """Send no more mail to an address; its player is shown why, and others that it bounces."""
    kept = {"reason": reason, "said": storable(said)[:300], "since": now}
    with transaction.atomic():
        BouncingAddress.of(address).delete()
        BouncingAddress.objects.create(address=address, **kept)
        Player.objects.with_address(address).update(bouncing_address=address.lower())
    log.warning("address_stopped", reason=reason)


def address_of(notice: Notice) -> str:
    """Return where a notice goes."""
    return notice.address or (notice.player.email if notice.player else "")
