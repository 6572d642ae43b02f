"""Which tables a backup holds, in which order, and their rows as lines of JSON.

A file is a line that lists the columns, then a line a row. The values are those of the model's
fields, not of a database, so that SQLite writes what PostgreSQL reads.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from graphlib import TopologicalSorter
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import (
    BinaryField,
    DateField,
    DateTimeField,
    DurationField,
    Field,
    Model,
    TimeField,
)

from games.store.models import StoredEvent

MADE_BY_MIGRATE: Final[tuple[type[Model], ...]] = (Permission, ContentType)
"""What an empty server has already; a backup brings its own, for others refer to their numbers."""
BATCH: Final = 1000
_MICROSECOND: Final = timedelta(microseconds=1)

Table = type[Model]


def tables() -> list[Table]:
    """Return every table but the log, each after those that it refers to."""
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model is not StoredEvent
    ]
    return list(TopologicalSorter({model: _referred(model) for model in found}).static_order())


def _referred(model: Table) -> set[Table]:
    targets = {field.related_model for field in model._meta.concrete_fields if field.is_relation}
    return {target for target in targets if isinstance(target, type) and target is not model}


def fields_of(table: Table) -> list[Field[Any, Any]]:
    """Return the fields that have a column."""
    return [field for field in table._meta.concrete_fields if field.column]


def file_of(table: Table) -> str:
    """Return the name of a table's file."""
    return f"{table._meta.db_table}.jsonl"


def header(table: Table) -> str:
    """Return the first line of a table's file."""
    return line([field.attname for field in fields_of(table)])


def lines(table: Table) -> Iterator[str]:
    """Yield the lines of a table's file, each with its line feed."""
    yield header(table)
    names = [field.attname for field in fields_of(table)]
    rows = table._base_manager.order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=BATCH):
        yield line(row)


def line(values: Sequence[Any]) -> str:
    """Return values as a line of JSON, with its line feed."""
    # Sorted, for PostgreSQL gives the keys of an object back in an order of its own.
    return _encode(values) + "\n"


def _plain(value: object) -> str | int:
    """Return a value that JSON does not know as one that it knows."""
    match value:
        case date() | time():  # a datetime is a date
            return value.isoformat()
        case timedelta():
            return value // _MICROSECOND
        case bytes() | memoryview():
            return bytes(value).hex()
    raise TypeError(type(value).__name__)


_encode = json.JSONEncoder(
    default=_plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True
).encode


def row_reader(table: Table) -> Callable[[str], Model]:
    """Return what makes a row of a line; it raises ValueError or TypeError for what is none."""
    fields = [(field.attname, _reader(field)) for field in fields_of(table)]

    def read(text: str) -> Model:
        found = json.loads(text)
        pairs = zip(fields, found, strict=True)
        return table(
            **{
                name: None if value is None else value_of(value)
                for (name, value_of), value in pairs
            }
        )

    return read


def _reader(field: Field[Any, Any]) -> Callable[[Any], Any]:
    match field:
        case DateTimeField():
            return datetime.fromisoformat
        case DateField():
            return date.fromisoformat
        case TimeField():
            return time.fromisoformat
        case DurationField():
            return lambda value: value * _MICROSECOND
        case BinaryField():
            return bytes.fromhex
    return lambda value: value
