"""Laying tables out, beside writing their coordinates as JSON, and how the cost grows."""

import json
from collections.abc import Sequence
from statistics import median
from typing import Final

from games.drawing.growth import Growth, Place
from games.engine import Placement
from tests.bench.measuring import Work, measure
from tests.games.drawing.rounds import played

ROUNDS: Final = 8
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
