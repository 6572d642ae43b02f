"""Time zones to choose from: those that are likely first, then all that people live in."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.validators import known_time_zones

Choice = tuple[str, str]
Choices = list[tuple[str | Promise, str | list[Choice]]]

NOWHERE: Final = "UTC"
_AREAS: Final[Mapping[str, Promise]] = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Asia": gettext_lazy("Asia"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Atlantic": gettext_lazy("Atlantic Ocean"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific Ocean"),
    "Arctic": gettext_lazy("Arctic"),
    "Antarctica": gettext_lazy("Antarctica"),
}


def zone_choices() -> Choices:
    """Return the zones that people live in for a select, grouped by continent or ocean."""
    return [(NOWHERE, NOWHERE), *((_AREAS[area], places) for area, places in _places().items())]


def zone_choices_near(names: list[str], now: datetime) -> Choices:
    """Return all of them below those that are likely, each with what time it is there."""
    likely = [(name, _said(name, now)) for name in dict.fromkeys(names) if name != NOWHERE]
    return [(_("Likely yours"), likely), *zone_choices()] if likely else zone_choices()


@cache
def _places() -> Mapping[str, list[Choice]]:
    places: dict[str, list[Choice]] = {area: [] for area in _AREAS}
    for name in sorted(known_time_zones()):
        area, slash, _place = name.partition("/")
        if slash and area in places:
            places[area].append((name, _place_in(name)))
    return places


def _place_in(name: str) -> str:
    """Return a zone's place in words, which is all of a name that has no continent."""
    _area, slash, place = name.partition("/")
    return (place if slash else name).replace("_", " ").replace("/", ", ")


def _said(name: str, now: datetime) -> str:
    """Return a zone with its time; one that this machine has forgotten has none."""
    if name not in known_time_zones():
        return name
    time = date_format(now.astimezone(ZoneInfo(name)), "TIME_FORMAT")
    return _("%(place)s (it is %(time)s there)") % {"place": _place_in(name), "time": time}
