"""What the worker does for mail; every task may run twice at once, and says what it lost itself."""

import threading
from typing import Final

from celery import shared_task
from django.utils import timezone

from notifications import gathering, noticing, outbox
from notifications.webhooks import outbox as webhooks

# One drain a process: others would only hold the worker's threads while a mail server is slow.
_DRAINING: Final = threading.Lock()
_POSTING: Final = threading.Lock()


@shared_task
def tell(match_id: int) -> None:
    """Make the notices of one match."""
    noticing.notice_match(match_id, now=timezone.now())


@shared_task
def tell_unnoticed() -> None:
    """Make the notices whose bell was lost, and the reminders whose time has come."""
    now = timezone.now()
    for match_id in noticing.unnoticed(now=now):
        noticing.notice_match(match_id, now=now)
    for invitation in noticing.uninvited():
        noticing.notice_invitation(invitation, now=now)
    noticing.notice_reminders(now=now)
    webhooks.forget_old(now=now)
    gathering.see_to_held(now=now)


@shared_task
def drain() -> None:
    """Send what is due."""
    if _DRAINING.acquire(blocking=False):
        try:
            outbox.drain()
        finally:
            _DRAINING.release()


@shared_task
def post() -> None:
    """Post what is due to webhooks, whose receivers may be slow without holding up a mail."""
    if _POSTING.acquire(blocking=False):
        try:
            webhooks.drain()
        finally:
            _POSTING.release()
