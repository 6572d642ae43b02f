"""Where numbering goes on after a restore: never at a number that was given out before.

A link that was mailed after the backup was made is signed over a number that the backup does not
know. If that number were given to somebody else's seat, the old link would open it.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.core.management.color import no_style
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import BigAutoField, Max

from chickenfoot.backup.tables import Table

A_NUMBER_A: Final = timedelta(milliseconds=1)
"""No table gets more than a thousand rows a second."""
AT_LEAST: Final = 1000


def go_on(tables: Iterable[Table], since_backup: timedelta) -> None:
    """Let the numbers of new rows begin beyond all that can have been given out since."""
    gap = max(AT_LEAST, since_backup // A_NUMBER_A)
    models = list(tables)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        for model in models:
            key = model._meta.pk
            if isinstance(key, BigAutoField) and key.column:
                highest = model._base_manager.aggregate(highest=Max("pk"))["highest"] or 0
                _set(cursor, model._meta.db_table, key.column, highest + gap)


def _set(cursor: CursorWrapper, table: str, column: str, number: int) -> None:
    if connection.vendor == "postgresql":
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
            [connection.ops.quote_name(table), column, number],
        )
        return
    # SQLite has a row there from a table's first row on.
    cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
    cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])
