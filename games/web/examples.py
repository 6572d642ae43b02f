"""Tables that explain: the pictures of the welcome and of the rules, drawn like any other."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from games import engine
from games.drawing import svg
from games.engine import End, Placement, Rules, Tile

WELCOME: Final = (
    "9-9: 9-4 1-9 7-9 0-9 | 9-4: 4-4 | 4-4: 4-8 2-4 3-4 | 1-9: 1-6 | 6-1: 6-6"
    " | 6-6: 0-6 6-8 5-6 | 7-9: 7-3 | 0-9: 0-0 | 0-0: 0-2 0-8 0-5 | 4-8: 8-8"
)
TABLES: Final[Mapping[str, tuple[str, int]]] = {
    "welcome": (WELCOME, 4),
    "starter": ("9-9: 4-9 1-9 7-9", 4),
    "foot": ("9-9: 4-9 1-9 7-9 0-9 | 4-9: 4-4 | 4-4: 2-4", 4),
    "closed": ("9-9: 4-9 1-9 7-9 0-9 | 4-9: 4-4 | 4-4: 2-4 4-8 3-4 | 1-9: 1-6", 4),
}
"""Each as the notation has it, and the places on its starter."""


@dataclass(frozen=True)
class Example:
    """A table to look at, at which nobody sits."""

    rules: Rules
    placements: tuple[Placement, ...]
    ends: tuple[End, ...]
    foot: Tile | None


@cache
def picture(name: str, title: str) -> SafeString:
    """Return the picture of an example, named `title` for who does not see it."""
    text, arms = TABLES[name]
    state = engine.table(text, arms=arms)
    example = Example(state.deal.rules, state.placements, state.ends, state.foot)
    # The drawing escapes what it is given, and all it is given is ours.
    return mark_safe(svg(example, title=title, newest=()))  # noqa: S308
