"""Times during which a clock stood still, so that none is given back twice."""

from collections.abc import Iterable
from datetime import datetime, timedelta

Interval = tuple[datetime, datetime]


def without(whole: Interval, others: Iterable[Interval]) -> timedelta:
    """Return how much of an interval lies in none of the others, which may overlap."""
    begins, ends = whole
    left = max(ends - begins, timedelta())
    covered = begins
    for began, ended in sorted(others):
        begin, end = max(began, covered), min(ended, ends)
        if begin < end:
            left -= end - begin
            covered = end
    return left
