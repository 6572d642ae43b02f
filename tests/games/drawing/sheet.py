"""The tables in `docs/`: `python -m tests.games.drawing.sheet` draws them anew.

One is a round for newcomers, the other a sheet of hard cases: rounds whose open ends have least
room left, of many played at random.
"""

from collections.abc import Iterable, Iterator
from heapq import nlargest
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Final

from PIL import Image

from games.drawing import png, svg
from games.drawing.growth import Growth
from games.drawing.theme import THEMES
from games.engine import RoundState
from tests.games.drawing.rounds import every_setting, part, played

_DOCS: Final = Path(__file__).parents[3] / "docs"
TABLE, SHEET = _DOCS / "table.svg", _DOCS / "hard-tables.webp"
COLUMNS, ROWS, SIDE = 8, 6, 300
HEAVIEST: Final = 400 * 1024
SETS: Final = (9, 12, 15, 18)
SEEDS: Final = 1

_RIM: Final = 6
_QUALITY: Final = 62


def table() -> str:
    """Return the picture of a round in which a foot lacks a toe."""
    return svg(part(played("trains", 9, 4, 2, 6), 29), width=860)


def rounds(seeds: int = SEEDS) -> Iterator[RoundState]:
    """Yield the rounds to choose from, set by set."""
    for highest in SETS:
        for seed in range(seeds):
            for preset, high, seats in every_setting():
                if high == highest:
                    yield played(preset, high, seats, seed)


def hardness(state: RoundState) -> float:
    """Return how much room the open ends of a round lack, as the layout prices it."""
    growth = Growth(state.rules.arms)
    for placement in state.placements:
        growth.add(placement)
    return sum(keep.want for keep in growth.keeps.values())


def hardest(states: Iterable[RoundState]) -> list[RoundState]:
    """Return the hardest rounds of each set, as many of each as fit on the sheet."""
    every = list(states)
    each = COLUMNS * ROWS // len(SETS)
    return [
        state
        for highest in SETS
        for state in nlargest(
            each, (one for one in every if one.rules.highest == highest), key=hardness
        )
    ]


def sheet(states: Iterable[RoundState]) -> bytes:
    """Return the pictures of rounds side by side, as WebP."""
    size = (COLUMNS * SIDE, ROWS * SIDE)
    drawn = Image.new("RGB", size, THEMES["light"].rim)
    for number, state in enumerate(islice(states, COLUMNS * ROWS)):
        picture = Image.open(BytesIO(png(state, 2 * SIDE))).convert("RGB")
        picture.thumbnail((SIDE - _RIM, SIDE - _RIM))
        row, column = divmod(number, COLUMNS)
        left = column * SIDE + (SIDE - picture.width) // 2
        drawn.paste(picture, (left, row * SIDE + (SIDE - picture.height) // 2))
    written = BytesIO()
    drawn.save(written, "WEBP", quality=_QUALITY, method=6)
    return written.getvalue()


if __name__ == "__main__":
    TABLE.write_text(table())
    SHEET.write_bytes(sheet(hardest(rounds())))
