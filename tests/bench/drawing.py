"""Laying tables out, beside writing their coordinates as JSON, and how compact they are; films."""

import json
from collections.abc import Sequence
from statistics import median
from time import process_time
from typing import Final

from games.drawing import lay_out
from games.drawing.film import MOST_FRAMES, films
from games.drawing.growth import Growth, Place
from games.engine import Placement
from tests.bench.measuring import Work, measure
from tests.games.drawing.rounds import every_setting, played, steps_of

ROUNDS: Final = 8
SEEDS: Final = 4
PHONE: Final = 360
FLOOR: Final = "json.dumps"


def run() -> None:
    """Print what a table costs, set by set, as a multiple of `json.dumps` of the same tiles."""
    print("\nLaying a table out at once (goal: at most 50 times json.dumps of its coordinates)")
    for highest in (9, 12, 15, 18):
        rounds = [played("trains", highest, 4, seed) for seed in range(ROUNDS)]
        tables = [(state.placements, state.rules.arms) for state in rounds]
        laid = [grown(*table) for table in tables]
        works: dict[str, Work] = {
            FLOOR: lambda laid=laid: write(laid),  # type: ignore[misc]
            "layout": lambda tables=tables: lay(tables),  # type: ignore[misc]
        }
        rates = measure(works, beside=FLOOR)
        tiles = median(map(len, laid))
        each = 1e6 / rates.medians["layout"]
        print(
            f"  double-{highest:<3} {tiles:>4.0f} tiles {each:>9,.0f} µs a tile"
            f" {1 / rates.ratios['layout']:>9,.0f} × {FLOOR}"
        )
    measure_each_set()
    film_each_set()


def measure_each_set() -> None:
    """Print how compact tables of every preset and number of seats are when a round is over."""
    print(f"\nCompactness, median and worst (a square in pixels where {PHONE} are a phone's width)")
    for highest in (6, 9, 12, 15, 18):
        shares, squares = [], []
        for setting in (each for each in every_setting() if each[1] == highest):
            for seed in range(SEEDS):
                state = played(*setting, seed)
                box = lay_out(state.placements, state.rules.arms).box
                shares.append(2 * len(state.placements) / (box.width * box.height))
                squares.append(PHONE / box.width)
        print(
            f"  double-{highest:<3} {len(shares):>4} rounds"
            f"   tiles/box {median(shares):.3f} {min(shares):.3f}"
            f"   square {median(squares):>5.1f} {min(squares):>5.1f} px"
        )


def film_each_set() -> None:
    """Print what the film of the longest of some rounds takes, set by set."""
    print("\nA round as a film, in both forms (goal: about a second for 60 frames, 3 MB at most)")
    for highest in (9, 12, 18):
        rounds = [played("trains", highest, 4, seed) for seed in range(ROUNDS)]
        state = max(rounds, key=lambda state: len(state.placements))
        frames = min(2 * len(state.placements), MOST_FRAMES)
        began = process_time()
        webp, gif = films(state.placements, state.rules.arms, steps_of(state))
        took = process_time() - began
        print(
            f"  double-{highest:<3} {frames:>4} frames {took:>6.2f} s of a core"
            f"   WebP {len(webp) / 1000:>5,.0f} KB   GIF {len(gif) / 1000:>5,.0f} KB"
        )


def grown(placements: Sequence[Placement], arms: int) -> list[Place]:
    """Return the places of a table, laid out from its first tile."""
    growth = Growth(arms)
    for placement in placements:
        growth.add(placement)
    return growth.places


def lay(tables: Sequence[tuple[Sequence[Placement], int]]) -> int:
    """Lay tables out; returns how many tiles that were."""
    return sum(len(grown(*table)) for table in tables)


def write(laid: Sequence[Sequence[Place]]) -> int:
    """Write every tile with its coordinates; returns how many tiles that were."""
    for places in laid:
        json.dumps(
            [
                {"tile": str(p.tile), "x": p.pose.x, "y": p.pose.y, "angle": p.pose.angle}
                for p in places
            ]
        )
    return sum(map(len, laid))
