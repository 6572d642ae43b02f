"""A hint in words: what the hen would do with a choice, and why."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from games.bots import hen
from games.engine import HintGiven, PlaceTile
from games.queries.naming import joined_to, laid
from games.queries.table import TablePage
from games.tables.bot_names import bot_in_words

WHY: Final[Mapping[hen.Reason, Promise]] = {
    "last": gettext_lazy("It is your last tile."),
    "foot": gettext_lazy("It begins a chicken foot, and you hold a toe for it."),
    "shuts": gettext_lazy("It leaves a table that suits the points in your hand."),
    "heaviest": gettext_lazy("Of the tiles that can go it has the most points."),
    "playable": gettext_lazy("It leaves the most places for the rest of your hand."),
    "waits": gettext_lazy("A double with more points waits until you hold a toe for it."),
}


def hint_on(page: TablePage) -> str:
    """Return the hint that a seat has asked for on this choice; nothing if it has not."""
    if not page.can_choose or not any(
        event.seq > page.last_seq and event.type == HintGiven.type for event in page.happened
    ):
        return ""
    advice = hen.advise(page.view)
    words = {"bot": bot_in_words("hen"), "why": str(WHY[advice.reason])}
    match advice.command:
        case PlaceTile(_, tile, on) if on is not None:
            words |= {"tile": laid(tile), "on": joined_to(on)}
            return gettext("%(bot)s would play %(tile)s on %(on)s. %(why)s") % words
    return gettext("%(bot)s would pass. %(why)s") % words
