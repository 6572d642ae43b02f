"""What happens when the time for a choice runs out: the table's policy (MAIL.md, Clocks)."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F, QuerySet

from games import clock
from games.services import errors, recording, thinking
from games.services.away import not_away
from games.services.outages import still_to_move
from games.services.playing import choose_and_make, follow_with_bots, leave_to_worker
from games.services.tenures import hand_over
from games.tables import Choice, Match, Seat

POLICY = Match.OutOfTime


def time_out(*, now: datetime, limit: int = 200) -> int:
    """Let a bot make each choice whose time has run out; returns how many were made.

    Where the table waits instead, the choice is marked once, and the others are told.
    """
    due = list(_due(now).order_by("deadline")[:limit])
    waits = [choice for choice in due if choice.match.out_of_time == POLICY.WAIT]
    for choice in waits:
        _mark(choice, now)
    return sum(_time_out_one(choice, now) for choice in due if choice not in waits)


def ask_for_bot(seat: Seat, round_number: int, seq: int, *, now: datetime) -> None:
    """Let a bot make the one choice of another player whose time has run out, seen at `seq`.

    A bot that thinks makes it soon, from the worker (`play_asked`).

    Raises `Stale` where it was made, `NotOverdue` where its player has time or is asking for
    themselves, `SeatChanged`, `MatchNotRunning` or `MatchFaulted`.
    """
    match = recording.running(Match.objects.get(pk=seat.match_id))
    if match.paused:
        raise errors.MatchNotRunning
    here = match.seats.get(pk=seat.pk)
    if here.tenure != seat.tenure or not here.is_person:
        raise errors.SeatChanged
    found = match.choices.select_related("seat__player", "match").filter(
        round=round_number, seq=seq, seat__bot=""
    )
    choice = found.first()
    if choice is None:
        raise errors.Stale
    if choice.ran_out_at is None or choice.seat_id == seat.pk or _is_away(choice, now):
        raise errors.NotOverdue
    if thinking.thinks(match.stand_in):
        Choice.objects.filter(pk=choice.pk).update(bot_asked=True)
        leave_to_worker(match.pk)
        return
    choose_and_make(choice, match.stand_in, "clock", now)
    follow_with_bots(match.pk, now)


def play_asked(match_id: int, *, now: datetime) -> None:
    """Make the choices of a match for which a bot was asked that thinks; for the worker only."""
    asked = choices_asked_for().filter(match=match_id, deadline__lte=now)
    for choice in asked.select_related("seat__player", "match").order_by("round"):
        try:
            choose_and_make(choice, choice.match.stand_in, "clock", now)
        except (errors.Stale, errors.MatchNotRunning, errors.MatchFaulted):
            continue
        follow_with_bots(match_id, now)


def choices_asked_for() -> QuerySet[Choice]:
    """Return the choices for which a bot was asked that thinks, however the bell was lost."""
    found: QuerySet[Choice] = Choice.objects.filter(
        bot_asked=True,
        ran_out_at__isnull=False,
        seat__bot="",
        match__state=Match.State.RUNNING,
        match__paused=False,
        match__fault="",
    )
    return found


def _due(now: datetime) -> QuerySet[Choice]:
    """Return the choices of persons whose time has run out and that nothing was done about."""
    return (
        Choice.objects.filter(deadline__lte=now, ran_out_at=None, seat__bot="")
        .filter(not_away(now), ~still_to_move(), told_at__isnull=False)
        .filter(match__state=Match.State.RUNNING, match__paused=False, match__fault="")
        .select_related("seat__player", "match")
    )


def _is_away(choice: Choice, now: datetime) -> bool:
    return not Choice.objects.filter(not_away(now), pk=choice.pk).exists()


def _mark(choice: Choice, now: datetime) -> None:
    with transaction.atomic():
        overdue = Choice.objects.filter(pk=choice.pk, ran_out_at=None, deadline__lte=now)
        if overdue.update(ran_out_at=now, remind_at=None):
            recording.ring(choice.match_id)


def _time_out_one(waits: Choice, now: datetime) -> int:
    """Make one choice; a match that cannot be replayed stops alone, and the clock goes on."""

    def count_the_day(match: Match) -> None:
        _strike(match, waits.seat, now)
        follow_with_bots(match.pk, now)

    try:
        choose_and_make(waits, waits.match.stand_in, "clock", now, then=count_the_day)
    except (errors.Stale, errors.MatchNotRunning, errors.MatchFaulted):
        return 0
    return 1


def _strike(match: Match, seat: Seat, now: datetime) -> None:
    """Count a day of the player's with nothing but time-outs; after three, a bot takes over."""
    zone = ZoneInfo(seat.player.time_zone) if seat.player else ZoneInfo("UTC")
    today = now.astimezone(zone).date()
    struck = Seat.objects.filter(pk=seat.pk).exclude(last_strike_on=today)
    if not struck.update(strikes=F("strikes") + 1, last_strike_on=today):
        return
    seat.refresh_from_db()
    if seat.strikes >= clock.STRIKES_BEFORE_BOT and not match.is_over:
        hand_over(match, seat, "bot", "clock", cause="clock", now=now)
