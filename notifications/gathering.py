"""What goes together in one mail instead of many: a day's digest, and what an outage held up.

Such a notice is held, and a notice of the kind digest, which is due when they shall leave, tells
all that is held by then. So nobody gets a flood after an outage: what is late by more than some
minutes goes together, if it is more than one thing to one person.

A few things never wait for the hour of a digest, for nobody shall lose a game to it: the turns of
tables with less than a day for a move, and the last reminder before a deadline that passes before
the next digest. Invitations, links, sign-ins and answers to replies are not gathered at all.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import count
from typing import Final
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from accounts.models import Player
from accounts.quiet_hours import moment
from notifications import noticing
from notifications.letters import Gathered
from notifications.making import make
from notifications.models import SWITCHABLE, Kind, MailChoice, Notice

# The digest itself goes alone, and so does the mail that a webhook was switched off.
GATHERED: Final = tuple(kind for kind in SWITCHABLE if kind not in {Kind.DIGEST, Kind.HOOK_OFF})
LATE: Final = timedelta(minutes=10)
"""What should have left so long ago was held up."""
SHORTEST_TERM: Final = timedelta(days=1)
"""Tables with less time for a move do not wait for digests."""
HELD_UP: Final = "held up"
"""How the keys begin of digests that no hour was chosen for."""

State = Notice.State


def goes_together(notice: Notice, *, now: datetime) -> bool:
    """Return whether a claimed notice is to be told with others; an administrator's wish is not."""
    player = notice.player
    if player is None or notice.kind not in GATHERED or notice.asked_again:
        return False
    if player.digest_at is not None and not _is_urgent(notice, player, now):
        return True
    return (
        _is_late(notice, now)
        and (_late_beside(notice, now).exists() or _is_held_up(player))
        and _wants_digests(player)
    )


def hold(notice: Notice, *, now: datetime) -> None:
    """Keep a claimed notice that goes together with others, and see to the mail that tells it."""
    player = notice.player
    assert player is not None  # noqa: S101 - goes_together has looked
    with transaction.atomic():
        if not _held(Notice.objects.filter(pk=notice.pk, state=State.LEASED, lease=notice.lease)):
            return
        if player.digest_at is not None and not _is_urgent(notice, player, now):
            _see_to_digest(player, now)
        else:
            _held(_late_beside(notice, now))
            if not _is_held_up(player):
                make(Kind.DIGEST, f"{HELD_UP} {notice.pk}", now, now=now, player=player)


def hold_again(player: Player, kept: Sequence[Notice], *, now: datetime) -> list[Notice]:
    """Have what was kept back from a player told in one mail: the next digest, or one now.

    Returns those that go alone, as they would have then.
    """
    together = [notice for notice in kept if _may_be_held(notice, player, now)]
    with transaction.atomic():
        back = Notice.objects.filter(pk__in=[notice.pk for notice in together], state=State.DROPPED)
        # Nothing of it was told, though the clocks went on: it is told as if asked for once more.
        if back.update(state=State.HELD, asked_again=True, tries=0, first_tried_at=None):
            _see_to_held(player, now)
    return [notice for notice in kept if notice not in together]


def see_to_held(*, now: datetime) -> None:
    """Make the digests that are missing of what is held, whatever became of those there were."""
    for player in Player.objects.filter(notices__state=State.HELD).distinct():
        _see_to_held(player, now)


def _see_to_held(player: Player, now: datetime) -> None:
    coming = [State.DUE, State.LEASED]
    if Notice.objects.filter(player=player, kind=Kind.DIGEST, state__in=coming).exists():
        if player.digest_at is not None:  # in another time zone it may be the hour sooner
            hour_changed(player, now=now)
        return
    if player.digest_at is not None:
        _see_to_digest(player, now)
    else:
        make(Kind.DIGEST, f"{HELD_UP} {now.isoformat()}", now, now=now, player=player)


def _may_be_held(notice: Notice, player: Player, now: datetime) -> bool:
    if notice.kind not in GATHERED:
        return False
    if player.digest_at is not None:
        return not _is_urgent(notice, player, now)
    return _wants_digests(player)


def hour_changed(player: Player, *, now: datetime) -> None:
    """Bring the digest that is due in step with another hour, or with none: never later.

    Who wants no digest any more gets what is held at once; nobody puts a turn off, and with it
    its deadline, by moving the hour on and on.
    """
    due = _due_digest(player)
    if due is None:
        return
    key, at = due.key, now
    if player.digest_at is not None:
        day, at = next_hour(player, now)
        key = _key(day)
    earlier = Notice.objects.filter(pk=due.pk, state=State.DUE, due_at__gt=at)
    others = Notice.objects.filter(player=player, kind=Kind.DIGEST).exclude(pk=due.pk)
    earlier.update(key=due.key if others.filter(key=key).exists() else key, due_at=at)


def held_for(player: Player) -> QuerySet[Notice]:
    """Return what is held for a player, the oldest first, and talk that waits for a turn mail."""
    talk = Q(state=State.DUE, kind=Kind.TALK)
    held = Notice.objects.filter(Q(state=State.HELD) | talk, player=player)
    return held.select_related("player", "match__creator", "invitation").order_by("pk")


def settle(gathered: Sequence[Gathered], state: Notice.State, *, now: datetime) -> None:
    """Mark what went with a mail that is finished: sent with it, dropped, or due again."""
    for one in gathered:
        notice = Notice.objects.filter(pk=one.notice, state__in=[State.HELD, State.DUE])
        if one.until is not None:
            _release(notice, one.until)
        elif one.dropped:
            reason = one.dropped[:300]
            notice.update(state=State.DROPPED, last_error=reason, asked_again=False)
        elif state == State.SENT:
            told = {"seq": one.seq or F("seq"), "talk": one.talk, "sent_at": now}
            notice.update(state=state, last_error="", asked_again=False, **told)
        else:
            notice.update(state=state, asked_again=False)


def next_hour(player: Player, after: datetime) -> tuple[date, datetime]:
    """Return the day and the time of the next digest that a player may get, one a day at most.

    An hour that does not exist on that day moves forward, one that comes twice counts once.
    """
    assert player.digest_at is not None  # noqa: S101 - asked of who reads digests
    zone = ZoneInfo(player.time_zone)
    today = after.astimezone(zone).date()
    digests = Notice.objects.filter(player=player, kind=Kind.DIGEST).exclude(state=State.DUE)
    had = set(digests.filter(key__gte=_key(today)).values_list("key", flat=True))
    for days in count():
        day = today + timedelta(days=days)
        at = moment(day, player.digest_at, zone, fold=0)
        if at > after and _key(day) not in had:
            return day, at
    raise AssertionError("days do not end")


def _key(day: date) -> str:
    return day.isoformat()


def _see_to_digest(player: Player, now: datetime) -> None:
    """Have a digest due; one that is being sent now may have been written already."""
    if _due_digest(player) is None:
        day, at = next_hour(player, now)
        make(Kind.DIGEST, _key(day), at, now=now, player=player)


def _due_digest(player: Player) -> Notice | None:
    due = Notice.objects.filter(player=player, kind=Kind.DIGEST, state=State.DUE)
    return due.order_by("due_at").first()


def _held(notices: QuerySet[Notice]) -> int:
    return notices.update(state=State.HELD, tries=0, first_tried_at=None)


def _release(held: QuerySet[Notice], until: datetime) -> None:
    try:
        with transaction.atomic():
            held.update(state=State.DUE, due_at=until)
    except IntegrityError:
        held.update(state=State.DROPPED, last_error="another notice tells the same")


def _is_urgent(notice: Notice, player: Player, now: datetime) -> bool:
    match = notice.match
    if notice.kind not in {Kind.TURN, Kind.REMINDER} or match is None:
        return False
    if match.turn_time < SHORTEST_TERM:
        return True
    if notice.kind == Kind.TURN:
        return False
    due = _due_digest(player)
    comes = due.due_at if due is not None else next_hour(player, now)[1]
    waiting = noticing.persons_choices().filter(match=match, seat__player=player, remind_at=None)
    return waiting.filter(deadline__gt=now, deadline__lte=comes).exists()


def _is_late(notice: Notice, now: datetime) -> bool:
    return min(notice.due_at, notice.first_tried_at or now) <= now - LATE


def _late_beside(notice: Notice, now: datetime) -> QuerySet[Notice]:
    """Return the other notices of the same person that were held up too."""
    others = Notice.objects.filter(
        Q(due_at__lte=now - LATE) | Q(first_tried_at__lte=now - LATE),
        player=notice.player,
        state=State.DUE,
        kind__in=GATHERED,
        asked_again=False,
    )
    return others.exclude(pk=notice.pk)


def _is_held_up(player: Player) -> bool:
    """Whether a mail for what was held up waits for the mail server, too."""
    due = Notice.objects.filter(player=player, kind=Kind.DIGEST, state=State.DUE)
    return due.filter(key__startswith=HELD_UP).exists()


def _wants_digests(player: Player) -> bool:
    unwanted = MailChoice.objects.filter(player=player, kind=Kind.DIGEST, wanted=False)
    return not unwanted.exists()
