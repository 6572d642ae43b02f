"""The notices of who sits where: at a table that waits its host is told, at one that runs, all."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.queries.following import Followed
from games.tables import Match, Seat, Tenure
from notifications.making import make
from notifications.models import Kind, Notice

JOINED: Final = "joined:"
LATELY: Final = timedelta(days=1)
"""Who has sat longer is no news, however the bell was lost."""


def notice_joined(match: Match, *, now: datetime) -> None:
    """Have the host told who has sat down at a table that waits for others still, each once.

    Who comes last lets it begin, and the turn mails tell that.
    """
    if match.creator is None or match.state != Match.State.WAITING:
        return
    for tenure in _joined(now).filter(seat__match=match).select_related("seat"):
        due_at = now + settings.TURN_MAIL_DELAY
        make(
            Kind.MEMBER, f"{JOINED}{tenure.pk}", due_at, now=now, player=match.creator, match=match
        )


def notice_change(match: Match, seats: Iterable[Seat], event: Followed, *, now: datetime) -> None:
    """Have the others told that a bot sits at a seat now, or its player again.

    What an administrator did is told as a correction.
    """
    if event.type != "seat_handed_over" or event.cause == "admin":
        return
    due_at = now + settings.TURN_MAIL_DELAY
    for seat in seats:
        if seat.is_person and seat.number != event.seat:
            words = {"player": seat.player, "match": match, "seq": event.seq}
            make(Kind.MEMBER, f"{match.pk}:{event.seq}", due_at, now=now, **words)


def untold(now: datetime) -> QuerySet[Tenure]:
    """Return who has sat down at a table that waits, and the bell was lost."""
    key = Concat(Value(JOINED), Cast(OuterRef("pk"), CharField()))
    told = Notice.objects.filter(kind=Kind.MEMBER, match=OuterRef("seat__match"), key=key)
    waits = Match.State.WAITING
    return _joined(now).filter(~Exists(told), seat__match__state=waits)


def _joined(now: datetime) -> QuerySet[Tenure]:
    """Return the tenures, current ones, of persons who came lately to tables of others."""
    return Tenure.objects.filter(
        ~Q(player=F("seat__match__creator")),
        seat__match__creator__isnull=False,
        reason="joined",
        since__gt=now - LATELY,
        player__isnull=False,
        number=F("seat__tenure"),
    )
