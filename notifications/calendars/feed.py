"""A calendar of one player's deadlines, in their language: an event a table (RFC 5545).

It may pass through the hands of those who run calendars. So it shows no tile, and its links lead
to tables without opening any seat. The same deadlines make the same bytes.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from icalendar import TRANSP, Calendar, Event

from accounts.models import Player
from games import queries, services
from games.queries import TableDeadline
from games.queries.naming import several
from notifications.letters import mail_domain

PRODID: Final = "-//Chickenfoot//Deadlines//EN"
REFRESH: Final = timedelta(minutes=30)


def made_for(player: Player, *, now: datetime) -> bytes:
    """Return the calendar of what waits for a player; the caller has set their language."""
    deadlines = queries.deadlines_of(player, now)
    text: bytes = _calendar(_name(f"calendar of {player.pk}"), deadlines).to_ical()
    return text


def _calendar(uid: str, deadlines: Iterable[TableDeadline]) -> Calendar:
    calendar = Calendar.new(
        name=_("Chicken Foot: my turns"),
        uid=uid,
        prodid=PRODID,
        refresh_interval=REFRESH,
        subcomponents=[_event(deadline) for deadline in deadlines],
    )
    # What came before RFC 7986, and is all that some programs read.
    calendar.add("X-PUBLISHED-TTL", "PT30M")
    return calendar


def _event(deadline: TableDeadline) -> Event:
    """Return an event that begins at a deadline and takes no time, as no one is busy then.

    It keeps its UID while its most urgent choice waits. SEQUENCE is the match's last event, which
    never goes back, also where a deadline was moved.
    """
    first = deadline.choices[0]
    words = {"names": several(deadline.company)}
    return Event.new(
        uid=_name(f"deadline of {first.match.slug}/{first.round}/{first.seq}"),
        stamp=first.since,
        last_modified=max(first.since, first.told_at or first.since),
        sequence=deadline.match.head,
        start=deadline.at,
        summary=_("Chicken Foot: your turn with %(names)s") % words,
        description=_description(deadline),
        url=services.absolute(reverse("games:match", args=[deadline.match.slug])),
        transparency=TRANSP.TRANSPARENT,
    )


def _description(deadline: TableDeadline) -> str:
    count = len(deadline.choices)
    return ngettext(
        "A move waits for you. It has time until then.",
        "%(count)d moves wait for you. The first has time until then.",
        count,
    ) % {"count": count}


def _name(what: str) -> str:
    """Return a UID that is always the same and tells nobody the address of a match."""
    return f"{hashlib.sha256(what.encode()).hexdigest()[:32]}@{mail_domain()}"
