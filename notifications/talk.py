"""What was said at a table and no mail has told yet, and when a mail of its own tells it.

Lines ride in the next turn mail or reminder. What none has carried within a day goes in a short
mail of its own, at most one a day and match: when it is long until a turn, or there is none.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, QuerySet

from accounts.models import Player
from games import queries, services
from games.queries import Spoken
from games.tables import Match, Seat, TalkLine
from notifications import preferences
from notifications.making import make
from notifications.models import Kind, Notice

A_DAY: Final = timedelta(days=1)


def notice(match: Match, seats: Iterable[Seat], *, now: datetime) -> None:
    """Have a mail due for each person to whom a new line was said, unless one is due already."""
    newest = unnoticed().filter(match=match).aggregate(newest=Max("pk"))["newest"]
    if newest is None:
        return
    for seat in seats:
        lines = untold(match, seat)
        if lines and seat.player is not None and not _mails(match, seat.player, "due").exists():
            at = due(match, seat, lines)
            key = f"{match.pk}:{newest}"
            make(Kind.TALK, key, at, now=now, player=seat.player, match=match)
    services.talk_noticed(match, newest)


def unnoticed() -> QuerySet[TalkLine]:
    """Return the lines for which no mail was planned yet, however the bell was lost."""
    return TalkLine.objects.filter(noticed=False).exclude(match__state=Match.State.CANCELLED)


def untold(match: Match, seat: Seat) -> Sequence[Spoken]:
    """Return what was said to a seat's player, oldest first, that no mail has told them.

    Nothing for who wants none of it mailed.
    """
    if seat.player is None or not preferences.wants(seat.player, Kind.TALK):
        return []
    sent = Notice.objects.filter(player=seat.player, match=match, state=Notice.State.SENT)
    return queries.talk_since(match, seat, sent.aggregate(last=Max("talk"))["last"] or 0)


def due(match: Match, seat: Seat, lines: Sequence[Spoken]) -> datetime:
    """Return when these lines may go in a mail of their own, never in the reader's night."""
    at = lines[0].said_at + A_DAY
    if seat.player is not None:
        last = _mails(match, seat.player, "sent").aggregate(last=Max("sent_at"))["last"]
        at = max(at, last + A_DAY) if last else at
        night = seat.player.quiet_hours
        at = (night.end_of_night(at) if night else None) or at
    return at


def _mails(match: Match, player: Player, state: str) -> QuerySet[Notice]:
    return Notice.objects.filter(kind=Kind.TALK, match=match, player=player, state=state)
