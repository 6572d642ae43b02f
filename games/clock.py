"""When a choice has to be made and when its player is reminded (MAIL.md, Clocks)."""

from datetime import datetime, timedelta

from accounts import habits
from accounts.habits import Habits
from accounts.quiet_hours import QuietHours

QUARTER = timedelta(minutes=15)
SHORTEST = timedelta(hours=1)
LONGEST = timedelta(days=30)
STRIKES_BEFORE_BOT = 3


def deadline(since: datetime, turn_time: timedelta, night: QuietHours | None) -> datetime:
    """Return when a choice that exists since `since` must be made: a full quarter hour, UTC.

    It is the end of the `night` of who decides where it would fall into it.
    """
    end = _full_quarter(since + turn_time)
    morning = night.end_of_night(end) if night else None
    return _full_quarter(morning) if morning else end


def _full_quarter(end: datetime) -> datetime:
    past = timedelta(minutes=end.minute % 15, seconds=end.second, microseconds=end.microsecond)
    return end if not past else end - past + QUARTER


def after_pause(until: datetime, stood_still: timedelta, night: QuietHours | None) -> datetime:
    """Return when a deadline passes after a pause: later by its length, as `deadline` puts it."""
    return deadline(until, stood_still, night)


def reminders(since: datetime, until: datetime, of: Habits) -> list[datetime]:
    """Return the times of the reminders before `until`, as who decides has chosen them.

    Those that would come at night come at its end, but for the last one: nothing comes after it.
    """
    times = habits.times(of.reminders, since, until)
    early = {(of.night.end_of_night(at) if of.night else None) or at for at in times[:-1]}
    return [*sorted(at for at in early if at < times[-1]), *times[-1:]]


def next_reminder(since: datetime, until: datetime, after: datetime, of: Habits) -> datetime | None:
    """Return the first reminder later than `after`, if there is one."""
    return next((at for at in reminders(since, until, of) if at > after), None)


def after_late_mail(
    since: datetime,
    until: datetime,
    turn_time: timedelta,
    told: datetime,
    night: QuietHours | None,
) -> datetime:
    """Return the deadline of a choice whose turn mail a server took only at `told`.

    A mail that left within an hour was in time; what came later has a full term from then on.
    """
    return until if told - since <= SHORTEST else max(until, deadline(told, turn_time, night))
