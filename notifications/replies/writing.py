"""Moves as they are written in a reply, in the reader's language."""

from django.utils import translation

from games.engine import Command, PlaceTile
from notifications.replies import words


def in_reply(command: Command) -> str:
    """Return a move as a reply may hold it."""
    match command:
        case PlaceTile(_seat, tile, None):
            return str(tile)
        case PlaceTile(_seat, tile, on):
            return f"{tile} {spoken(words.ON)} {on}"
    return spoken(words.PASS)


def spoken(meaning: str) -> str:
    """Return the word for it in the reader's language."""
    return words.in_language(translation.get_language() or "")[meaning][0]
