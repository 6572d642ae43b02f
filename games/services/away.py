"""Whose clocks stand still because they have time off."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from accounts.models import TimeOff


def not_away(now: datetime) -> Q:
    """Return the condition on a choice that its player's clock runs at `now`.

    Until every deadline has been moved, a time off is not over, whatever its end.
    """
    away = TimeOff.objects.filter(player=OuterRef("seat__player"), settled_at=None, since__lte=now)
    return ~Q(Exists(away))
