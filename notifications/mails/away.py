"""Tells those who share a table with somebody that this player takes time off."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import TimeOff
from notifications import addresses
from notifications.letters import Letter, Recipient
from notifications.mails import threads, times
from notifications.mails.checking import Dropped, readable_match, seat_of
from notifications.models import Kind, Notice


def time_off(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail; a time off that was ended meanwhile is told to nobody."""
    match, seat = readable_match(notice), seat_of(notice)
    found = TimeOff.objects.select_related("player").filter(
        pk=int(notice.key), settled_at=None, until__gt=now
    )
    off = found.first()
    if off is None:
        raise Dropped("it is over")
    words = {
        "name": off.player.display_name,
        "since": times.exactly(off.since),
        "until": times.exactly(off.until),
    }
    told = _(
        "%(name)s has time off from %(since)s until %(until)s. At the tables that you share, "
        "their clock stands still."
    )
    return Letter(
        template="correction",
        to=to,
        subject=threads.subject(match, to),
        context={"lines": [told % words], "until": [], "link": addresses.of_seat(seat)},
        brief=[told % words],
        match=match,
        unsubscribe=addresses.of_preference(to, Kind.TIME_OFF),
        one_click=True,
        message_id=notice.message_id,
    )
