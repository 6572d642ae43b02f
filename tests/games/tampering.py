"""Changing what cannot be changed, as who holds the database's files could."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from games.engine import canonical, digest
from games.store import guards, load_all
from games.tables import Match


@contextmanager
def unguarded() -> Iterator[Any]:
    """Give a cursor that no trigger watches."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    guards.remove(connection)
    try:
        with connection.cursor() as cursor:
            yield cursor
    finally:
        guards.install(connection)


def change(match: Match, seq: int, column: str, value: object) -> None:
    """Change one column of an event and nothing else."""
    with unguarded() as cursor:
        cursor.execute(
            f"UPDATE games_event SET {column} = %s WHERE match_id = %s AND seq = %s",  # noqa: S608
            [value, match.pk, seq],
        )


def change_data(match: Match, seq: int, **fields: object) -> None:
    """Change fields of an event's data; the digests stay what they were."""
    row = next(row for row in load_all(match.pk) if row.seq == seq)
    change(match, seq, "data", canonical({**json.loads(row.data), **fields}))


def digest_anew(match: Match) -> None:
    """Make every digest of a log follow from what it says now."""
    last = ""
    for row in list(load_all(match.pk)):
        last = digest(last, row.seq, row.type, row.cause, row.at, json.loads(row.data))
        change(match, row.seq, "digest", bytes.fromhex(last))


def remove_last(match: Match) -> None:
    """Remove the last event of a log."""
    with unguarded() as cursor:
        cursor.execute(
            "DELETE FROM games_event WHERE match_id = %s AND seq = %s", [match.pk, match.head]
        )
