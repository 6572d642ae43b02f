"""When the next turn mail may leave: at most one that waits for an answer at a match."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings

from games.tables import Choice

DAY_BEGINS: Final = time(7)
"""When a new day of somebody's begins, in their own time: nobody wants to be woken by a mail."""


def untold(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices that no turn mail has told of."""
    return [choice for choice in choices if choice.told_at is None]


def due(choices: Sequence[Choice], zone: ZoneInfo) -> datetime | None:
    """Return when the next turn mail about one seat's `choices` may leave, None if none is needed.

    A mail is answered when nothing that it told of waits any more: who plays from table to table
    gets no mail in between. One that is not answered is followed by the next on another day.
    """
    new = untold(choices)
    if not new:
        return None
    soonest: datetime = min(choice.since for choice in new) + settings.TURN_MAIL_DELAY
    unanswered = [choice.told_at for choice in choices if choice.told_at is not None]
    if not unanswered:
        return soonest
    return max(soonest, next_day(max(unanswered), zone))


def next_day(after: datetime, zone: ZoneInfo) -> datetime:
    """Return when the local day after that of `after` begins."""
    tomorrow = after.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, DAY_BEGINS, zone)
