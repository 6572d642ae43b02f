"""What is looked at once more before a mail leaves, for the world moves meanwhile."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from games.tables import Choice, Match, Seat
from notifications.letters import Gathered
from notifications.models import Notice
from notifications.noticing import persons_choices

STANDS_STILL: Final = timedelta(minutes=30)


class Dropped(Exception):
    """The notice is true no more, or not wanted; `told` are choices whose clocks run on from it.

    `gathered` is what becomes of others that its mail would have told too.
    """

    def __init__(
        self, reason: str, *, told: Sequence[int] = (), gathered: Sequence[Gathered] = ()
    ) -> None:
        self.reason, self.told, self.gathered = reason, told, gathered
        super().__init__(reason)


class Later(Exception):
    """The notice is true, but nothing that can be told before `until`."""

    def __init__(self, reason: str, until: datetime) -> None:
        self.reason, self.until = reason, until
        super().__init__(reason)


def waiting_for(notice: Notice) -> list[Choice]:
    """Return what waits for the receiver at the notice's match, the most urgent first."""
    mine = persons_choices().filter(match=notice.match, seat__player=notice.player)
    return list(mine.order_by("deadline", "round"))


def running_match(notice: Notice, now: datetime) -> Match:
    """Return the notice's match if it goes on; one that stands still is asked again later."""
    match = notice.match
    if match is None or match.state != Match.State.RUNNING:
        raise Dropped("the match does not run")
    if match.paused or match.fault:
        raise Later("the match stands still", now + STANDS_STILL)
    return match


def readable_match(notice: Notice) -> Match:
    """Return the notice's match if it is being played, paused or not; raises `Dropped`."""
    match = notice.match
    if match is None or match.state != Match.State.RUNNING or match.fault:
        raise Dropped("the match does not run")
    return match


def told_before(notice: Notice) -> int:
    """Return the last event that a mail of this kind told of, or the one before the notice's."""
    if notice.asked_again:
        return notice.seq - 1
    sent = Notice.objects.filter(
        kind=notice.kind,
        match=notice.match,
        player=notice.player,
        state=Notice.State.SENT,
    )
    return max([notice.seq - 1, *sent.values_list("seq", flat=True)])


def seat_of(notice: Notice) -> Seat:
    """Return the receiver's seat at the notice's match; raises `Dropped` for none."""
    seat = Seat.objects.filter(match=notice.match, player=notice.player).first()
    if seat is None or notice.player is None:
        raise Dropped("no seat at this match any more")
    return seat
