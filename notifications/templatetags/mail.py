"""Lists of people and spans of time in the sentences of mails."""

from collections.abc import Iterable
from datetime import timedelta

from django import template
from django.utils.translation import ngettext

from accounts.models import Player
from games.queries.naming import several as several_names
from notifications.bouncing import trying

register = template.Library()


@register.simple_tag
def try_again_address(player: Player) -> str:
    """Return where a player's button has mail to their address tried again."""
    return trying.link(player)


@register.filter
def several(names: Iterable[str]) -> str:
    """Return names as they stand in a sentence: `Ana, Ben and Cleo`."""
    return several_names(names)


@register.filter
def span(time: timedelta) -> str:
    """Return the time for a move: `3 days`, or in hours where days do not fit."""
    hours = round(time.total_seconds() / 3600)
    if hours % 24:
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    return ngettext("%(count)s day", "%(count)s days", hours // 24) % {"count": hours // 24}
