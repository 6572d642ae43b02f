"""Outages of the server, or of its outgoing mail, move all deadlines by their length."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import TimeOff
from games import clock
from games.services import recording
from games.services.deadlines import move_all
from games.services.errors import MatchFaulted, MatchNotRunning
from games.services.intervals import Interval, without
from games.services.pausing import pauses_of
from games.tables import Choice, Heartbeat, Match, Outage

SERVER: Final = "server"
MAIL: Final = "mail"
LEAST: Final = timedelta(minutes=10)
"""A shorter silence is a restart or a slow minute, and no outage."""


@transaction.atomic
def beat(*, now: datetime) -> None:
    """Say that the server is awake; a longer silence before it becomes an outage."""
    Heartbeat.objects.bulk_create([Heartbeat(name=SERVER, at=now)], ignore_conflicts=True)
    last = Heartbeat.objects.select_for_update().get(name=SERVER)
    _note(last.at, now)
    if last.at < now:
        Heartbeat.objects.filter(name=SERVER).update(at=now)


def mail_fails(*, now: datetime) -> None:
    """Say that no mail server can be reached; the first time counts."""
    Heartbeat.objects.bulk_create([Heartbeat(name=MAIL, at=now)], ignore_conflicts=True)


def mail_works(*, now: datetime) -> None:
    """Say that a mail server took a mail; if none did for long before it, that was an outage."""
    if not Heartbeat.objects.filter(name=MAIL).exists():
        return
    with transaction.atomic():
        failing = Heartbeat.objects.select_for_update().filter(name=MAIL).first()
        if failing is not None:
            _note(failing.at, now)
            failing.delete()


def make_up(*, now: datetime, limit: int = 500) -> int:
    """Move the deadlines that outages have still to move, those first that are due first.

    Returns in how many matches; each is a transaction, and who is cut off goes on where they were.
    """
    moved = 0
    for outage in Outage.objects.filter(moved_at=None).order_by("pk"):
        waiting = _unmoved(outage).order_by("deadline").values_list("match_id", flat=True)
        found = list(dict.fromkeys(waiting[:limit]))
        for match_id in found:
            _move(match_id, outage, now)
        moved += len(found)
        if not _unmoved(outage).exists():
            Outage.objects.filter(pk=outage.pk).update(moved_at=now)
    return moved


def still_to_move() -> Q:
    """Return the condition on a choice that an outage has still to move its deadline."""
    found = Q(pk__in=[])
    for outage in Outage.objects.filter(moved_at=None):
        found |= Q(since__lt=outage.until, outage__lt=outage.pk)
    return found


def _note(since: datetime, now: datetime) -> None:
    if now - since > LEAST:
        Outage.objects.create(since=since, until=now)


def _unmoved(outage: Outage) -> QuerySet[Choice]:
    return Choice.objects.filter(
        since__lt=outage.until,
        outage__lt=outage.pk,
        seat__bot="",
        seat__player__isnull=False,
        match__state=Match.State.RUNNING,
        match__fault="",
    )


def _move(match_id: int, outage: Outage, now: datetime) -> None:
    try:
        with recording.faults_stop(match_id, now), transaction.atomic():
            _move_locked(recording.running(recording.lock(match_id)), outage, now)
    except (MatchFaulted, MatchNotRunning):
        return  # it stands still, and gets its time back when it goes on


def _move_locked(match: Match, outage: Outage, now: datetime) -> None:
    position = recording.load(match, None)
    choices = list(
        _unmoved(outage).filter(match=match).select_related("seat__player").order_by("round")
    )
    given = [*pauses_of(position, now), *_outages_before(outage)]
    moved = []
    for choice in choices:
        lost = without(_while(choice, outage), [*given, *_times_off(choice)])
        if lost:
            moved.append((choice, clock.after_pause(choice.deadline, lost, choice.seat.night)))
    if moved:
        move_all(position, moved, "outage", cause="clock", now=now)
    match.choices.filter(pk__in=[choice.pk for choice in choices]).update(outage=outage.pk)


def _while(choice: Choice, outage: Outage) -> Interval:
    """Return for how much of an outage a clock ran; after a late mail it began anew."""
    told, begun = choice.told_at, choice.since
    if told is not None and told - begun > clock.SHORTEST:
        begun = told
    return max(outage.since, begun), outage.until


def _outages_before(outage: Outage) -> Sequence[Interval]:
    before = Outage.objects.filter(pk__lt=outage.pk, until__gt=outage.since)
    return list(before.values_list("since", "until"))


def _times_off(choice: Choice) -> Sequence[Interval]:
    return list(TimeOff.objects.filter(player=choice.seat.player_id).values_list("since", "until"))
