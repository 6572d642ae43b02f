"""Times in mails: absolute, in the reader's zone, which is named."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

ZONES: Final[Mapping[str, Promise]] = {
    "America/New_York": gettext_lazy("New York time"),
    "Asia/Nicosia": gettext_lazy("Nicosia time"),
    "Asia/Samarkand": gettext_lazy("Samarkand time"),
    "Asia/Tashkent": gettext_lazy("Tashkent time"),
    "Europe/Athens": gettext_lazy("Athens time"),
    "Europe/Berlin": gettext_lazy("Berlin time"),
    "Europe/Bucharest": gettext_lazy("Bucharest time"),
    "Europe/Chisinau": gettext_lazy("Chisinau time"),
    "Europe/Istanbul": gettext_lazy("Istanbul time"),
    "Europe/Ljubljana": gettext_lazy("Ljubljana time"),
    "Europe/London": gettext_lazy("London time"),
    "Europe/Moscow": gettext_lazy("Moscow time"),
    "Europe/Paris": gettext_lazy("Paris time"),
    "Europe/Rome": gettext_lazy("Rome time"),
    "Europe/Vienna": gettext_lazy("Vienna time"),
}
"""Cities whose names differ by language, where those live who read our languages; others go by
what their zone is called."""


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
    if zone in ZONES:
        return str(ZONES[zone])
    _area, slash, place = zone.rpartition("/")
    if not slash:
        return zone
    return _("%(place)s time") % {"place": place.replace("_", " ")}
