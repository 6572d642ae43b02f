"""Deadlines as people say them: absolute in the reader's zone, and how far away."""

import re
from datetime import datetime, timedelta
from typing import Final

from django import template
from django.utils import formats, timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

register = template.Library()
_AFTER_A_NUMBER: Final = re.compile(r"(?<=\d) |(?<=\d\.) ")
A_WEEK = timedelta(days=6)
A_MINUTE, AN_HOUR, A_DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@register.filter
def due(until: datetime, now: datetime) -> SafeString:
    """Return a deadline: `Tuesday 14:00 (in 2 days)`, with the date where a day is not enough.

    No line ends between a number and what it counts.
    """
    kept = format_html('<span class="unbroken">{}</span>', left(until, now))
    words = _("%(at)s (%(left)s)") % {"at": escape(clock_time(until, now)), "left": kept}
    return mark_safe(words)  # noqa: S308 - escaped above


@register.filter
def left(until: datetime, now: datetime) -> str:
    """Return how far away a deadline is: `in 2 days`, which is more than 48 hours."""
    if until <= now:
        return _("time is up")
    away = until - now
    if away < A_MINUTE:
        return _("in less than a minute")
    if away < AN_HOUR:
        minutes = away // A_MINUTE
        return ngettext("in %(count)d minute", "in %(count)d minutes", minutes) % {"count": minutes}
    if away < A_DAY:
        hours = away // AN_HOUR
        return ngettext("in %(count)d hour", "in %(count)d hours", hours) % {"count": hours}
    return ngettext("in %(count)d day", "in %(count)d days", away.days) % {"count": away.days}


@register.filter
def clock_time(at: datetime, now: datetime) -> str:
    """Return a time near `now`: `today 14:00`, `Tuesday 14:00`, or with its date.

    No line ends between a day and its month.
    """
    local, today = timezone.localtime(at), timezone.localtime(now).date()
    hour = formats.date_format(local, pgettext("a time of day", "H:i"))
    if local.date() == today:
        return _("today %(time)s") % {"time": hour}
    if timedelta(0) <= local.date() - today <= A_WEEK:
        return _("%(day)s %(time)s") % {"day": formats.date_format(local, "l"), "time": hour}
    day = formats.date_format(local, pgettext("a day of this year", "l j F"))
    kept = _AFTER_A_NUMBER.sub("\N{NO-BREAK SPACE}", day).replace("-", "\N{NON-BREAKING HYPHEN}")
    return _("%(day)s, %(time)s") % {"day": kept, "time": hour}
