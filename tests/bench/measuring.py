"""Rates taken in turn, so that a machine whose speed drifts slows each of them alike."""

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

RUNS: Final = 5

Work = Callable[[], int]
"""Does something a number of times, and returns that number."""


@dataclass(frozen=True)
class Rates:
    """The median of what each work reached, in units a second, and of their ratios."""

    medians: Mapping[str, float]
    ratios: Mapping[str, float]


def measure(works: Mapping[str, Work], *, beside: str, runs: int = RUNS) -> Rates:
    """Run all works in turn, `runs` times after one warm-up, and hold each against `beside`.

    A ratio is the median over the runs of (rate / rate of `beside` in the same run).
    """
    rates: dict[str, list[float]] = {name: [] for name in works}
    for run in range(runs + 1):
        for name, work in works.items():
            rate = _rate(work)
            if run:
                rates[name].append(rate)
    return Rates(
        {name: statistics.median(found) for name, found in rates.items()},
        {
            name: statistics.median(
                mine / peer for mine, peer in zip(found, rates[beside], strict=True)
            )
            for name, found in rates.items()
            if name != beside
        },
    )


def _rate(work: Work) -> float:
    gc.collect()
    start = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - start)


def say(title: str, unit: str, rates: Rates, beside: str) -> None:
    """Print a table: a line a work, its rate and its ratio."""
    print(f"\n{title}")
    for name, rate in rates.medians.items():
        ratio = f"{rates.ratios[name]:8.2f} × {beside}" if name in rates.ratios else ""
        print(f"  {name:<44} {rate:>12,.0f} {unit}/s {ratio}")
