"""The notices of time that ran out at tables that wait: the others may ask for a bot."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from games.tables import Choice, Match, Seat
from notifications.making import make
from notifications.models import Kind, Notice


def notice(match: Match, seats: Iterable[Seat], *, now: datetime) -> None:
    """Have the other persons told of each choice whose time ran out, once."""
    others = [seat for seat in seats if seat.is_person]
    for choice in match.choices.filter(ran_out_at__isnull=False):
        for seat in others:
            if seat.pk != choice.seat_id and seat.player is not None:
                key = f"{choice.pk}:{choice.deadline:%Y%m%dT%H%M}"
                make(Kind.RAN_OUT, key, now, now=now, player=seat.player, match=match)


def untold() -> QuerySet[Choice]:
    """Return the choices whose time ran out and whose bell was lost."""
    others = Seat.objects.filter(match=OuterRef("match"), bot="", player__isnull=False)
    told = Notice.objects.filter(
        kind=Kind.RAN_OUT, match=OuterRef("match"), created_at__gte=OuterRef("ran_out_at")
    )
    overdue = Choice.objects.filter(ran_out_at__isnull=False, match__state=Match.State.RUNNING)
    return overdue.filter(Exists(others.exclude(pk=OuterRef("seat"))), ~Exists(told))
