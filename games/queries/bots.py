"""The bots as people meet them: what each is called and how it plays."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.bots import BOTS
from games.tables.bot_names import bot_in_words

PLAYS: Final[Mapping[str, Promise]] = {
    "chick": gettext_lazy("Lays any tile that fits, without a plan."),
    "hen": gettext_lazy(
        "Plays sensibly: gets rid of points and begins only chicken feet it can finish."
    ),
    "rooster": gettext_lazy(
        "Plays well: remembers who could not play what, and thinks each move through to the end."
    ),
}


class BotLine(NamedTuple):
    """A bot in a list to choose from."""

    name: str
    title: str
    plays: Promise


def bot_lines() -> list[BotLine]:
    """Return every bot, the weakest first."""
    return [BotLine(name, bot_in_words(name), PLAYS[name]) for name in BOTS]
