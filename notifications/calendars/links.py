"""The link of a calendar: a capability to read deadlines, and nothing else.

It is signed over the generation of its player's calendar. A new link voids the one before; a
changed address voids none, since the link never went to any address.
"""

from datetime import datetime
from typing import Final

from django.core import signing
from django.db.models import F
from django.urls import reverse

from accounts.models import Player
from games import services
from notifications.calendars.rows import CalendarFeed

_SIGNER: Final = signing.Signer(salt="notifications.calendar")
_LONGEST: Final = 200


class BadLink(Exception):
    """A link that was cut, forged or never ours."""


class LinkOver(Exception):
    """A link that was good once: replaced, switched off, or of a player who is gone."""


def feed_of(player: Player) -> CalendarFeed | None:
    """Return a player's calendar, None while it is switched off."""
    return CalendarFeed.objects.filter(player=player, is_on=True).first()


def make_link(player: Player, *, now: datetime) -> None:
    """Switch a player's calendar on with a new link; the one before is void."""
    renewed = CalendarFeed.objects.filter(player=player).update(
        generation=F("generation") + 1, is_on=True, made_at=now
    )
    if not renewed:
        CalendarFeed.objects.get_or_create(player=player, defaults={"made_at": now})


def switch_off(player: Player) -> None:
    """Void a player's link, and make none instead."""
    CalendarFeed.objects.filter(player=player, is_on=True).update(
        generation=F("generation") + 1, is_on=False
    )


def address(feed: CalendarFeed) -> str:
    """Return where programs find a calendar."""
    token = _SIGNER.sign(f"{feed.pk}-{feed.generation}").replace(":", "~")
    return services.absolute(reverse("notifications:calendar", args=[token]))


def resolve(token: str) -> Player:
    """Return whose calendar a token opens; raises `BadLink` and `LinkOver`."""
    if len(token) > _LONGEST:
        raise BadLink
    try:
        number, generation = map(int, _SIGNER.unsign(token.replace("~", ":")).split("-"))
    except (signing.BadSignature, ValueError) as fault:
        raise BadLink from fault
    feed = CalendarFeed.objects.select_related("player").filter(pk=number).first()
    if feed is None or not feed.is_on or feed.generation != generation:
        raise LinkOver
    return feed.player
