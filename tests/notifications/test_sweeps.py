"""What runs every minute looks at what is due and never at all that waits."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from notifications import noticing, outbox
from tests.bench.waiting import fill
from tests.factories import NOON, make_match

pytestmark = pytest.mark.django_db

# SQLite, for the servers of families, guesses from the indexes alone.
needs_statistics = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite keeps no statistics"
)

SWEEPS: list[tuple[str, Callable[[], object]]] = [
    ("choice_running_out", lambda: services.time_out(now=NOON)),
    ("choice_remind_at", lambda: noticing.notice_reminders(now=NOON)),
    ("choice_untold", lambda: noticing.unnoticed(now=NOON)),
    ("match_unnoticed", lambda: noticing.unnoticed(now=NOON)),
    ("choice_ran_out", lambda: noticing.unnoticed(now=NOON)),
    ("choice_untold", lambda: set(services.matches_with_waiting_bots())),
    ("notice_due", lambda: outbox.claim(now=NOON)),
    ("notice_leased", lambda: outbox.claim(now=NOON)),
]


@pytest.fixture
def crowd() -> None:
    """Let much wait, of which little is due."""
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    fill(5_000, NOON, due=10)


@needs_statistics
@pytest.mark.usefixtures("crowd")
@pytest.mark.parametrize(("index", "sweep"), SWEEPS)
def test_a_sweep_finds_what_is_due_by_an_index_that_holds_little_else(
    index: str, sweep: Callable[[], object]
) -> None:
    assert index in plans(sweep)


@needs_statistics
@pytest.mark.usefixtures("crowd")
def test_the_first_of_many_mails_is_claimed_without_a_look_at_the_rest() -> None:
    found = plans(lambda: outbox.claim(now=NOON))
    assert "Index Scan using notice_due" in found
    assert "Sort" not in found
    assert "Seq Scan on notifications_notice" not in found


def plans(sweep: Callable[[], object]) -> str:
    """Return how the database means to answer what a sweep asks."""
    with CaptureQueriesContext(connection) as queries:
        sweep()
    found = []
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # few rows are not worth an index
        for query in queries:
            sql = query["sql"]
            if sql.startswith("DECLARE"):
                sql = sql.partition(" FOR ")[2]
            if sql.startswith("SELECT"):
                cursor.execute(f"EXPLAIN {sql}")
                found += [row for (row,) in cursor.fetchall()]
    return "\n".join(found)


def test_a_seat_that_a_bot_takes_over_is_found_by_the_sweep() -> None:
    match = make_match(people=2, bots=0)
    choice = match.choices.get()
    services.told([choice.pk], now=NOON)
    assert list(services.matches_with_waiting_bots()) == []
    services.resign(choice.seat, now=NOON)
    assert match.choices.filter(pk=choice.pk, told_at=None).exists()
    assert list(services.matches_with_waiting_bots()) == [match.pk]
