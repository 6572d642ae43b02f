"""Players made of code: they see a seat's view and nothing more."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from . import chick, hen, rooster
from .bot import Bot, Patience

BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {
        bot.name: bot
        for bot in (
            Bot("chick", chick.choose),
            Bot("hen", hen.choose),
            Bot("rooster", rooster.choose, thinks=True),
        )
    }
)
"""Every bot by its name, the weakest first."""

__all__ = ["BOTS", "Bot", "Patience"]
