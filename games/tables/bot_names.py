"""What the bots are called: a name in the rows, and the same name in the language of who reads."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

WORDS: Final[Mapping[str, Promise]] = {
    "chick": pgettext_lazy("name of a bot", "Chick"),
    "hen": pgettext_lazy("name of a bot", "Hen"),
    "rooster": pgettext_lazy("name of a bot", "Rooster"),
}


def kept_name(bot: str) -> str:
    """Return the name that a seat of this bot keeps in its row, which is of no language."""
    return bot.capitalize()


def bot_in_words(bot: str) -> str:
    """Return what this bot is called in the reader's language."""
    return str(WORDS[bot])


def in_words(name: str) -> str:
    """Return a bot's kept name, `Hen` or `Hen 2`, in the reader's language; any other as it is."""
    kind, _, number = name.partition(" ")
    word = WORDS.get(kind.lower()) if kind.istitle() else None
    if word is None or (number and not number.isdecimal()):
        return name
    return f"{word} {number}" if number else str(word)
