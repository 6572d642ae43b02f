"""The notices of rounds that ended: told by the next turn mail, or else by a mail of their own."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import QuerySet

from games.queries.following import Followed
from games.tables import Match, Seat
from notifications.making import make
from notifications.models import Kind, Notice

ENDED: Final = "round_ended"


def notice(match: Match, seats: Iterable[Seat], event: Followed, *, now: datetime) -> None:
    """Have every person at the table told of a round's end, once the turn mails have had time."""
    due_at = now + 2 * settings.TURN_MAIL_DELAY
    for seat in seats:
        if seat.is_person:
            key = f"{match.pk}:{event.seq}"
            words = {"player": seat.player, "match": match, "seq": event.seq}
            make(Kind.ROUND_OVER, key, due_at, now=now, **words)


def beside(notice: Notice) -> QuerySet[Notice]:
    """Return the notices of the ends of rounds that a mail to the same person takes along."""
    due = Notice.objects.filter(
        kind=Kind.ROUND_OVER, match=notice.match, player=notice.player, state=Notice.State.DUE
    )
    return due.exclude(pk=notice.pk).order_by("seq")
