"""What mail services tell by their webhooks, through django-anymail: bounces, complaints, replies.

Connected only where `CHICKENFOOT_ANYMAIL` is set; anymail checks the secret of each call.
"""

from typing import Any, Final

import structlog
from anymail import signals
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.validators import validate_address
from notifications.bouncing import reports, stops
from notifications.models import BouncingAddress
from notifications.replies import receiving
from notifications.replies.places import NobodyHere

log = structlog.get_logger()

_OF_THE_ADDRESS: Final = frozenset({signals.RejectReason.BOUNCED, signals.RejectReason.INVALID})


def connect() -> None:
    """Follow what mail services tell."""
    signals.tracking.connect(_tracked)
    signals.inbound.connect(_came_in)


def _tracked(event: Any, **_: object) -> None:
    """Stop mail to an address that bounced for good, or whose reader complained."""
    try:
        validate_address(event.recipient or "")
    except ValidationError:  # none that anybody here can have
        return
    said = event.mta_response or event.description or ""
    reason = BouncingAddress.Reason
    if event.event_type == signals.EventType.COMPLAINED:
        stops.stop(event.recipient, reason.COMPLAINT, said, now=timezone.now())
    elif event.event_type == signals.EventType.BOUNCED and _is_final(event.reject_reason, said):
        stops.stop(event.recipient, reason.BOUNCE, said, now=timezone.now())


def _is_final(reject_reason: str, said: str) -> bool:
    """Whether it is the address: what its mail server said counts more than the service's word."""
    if reports.has_status(said):
        return reports.is_final("", said)
    return reject_reason in _OF_THE_ADDRESS


def _came_in(event: Any, **_: object) -> None:
    """Take a reply; the service is told nothing of addresses that nobody has."""
    mail = event.message
    try:
        receiving.receive(
            mail.as_bytes(),
            mail.envelope_recipient or "",
            mail.envelope_sender,
            now=timezone.now(),
        )
    except NobodyHere:
        log.info("mail_for_nobody")
