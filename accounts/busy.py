"""Faults of the database that pass by themselves: it is locked for long, restarts, or is gone.

Lives here because pages and the API ask, and imports go down only.
"""

import sqlite3
from collections.abc import Iterator
from typing import Final

from django.db import InterfaceError, OperationalError

RETRY_AFTER: Final = 10
"""Seconds after which it makes sense to ask again."""

# A bug of ours, such as a column there is not, is an operational error of SQLite too.
_PASSING: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
    }
)


def is_busy(fault: BaseException | None) -> bool:
    """Whether a fault, or what it came from, is the database's and will pass; nothing was kept.

    psycopg tells of nothing but the server and the line to it by these two classes: timeouts,
    deadlocks, restarts, refused and lost connections (PEP 249).
    """
    return any(map(_passes, _chain(fault)))


def _passes(fault: BaseException) -> bool:
    if isinstance(fault, sqlite3.OperationalError):
        return (getattr(fault, "sqlite_errorcode", 0) & 0xFF) in _PASSING
    if isinstance(fault, OperationalError | InterfaceError):
        return not isinstance(fault.__cause__, sqlite3.Error)
    return False


def _chain(fault: BaseException | None) -> Iterator[BaseException]:
    while fault is not None:
        yield fault
        fault = fault.__cause__
