"""Whatever is done to a match in whatever order, its log checks and its tables follow the log."""

from collections import Counter
from random import Random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import store
from tests.games.services.random_course import ACTS, Course, check

pytestmark = pytest.mark.django_db

# Moves come often, so that there is something to correct.
NAMES = st.sampled_from([*ACTS, *["move"] * 8, *["bots"] * 4, *["plan"] * 4, *["rewind"] * 2])
STEPS = st.tuples(NAMES, st.integers(0, 999))
PACES = st.sampled_from(["in_turn", "side_by_side"])
RELAXED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def follow(pace: str, steps: list[tuple[str, int]]) -> None:
    """Do everything in order, each followed by all checks, and leave nothing behind."""
    with transaction.atomic():
        course = Course(pace)
        check(course)
        for name, number in steps:
            if course.do(name, number):
                check(course)
        transaction.set_rollback(True)


@settings(max_examples=12, suppress_health_check=RELAXED)
@given(PACES, st.lists(STEPS, max_size=14))
def test_whatever_happens_the_log_checks(pace: str, steps: list[tuple[str, int]]) -> None:
    follow(pace, steps)


def test_everything_that_may_happen_does() -> None:
    chance, done = Random(7), Counter[str]()
    wanted = [*ACTS, "used"]
    names = [*ACTS, *["move"] * 6, *["bots", "plan"] * 3, *["ask", "answer"] * 3]
    for _ in range(40):
        course = Course("side_by_side")
        for _step in range(40):
            name = chance.choice(names)
            done[name] += course.do(name, chance.randrange(1000))
        check(course)
        done["used"] += sum(row.cause == "plan" for row in store.load_all(course.match.pk))
        if all(done[name] for name in wanted):
            return
    raise AssertionError(f"never done: {[name for name in wanted if not done[name]]}")


@pytest.mark.proof
@settings(max_examples=100, suppress_health_check=RELAXED)
@given(PACES, st.lists(STEPS, min_size=10, max_size=60))
def test_whatever_happens_for_long_the_log_checks(pace: str, steps: list[tuple[str, int]]) -> None:
    follow(pace, steps)
