"""Time off: at most so many days a year during which a player's clocks stand still."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.errors import TimeOffRefused
from accounts.models import Player, TimeOff
from accounts.quiet_hours import moment
from accounts.signals import time_off_ended, time_off_taken

A_DAY = timedelta(days=1)
FURTHEST = timedelta(days=366)


@transaction.atomic
def take_time_off(player: Player, first: date, last: date, *, now: datetime) -> TimeOff:
    """Let a player's clocks stand still from one local day to another, today at once.

    Raises `TimeOffRefused`. Days are counted in the year in which they lie.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    zone = ZoneInfo(player.time_zone)
    today = now.astimezone(zone).date()
    if not today <= first <= last <= today + FURTHEST:
        raise TimeOffRefused(_("Time off begins today or later and ends within a year."))
    since = now if first == today else moment(first, time(), zone, fold=0)
    until = moment(last + A_DAY, time(), zone, fold=0)
    if open_times_off(player).filter(since__lt=until, until__gt=since).exists():
        raise TimeOffRefused(_("You have time off on some of these days already."))
    for year, days in Counter(day.year for day in _days(since, until, zone)).items():
        _check_left(player, year, days)
    taken = TimeOff.objects.create(player=player, since=since, until=until)
    time_off_taken.send(sender=TimeOff, time_off=taken, now=now)
    return taken


@transaction.atomic
def end_time_off(player: Player, number: int, *, now: datetime) -> None:
    """End a time off early: its days from tomorrow on can be taken again.

    One that has not begun never was; one that is over stays as it is.
    """
    found = open_times_off(player).select_for_update().filter(pk=number, until__gt=now).first()
    if found is None:
        return
    found.until = max(now, found.since)
    found.save(update_fields=["until"])
    time_off_ended.send(sender=TimeOff, time_off=found, now=now)
    if found.since >= now:
        found.delete()


def open_times_off(player: Player) -> QuerySet[TimeOff]:
    """Return the times off of a player that run, or are to come, the next one first."""
    return TimeOff.objects.filter(player=player, settled_at=None).order_by("since")


def days_left(player: Player, year: int) -> int:
    """Return how many days of a year the player may still take."""
    zone = ZoneInfo(player.time_zone)
    taken = [
        day
        for off in TimeOff.objects.filter(player=player)
        for day in _days(off.since, off.until, zone)
    ]
    most: int = settings.TIME_OFF_DAYS
    return max(0, most - len({day for day in taken if day.year == year}))


def _days(since: datetime, until: datetime, zone: ZoneInfo) -> Iterator[date]:
    """Yield every local day of which some lies between two times."""
    day = since.astimezone(zone).date()
    while moment(day, time(), zone, fold=0) < until:
        yield day
        day += A_DAY


def _check_left(player: Player, year: int, days: int) -> None:
    left = days_left(player, year)
    if days > left:
        words = {"left": left, "year": year}
        raise TimeOffRefused(
            ngettext(
                "You have %(left)d day left in %(year)d.",
                "You have %(left)d days left in %(year)d.",
                left,
            )
            % words
        )
