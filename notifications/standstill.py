"""Notices of matches that stand still because their logs are not good."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.tables import Match, Seat
from notifications.making import make
from notifications.models import Kind, Notice


@transaction.atomic
def notice(match: Match, seats: Iterable[Seat], *, now: datetime) -> None:
    """Have the players of a match and the administrators told, once each time it is stopped."""
    stopped = f"{match.stopped_at:%Y%m%dT%H%M%S%f}" if match.stopped_at else ""
    key = f"{match.pk}:{stopped}"
    for seat in seats:
        if seat.player is not None:
            make(Kind.STOPPED, key, now, now=now, player=seat.player, match=match)
    for _name, address in settings.ADMINS:
        language = settings.LANGUAGE_CODE
        make(Kind.STOPPED, key, now, now=now, address=address, language=language, match=match)


def untold() -> QuerySet[Match]:
    """Return the matches that were stopped and whose bell was lost."""
    told = Notice.objects.filter(
        kind=Kind.STOPPED, match=OuterRef("pk"), created_at__gte=OuterRef("stopped_at")
    )
    return Match.objects.exclude(fault="").filter(~Exists(told))
