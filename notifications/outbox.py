"""The outbox: claims what is due under a lease, sends it outside any transaction, marks it."""

import random
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games import services
from notifications import gathering, leasing, mails, noticing
from notifications.bouncing import stops
from notifications.delivery import Line, Refusal
from notifications.letters import Gathered
from notifications.mails import Dropped, Later, Letter
from notifications.models import SWITCHABLE, Kind, Notice

log = structlog.get_logger()

# Longer than a mail can take: every step of SMTP may wait EMAIL_TIMEOUT.
LEASE: Final = timedelta(minutes=5)
GIVE_UP: Final = timedelta(days=2)
FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(hours=2)
# A server that cannot be reached says nothing about the mail, and may be back any minute.
LONGEST_UNREACHABLE: Final = timedelta(minutes=5)

State = Notice.State


def drain(*, clock: Callable[[], datetime] = timezone.now, seconds: float = 20) -> int:
    """Send what is due, for at most `seconds` and the mail in hand; returns how many it tried.

    It stops at a mail server that cannot be reached: the next drain asks again.
    """
    ends = time.monotonic() + seconds
    tried = 0
    with Line() as line:
        while time.monotonic() < ends and (notice := claim(now=clock())):
            tried += 1
            if not _deliver(notice, line, clock):
                break
    return tried


def claim(*, now: datetime) -> Notice | None:
    """Return the next notice that is due, leased to the caller; also one whose lease ran out.

    While a mail that may tell of several notices is on its way to somebody, no other one is that
    might tell them the same.
    """
    on_its_way = Notice.objects.filter(
        player=OuterRef("player"), kind__in=SWITCHABLE, state=State.LEASED, lease_until__gt=now
    )
    free = Notice.objects.exclude(
        Exists(on_its_way.exclude(pk=OuterRef("pk"))), kind__in=SWITCHABLE
    )
    leased = leasing.claim(free, "due_at", "pk", length=LEASE, now=now, one_each="player")
    mine = Notice.objects.select_related("player", "match__creator", "invitation")
    return mine.get(**leased) if leased else None


def send_again(notice: Notice, *, now: datetime) -> None:
    """Have a notice that was sent, dropped or has failed sent once more (an administrator asks).

    It is checked again like any other: what is no longer true is not told.
    """
    finished = [State.SENT, State.DROPPED, State.FAILED]
    try:
        with transaction.atomic():
            Notice.objects.filter(pk=notice.pk, state__in=finished).update(
                state=State.DUE, due_at=now, tries=0, first_tried_at=None, asked_again=True
            )
    except IntegrityError:
        log.info("another_notice_tells_the_same", notice=notice.pk)


def _deliver(notice: Notice, line: Line, clock: Callable[[], datetime]) -> bool:
    """Send one claimed notice; returns whether it makes sense to try another."""
    if notice.first_tried_at and notice.first_tried_at + GIVE_UP <= clock():
        lost = mails.all_dropped(notice, "given up")
        _finish(notice, State.FAILED, mails.choices_of(notice), clock(), lost)
        return True
    try:
        if gathering.goes_together(notice, now=clock()):
            mails.check_wanted(notice)
            gathering.hold(notice, now=clock())
            return True
        letter, message = mails.compose(notice, now=clock())
    except Dropped as dropped:
        reason, gathered = dropped.reason, dropped.gathered
        _finish(notice, State.DROPPED, dropped.told, clock(), gathered, last_error=reason)
        return True
    except Later as later:
        _postpone(notice, later.until, later.reason, tries=0, first_tried_at=None)
        return True
    return _transmit(notice, letter, message, line, clock)


def _transmit(
    notice: Notice,
    letter: Letter,
    message: EmailMessage,
    line: Line,
    clock: Callable[[], datetime],
) -> bool:
    try:
        line.send(message)
    except Refusal as refusal:
        if refusal.unreachable:
            services.mail_fails(now=clock())
        log.warning("mail_refused", notice=notice.pk, kind=notice.kind, reason=refusal.reason)
        if refusal.final:
            stops.refused(notice, refusal.reason, now=clock())
            reason = refusal.reason[:300]
            _finish(notice, State.FAILED, letter.told, clock(), letter.gathered, last_error=reason)
        else:
            _postpone(notice, clock() + pause(notice.tries, refusal), refusal.reason)
        return not refusal.unreachable
    services.mail_works(now=clock())
    _finish(
        notice,
        State.SENT,
        letter.told,
        clock(),
        letter.gathered,
        sent_at=clock(),
        subject=letter.subject,
        seq=letter.seq or notice.seq,
        talk=letter.talk,
        last_error="",
    )
    return True


def pause(tries: int, refusal: Refusal) -> timedelta:
    """Return how long to wait after so many tries: growing, and never the same for two mails."""
    longest = LONGEST_UNREACHABLE if refusal.unreachable else LONGEST_PAUSE
    grown = min(FIRST_PAUSE * 2 ** min(tries - 1, 16), longest)
    return timedelta(seconds=grown.total_seconds() * random.uniform(0.75, 1.25))


def _finish(
    notice: Notice,
    state: State,
    told: Iterable[int],
    now: datetime,
    gathered: Sequence[Gathered] = (),
    **fields: Any,
) -> None:
    """Mark a notice that needs no more, if the lease is still ours, and start what waited for it.

    `told` are the choices whose clocks ran only from here on: also when the mail failed for good,
    or they would stand still for ever. `gathered` went with it.
    """
    with transaction.atomic():
        if not _leased(notice).update(state=state, sealed="", asked_again=False, **fields):
            return
        gathering.settle(gathered, state, now=now)
        services.told(told, now=now)
    if notice.kind == Kind.TURN and notice.match is not None:
        noticing.notice_choices(notice.match, now=now)


def _postpone(notice: Notice, until: datetime, reason: str, **fields: Any) -> None:
    """Make a notice due again at `until`, unless another has come to tell the same."""
    try:
        with transaction.atomic():
            _leased(notice).update(state=State.DUE, due_at=until, last_error=reason[:300], **fields)
    except IntegrityError:
        _leased(notice).update(state=State.DROPPED, last_error="another notice tells the same")


def _leased(notice: Notice) -> Any:
    return Notice.objects.filter(pk=notice.pk, state=State.LEASED, lease=notice.lease)
