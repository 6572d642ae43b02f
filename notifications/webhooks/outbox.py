"""Posts what is due, outside any transaction, and switches off what fails for a day.

Who fails waits longer and longer, with all that is due there; who works never waits behind them.
"""

import random
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from notifications import leasing
from notifications.mails.checking import Dropped, Later
from notifications.making import make
from notifications.models import Kind as MailKind
from notifications.webhooks import posting, signing, telling
from notifications.webhooks.posting import Answer
from notifications.webhooks.rows import Delivery, Webhook

log = structlog.get_logger()

LEASE: Final = timedelta(minutes=1)
A_DAY: Final = timedelta(hours=24)
# A day without success is no day of failure where hardly anything was tried.
FAILURES: Final = 5
FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(hours=2)
KEPT_FOR: Final = timedelta(days=30)

State = Delivery.State
Post = Callable[[str, bytes, Mapping[str, str]], Answer]


def drain(
    *,
    clock: Callable[[], datetime] = timezone.now,
    seconds: float = 20,
    post: Post = posting.post,
) -> int:
    """Post what is due, for at most `seconds` and the post in hand; returns how many it tried."""
    ends = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < ends and (delivery := claim(now=clock())):
        tried += 1
        _deliver(delivery, clock, post)
    return tried


def claim(*, now: datetime) -> Delivery | None:
    """Return the next delivery, leased to the caller; what was never tried comes first."""
    leased = leasing.claim(Delivery.objects.all(), "tries", "due_at", "pk", length=LEASE, now=now)
    mine = Delivery.objects.select_related("webhook__player", "match", "seat__player")
    return mine.get(**leased) if leased else None


def forget_old(*, now: datetime) -> None:
    """Delete what was told, or was not, so long ago that nobody asks."""
    finished = [State.SENT, State.DROPPED, State.FAILED]
    Delivery.objects.filter(created_at__lte=now - KEPT_FOR, state__in=finished).delete()


def _deliver(delivery: Delivery, clock: Callable[[], datetime], post: Post) -> None:
    now, hook = clock(), delivery.webhook
    if delivery.first_tried_at and delivery.first_tried_at + A_DAY <= now:
        _leased(delivery).update(state=State.FAILED)
        return
    try:
        body = telling.tell(delivery, now=now)
    except Dropped as dropped:
        _leased(delivery).update(state=State.DROPPED, last_error=dropped.reason)
        return
    except Later as later:
        again = {"due_at": later.until, "tries": 0, "first_tried_at": None}
        _leased(delivery).update(state=State.DUE, last_error=later.reason, **again)
        return
    seconds = int(now.timestamp())
    answer = post(hook.url, body, signing.headers(delivery.message_id, seconds, body, hook.secret))
    if answer.is_taken:
        _taken(delivery, clock())
    else:
        log.warning("webhook_refused", webhook=hook.pk, host=hook.host, trouble=answer.trouble)
        _refused(delivery, answer, clock())


@transaction.atomic
def _taken(delivery: Delivery, now: datetime) -> None:
    if _leased(delivery).update(state=State.SENT, sent_at=now, last_error=""):
        _same(delivery.webhook).update(told_at=now, failing_since=None, failures=0, trouble="")


@transaction.atomic
def _refused(delivery: Delivery, answer: Answer, now: datetime) -> None:
    """Try again later, once for a test; a day of failure, and a `410`, switch the webhook off."""
    is_test = delivery.kind == Delivery.Kind.TEST
    kept: dict[str, Any] = {"state": State.FAILED} if is_test else {"state": State.DUE}
    if not _leased(delivery).update(last_error=answer.trouble, **kept):
        return
    if answer.is_gone:
        _switch_off(delivery.webhook, Webhook.Off.GONE, answer, now)
    elif not is_test:
        _fails(delivery, answer, now)


def _fails(delivery: Delivery, answer: Answer, now: datetime) -> None:
    _same(delivery.webhook).update(
        failing_since=Coalesce("failing_since", now),
        failures=F("failures") + 1,
        trouble=answer.trouble,
    )
    hook = Webhook.objects.get(pk=delivery.webhook_id)
    since = hook.failing_since or now
    if since + A_DAY <= now and hook.failures >= FAILURES:
        _switch_off(hook, Webhook.Off.FAILING, answer, now)
        return
    until = now + pause(hook.failures, answer.retry_after)
    Delivery.objects.filter(webhook=hook, state=State.DUE, due_at__lt=until).exclude(
        kind=Delivery.Kind.TEST
    ).update(due_at=until)


def pause(failures: int, retry_after: timedelta | None) -> timedelta:
    """Return how long to leave a receiver alone: as it asked, or growing with its failures."""
    if retry_after is not None:
        return min(max(retry_after, timedelta(seconds=1)), LONGEST_PAUSE)
    grown = min(FIRST_PAUSE * 2 ** min(failures - 1, 16), LONGEST_PAUSE)
    return timedelta(seconds=grown.total_seconds() * random.uniform(0.75, 1.25))


def _switch_off(hook: Webhook, why: Webhook.Off, answer: Answer, now: datetime) -> None:
    """Switch a webhook off, drop what is due there, and have its player told by mail."""
    off = (
        _same(hook)
        .filter(off_since=None)
        .update(off_since=now, off_because=why, trouble=answer.trouble)
    )
    if not off:
        return
    waiting = Delivery.objects.filter(webhook=hook, state__in=[State.DUE, State.LEASED])
    waiting.update(state=State.DROPPED, last_error="switched off")
    key = f"{hook.pk}:{now:%Y%m%dT%H%M%S}"
    make(MailKind.HOOK_OFF, key, now, now=now, player=hook.player)


def _same(hook: Webhook) -> QuerySet[Webhook]:
    return Webhook.objects.filter(pk=hook.pk)


def _leased(delivery: Delivery) -> QuerySet[Delivery]:
    return Delivery.objects.filter(pk=delivery.pk, state=State.LEASED, lease=delivery.lease)
