"""Deadlines as people say them: absolute in the reader's zone, and how far away."""

from datetime import datetime, timedelta

from django import template
from django.utils import formats, timezone
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

register = template.Library()
A_WEEK = timedelta(days=6)


@register.filter
def due(until: datetime, now: datetime) -> str:
    """Return a deadline: `Tuesday 14:00 (in 2 days)`, with the date where a day is not enough."""
    words = {"at": clock_time(until, now), "left": timeuntil(until, now, depth=1)}
    if until <= now:
        return _("%(at)s (time is up)") % words
    return _("%(at)s (in %(left)s)") % words


@register.filter
def left(until: datetime, now: datetime) -> str:
    """Return how far away a deadline is: `in 2 days`."""
    if until <= now:
        return _("time is up")
    return _("in %(left)s") % {"left": timeuntil(until, now, depth=1)}


@register.filter
def clock_time(at: datetime, now: datetime) -> str:
    """Return a time near `now`: `today 14:00`, `Tuesday 14:00`, or with its date."""
    local, today = timezone.localtime(at), timezone.localtime(now).date()
    hour = formats.date_format(local, pgettext("a time of day", "H:i"))
    if local.date() == today:
        return _("today %(time)s") % {"time": hour}
    if timedelta(0) <= local.date() - today <= A_WEEK:
        return _("%(day)s %(time)s") % {"day": formats.date_format(local, "l"), "time": hour}
    day = formats.date_format(local, pgettext("a day of this year", "l j F"))
    return _("%(day)s, %(time)s") % {"day": day, "time": hour}
