"""Statements that PostgreSQL has planned once and runs often: to plan them takes half of a move.

The driver prepares nothing that leaves as one text with other statements, so this does, in SQL.
"""

from collections.abc import Sequence
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db import connection

# What has come so often on one connection will come again; the driver counts to five as well.
OFTEN: Final = 5
# Statements differ in how many rows they insert: no connection keeps more than these.
MOST: Final = 100


class _Known:
    """What one connection has run, how often, and what calls the statements it has prepared."""

    def __init__(self) -> None:
        self.times: dict[str, int] = {}
        self.calls: dict[str, str] = {}


_known: WeakKeyDictionary[Any, _Known] = WeakKeyDictionary()


def texts(cursor: Any, sqls: Sequence[str]) -> list[str]:
    """Return what to execute for each statement: itself, or a call of it, which it prepares first.

    A connection that a pooler hands on between transactions can keep nothing: of that kind are the
    ones for which Django's `DISABLE_SERVER_SIDE_CURSORS` is set.
    """
    if connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
        return list(sqls)
    known = _known.setdefault(connection.connection, _Known())
    return [known.calls.get(sql) or _counted(cursor, known, sql) for sql in sqls]


def _counted(cursor: Any, known: _Known, sql: str) -> str:
    known.times[sql] = known.times.get(sql, 0) + 1
    if known.times[sql] <= OFTEN or len(known.calls) == MOST:
        return sql
    name = f"chickenfoot_{len(known.calls)}"
    first, *rest = sql.split("%s")
    numbered = (f"${number}{part}" for number, part in zip(count(1), rest, strict=False))
    cursor.execute(f"PREPARE {name} AS {first}{''.join(numbered)}")
    known.calls[sql] = f"EXECUTE {name} ({', '.join(['%s'] * len(rest))})"
    return known.calls[sql]
