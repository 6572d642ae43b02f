"""Tables that explain: the pictures of the welcome and of the rules, drawn like any other."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from games import engine
from games.drawing import svg
from games.engine import End, Placement, Rules, Tile

ARMS: Final = 4
WELCOME: Final = (
    "9-9: 9-4 1-9 7-9 0-9 | 9-4: 4-4 | 4-4: 4-8 2-4 3-4 | 1-9: 1-6 | 6-1: 6-6"
    " | 6-6: 0-6 6-8 5-6 | 7-9: 7-3 | 0-9: 0-0 | 0-0: 0-2 0-8 0-5 | 4-8: 8-8"
)
BLOCKED: Final = "6-6: 4-6 1-6 0-6 2-6 | 1-6: 1-4 | 0-6: 0-4 | 2-6: 2-4 | 1-4: 4-4 | 4-4: 4-5 3-4"


class Table(NamedTuple):
    """A table as the notation has it, the tile to mark as new, and how large its set is."""

    text: str
    newest: str = ""
    highest: int = 9


TABLES: Final[Mapping[str, Table]] = {
    "welcome": Table(WELCOME),
    "starter": Table("9-9: 4-9 1-9 7-9"),
    "move": Table("9-9: 4-9 1-9 7-9 0-9 | 7-9: 5-7 | 4-9: 4-6", newest="4-6"),
    "foot": Table("9-9: 4-9 1-9 7-9 0-9 | 4-9: 4-4 | 4-4: 2-4"),
    "closed": Table("9-9: 4-9 1-9 7-9 0-9 | 4-9: 4-4 | 4-4: 2-4 4-8 3-4 | 1-9: 1-6"),
    "blocked": Table(BLOCKED, highest=6),
}
LEFT_IN_HAND: Final = (Tile(3, 4), Tile(0, 6), Tile(5, 5))
"""What somebody was left with at the end of a round."""


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
    found = TABLES[name]
    state = engine.table(found.text, arms=ARMS, highest=found.highest)
    example = Example(state.deal.rules, state.placements, state.ends, state.foot)
    newest = [Tile.parse(found.newest)] if found.newest else []
    # The drawing escapes what it is given, and all it is given is ours.
    return mark_safe(svg(example, title=title, newest=newest))  # noqa: S308
