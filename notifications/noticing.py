"""Makes notices: reads the log and what waits, and writes down what has to be told.

Each notice is written once, whoever makes it twice: its key names the thing it is about.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import TimeOff
from games import services
from games.queries.following import Followed, follow
from games.tables import Choice, Invitation, Match, Seat
from notifications import corrections, members, overdue, rounds, standstill, talk, turns
from notifications.making import make
from notifications.models import Kind, Notice
from notifications.webhooks import ringing

__all__ = [
    "make",
    "notice_choices",
    "notice_invitation",
    "notice_link",
    "notice_match",
    "notice_reminders",
    "notice_time_off",
    "persons_choices",
    "uninvited",
    "unnoticed",
]

OVER: Final = frozenset({"match_ended", "match_abandoned"})
# Reminders at one match that are due within so long go together.
REMIND_TOGETHER: Final = timedelta(hours=2)
_AT_ONCE: Final = 500


def notice_match(match_id: int, *, now: datetime) -> None:
    """Make the notices of what happened in a match, and of what waits there.

    Plans go first: no mail tells of a choice that a plan makes.
    """
    services.try_plans(match_id, now=now)
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        return
    seats = {seat.number: seat for seat in match.seats.select_related("player")}
    talk.notice(match, seats.values(), now=now)
    if match.fault:
        # Its log is not to be read: what happened there is told when it goes on.
        standstill.notice(match, seats.values(), now=now)
        return
    members.notice_joined(match, now=now)
    last = 0
    for event in follow(match, match.noticed):
        last = event.seq
        _notice_event(match, seats, event, now)
    if last:
        services.noticed(match, last)
    corrections.notice_offers(match, seats, now=now)
    overdue.notice(match, seats.values(), now=now)
    notice_choices(match, now=now)


def notice_choices(match: Match, *, now: datetime) -> None:
    """Have one turn notice due for each person with choices that no mail has told of."""
    waiting: dict[Seat, list[Choice]] = defaultdict(list)
    for choice in persons_choices().filter(match=match).order_by("since", "round"):
        waiting[choice.seat].append(choice)
    for seat, choices in waiting.items():
        at = turns.due(choices, _zone(seat))
        if at is not None:
            _notice_turn(match, seat, turns.untold(choices)[0], at, now)


def notice_reminders(*, now: datetime) -> None:
    """Make the reminders whose time has come: one a person and match, for all that is near."""
    due = persons_choices().filter(services.not_away(now), told_at__isnull=False)
    due = due.filter(remind_at__lte=now)
    for choice in due.order_by("remind_at")[:_AT_ONCE]:
        # The same choice, reminded again for another time, is another thing.
        key = f"{choice.match_id}:{choice.round}:{choice.seq}:{choice.remind_at:%Y%m%dT%H%M%S}"
        player, match_id, seq = choice.seat.player, choice.match_id, choice.seq
        make(Kind.REMINDER, key, now, now=now, player=player, match_id=match_id, seq=seq)
        ringing.reminder(choice, key, now=now)
        near = choice.seat.choices.filter(remind_at__lte=now + REMIND_TOGETHER).select_related(
            "seat__player"
        )
        for other in near:
            services.reminded(other, now=max(now, other.remind_at or now))


def notice_invitation(invitation: Invitation, *, now: datetime) -> None:
    """Have an invitation mailed."""
    make(
        Kind.INVITATION,
        str(invitation.pk),
        now,
        now=now,
        player=invitation.player,
        address=invitation.address,
        match_id=invitation.seat.match_id,
        invitation=invitation,
    )


def notice_link(seat: Seat, *, now: datetime) -> None:
    """Have a fresh link to a seat mailed to who sits there; asking again within minutes is one."""
    if seat.player is not None:
        minutes = int(now.timestamp()) // 300
        make(
            Kind.LINK,
            f"{seat.pk}:{seat.tenure}:{minutes}",
            now,
            now=now,
            player=seat.player,
            match_id=seat.match_id,
        )


def notice_time_off(time_off: TimeOff, *, now: datetime) -> None:
    """Have everybody told, once, who shares a running table with a player who takes time off."""
    seats = Seat.objects.filter(
        match__state=Match.State.RUNNING,
        match__seats__player=time_off.player_id,
        bot="",
        player__isnull=False,
    ).exclude(player=time_off.player_id)
    for seat in seats.select_related("player", "match").order_by("-match"):
        key, match = str(time_off.pk), seat.match
        make(Kind.TIME_OFF, key, now, now=now, player=seat.player, match=match)


def unnoticed(*, now: datetime) -> set[int]:
    """Return the matches in which something waits to be noticed, however the bell was lost."""
    behind = Match.objects.filter(noticed__lt=F("head"), fault="").values_list("pk", flat=True)
    coming = Notice.objects.filter(
        kind=Kind.TURN,
        match=OuterRef("match"),
        player=OuterRef("seat__player"),
        state__in=[Notice.State.DUE, Notice.State.LEASED, Notice.State.HELD],
    )
    untold = persons_choices().filter(~Exists(coming), told_at=None)
    return {
        *behind[:_AT_ONCE],
        *untold.values_list("match_id", flat=True)[:_AT_ONCE],
        *corrections.unasked().values_list("match_id", flat=True)[:_AT_ONCE],
        *overdue.untold().values_list("match_id", flat=True)[:_AT_ONCE],
        *talk.unnoticed().values_list("match_id", flat=True)[:_AT_ONCE],
        *members.untold(now).values_list("seat__match", flat=True)[:_AT_ONCE],
        *standstill.untold().values_list("pk", flat=True)[:_AT_ONCE],
    }


def uninvited() -> QuerySet[Invitation]:
    """Return the open invitations that nobody was told of."""
    return Invitation.objects.filter(state=Invitation.State.OPEN, notices=None).exclude(address="")


def persons_choices() -> QuerySet[Choice]:
    """Return the choices that wait for persons in matches that run."""
    return Choice.objects.filter(
        seat__bot="",
        seat__player__isnull=False,
        match__state=Match.State.RUNNING,
        match__paused=False,
        match__fault="",
    ).select_related("seat__player", "match")


def _notice_event(match: Match, seats: Mapping[int, Seat], event: Followed, now: datetime) -> None:
    members.notice_change(match, seats.values(), event, now=now)
    if event.type in OVER:
        _notice_end(match, seats.values(), now)
    elif event.type == rounds.ENDED and event.round is not None:
        ringing.round_over(match, event.round, event.seq, now=now)
        rounds.notice(match, seats.values(), event, now=now)
    elif _is_clocks(event) and event.seat is not None:
        _notice_time_out(match, seats[event.seat], event.seq, now)
    else:
        corrections.notice(match, seats, event, now=now)


def _is_clocks(event: Followed) -> bool:
    """Whether the clock made a move or took a seat; that it gave time back is no news."""
    return event.cause == "clock" and event.type != "deadline_moved"


def _notice_turn(match: Match, seat: Seat, first: Choice, at: datetime, now: datetime) -> None:
    due = Notice.objects.filter(
        kind=Kind.TURN, match=match, player=seat.player, state=Notice.State.DUE
    ).first()
    if due is None:
        # By its row too: one that a rebuild made anew has been told by no mail yet.
        key = f"{match.pk}:{seat.tenure}:{first.round}:{first.seq}:{first.pk}"
        with transaction.atomic():  # a notice that is there says that webhooks know, too
            make(Kind.TURN, key, at, now=now, player=seat.player, match=match, seq=first.seq)
            ringing.turn(seat, key, at, now=now)
    elif not due.tries and at < due.due_at:
        # The mail before was answered: the next waits no longer for another day.
        soon = max(at, now + settings.TURN_MAIL_DELAY)
        Notice.objects.filter(pk=due.pk, state=Notice.State.DUE, due_at__gt=soon).update(
            due_at=soon
        )
        ringing.sooner(seat, soon)


def _notice_time_out(match: Match, seat: Seat, seq: int, now: datetime) -> None:
    if seat.player is not None:
        key = f"{match.pk}:{seq}"
        make(Kind.TIMED_OUT, key, now, now=now, player=seat.player, match=match, seq=seq)
        ringing.timed_out(seat, now=now)


def _notice_end(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    for seat in seats:
        if seat.player is not None:
            make(Kind.OVER, str(match.pk), now, now=now, player=seat.player, match=match)
    ringing.match_over(match, now=now)


def _zone(seat: Seat) -> ZoneInfo:
    return ZoneInfo(seat.player.time_zone if seat.player else "UTC")
