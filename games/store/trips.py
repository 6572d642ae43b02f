"""Several statements in one trip to the database: a move waits for few answers, not for ten."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection

from . import prepared

Statement = tuple[str, Sequence[Any]]
"""A statement of SQL, and its values."""
Rows = list[tuple[Any, ...]]


def run(statements: Sequence[Statement]) -> list[Rows]:
    """Run statements in order, in one trip where the database can; returns the rows of each.

    Each sees what was committed before it begins: what is read after a lock is as it stands then.
    """
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return [cursor.execute(sql, values).fetchall() for sql, values in statements]
        texts = prepared.texts(cursor, [sql for sql, _values in statements])
        cursor.execute(";".join(texts), [value for _sql, values in statements for value in values])
        return list(_results(cursor.cursor))


def _results(cursor: Any) -> Iterator[Rows]:
    """Yield the rows of each statement from the driver's own cursor: Django's costs more."""
    yield cursor.fetchall() if cursor.pgresult.nfields else []
    while cursor.nextset():
        yield cursor.fetchall() if cursor.pgresult.nfields else []
