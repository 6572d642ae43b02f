"""Times in mails: absolute, in the reader's zone, which is named."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def exactly(at: datetime) -> str:
    """Return `Tuesday, 10 March, 14:00 (Bucharest time)`: a mail is read at any later hour."""
    local = timezone.localtime(at)
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_format(local, pgettext("a day in a mail", "l, j F")),
        "time": date_format(local, pgettext("a time in a mail", "H:i")),
        "zone": zone_name(timezone.get_current_timezone_name()),
    }


def zone_name(zone: str) -> str:
    """Return a zone as people call it."""
    _area, slash, place = zone.rpartition("/")
    if not slash:
        return zone
    return _("%(place)s time") % {"place": place.replace("_", " ")}
