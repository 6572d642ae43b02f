"""The hours of the day in which nothing shall run out for a player: their night."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = timedelta(hours=10)
USUAL_BEGIN = time(22)
USUAL_END = time(7)


@dataclass(frozen=True)
class QuietHours:
    """A player's night, every day from one local time until another (MAIL.md, Clocks)."""

    zone: ZoneInfo
    begin: time
    end: time

    def end_of_night(self, at: datetime) -> datetime | None:
        """Return when the night that `at` falls into is over, in UTC; None by day.

        A night that begins or ends at a time that comes twice is one night: from the first of the
        two on, and until the second.
        """
        today = at.astimezone(self.zone).date()
        for evening in (today - timedelta(days=1), today):
            morning = evening + timedelta(days=self.end <= self.begin)
            begins = moment(evening, self.begin, self.zone, fold=0)
            ends = moment(morning, self.end, self.zone, fold=1)
            if begins <= at < ends:
                return ends
        return None


def check(begin: time | None, end: time | None) -> None:
    """Raise `ValidationError` for what are no quiet hours: half of them, none, or too many."""
    if begin is None and end is None:
        return
    if begin is None or end is None:
        raise ValidationError(_("Quiet hours have a beginning and an end."), code="half")
    if not timedelta() < _length(begin, end) <= LONGEST:
        raise ValidationError(_("Quiet hours are at most ten hours a day."), code="too_long")


def _length(begin: time, end: time) -> timedelta:
    """Return how long it is from one time of a day to the next time that it is the other."""
    passed = datetime.combine(date.min, end) - datetime.combine(date.min, begin)
    return passed % timedelta(days=1)


def moment(day: date, at: time, zone: ZoneInfo, *, fold: int) -> datetime:
    """Return when it is a local time, in UTC; one that does not exist is the next that does."""
    local = datetime.combine(day, at.replace(fold=fold), zone)
    while (found := local.astimezone(UTC)).astimezone(zone).replace(fold=fold) != local:
        local += timedelta(minutes=1)
    return found
