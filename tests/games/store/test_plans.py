"""What every move asks of the log goes by an index, however many matches there are."""

import pytest
from django.db import connection

from games import store

pytestmark = pytest.mark.django_db


def plan(statement: store.Statement) -> list[str]:
    """Return how the database would go about a statement."""
    sql, values = statement
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {sql}", values)
            return [line for (line,) in cursor.fetchall()]
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        return [row[-1] for row in cursor.fetchall()]


def reads_whole_tables(lines: list[str]) -> bool:
    return any("Seq Scan" in line or line.startswith("SCAN games_") for line in lines)


def test_a_move_reads_no_whole_table() -> None:
    assert not reads_whole_tables(plan(store.round_asked(1, 3)))
    everything: store.Statement = ("SELECT data FROM games_event", [])
    assert reads_whole_tables(plan(everything))
