"""How many days a match by mail takes if everybody at the table looks in once a day."""

from collections.abc import Mapping
from math import log10
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Rules, tile_set

ROUND_DAYS: Final[Mapping[str, tuple[float, ...]]] = {
    "trains": (15.5, 12.5, 14, 11.5, 11.5, 10.5, 9.5),
    "four-arms": (13, 12, 12, 12.5, 13, 13, 13),
}
"""Days for one of ten rounds of a double-nine table of 2, 3, 4 … people and no bots, one round
after the other, as `manage.py pace` prints them; the last of them stands for more."""
SLOWEST: Final[Mapping[str, float]] = {"trains": 3.3, "four-arms": 5.5}
"""By so many days the slowest of ten rounds side by side outlasts one of them."""
FINEST: Final = 30


def days(rules: Rules, seats: int, people: int) -> int:
    """Return the days that a match takes, 0 where one person plays with bots that never wait."""
    if people < 2:
        return 0
    measured = ROUND_DAYS[rules.preset]
    full = measured[min(seats, len(measured) + 1) - 2]
    one = full * people / seats * len(tile_set(rules.highest)) / len(tile_set(9))
    if rules.pace == "in_turn":
        return rounded(one * rules.rounds)
    return rounded(one + SLOWEST[rules.preset] * log10(rules.rounds))


def said(number: int) -> str:
    """Return an estimate in words."""
    if not number:
        return _("As fast as you like: bots answer at once.")
    return form_of(number) % {"days": number}


def form_of(number: int) -> str:
    """Return an estimate in words as one fills it in that has so many `days`."""
    return ngettext("About %(days)s day.", "About %(days)s days.", number)


def rounded(number: float) -> int:
    """Return the days no finer than they can be known: beyond a month, in steps of five."""
    return max(1, int(number)) if number < FINEST else 5 * round(number / 5)
