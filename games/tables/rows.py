"""Rows that were read by plain SQL, as the instances that the ORM would have made of them."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)
Converter = Callable[[Any], Any]


def from_row(model: type[M], names: tuple[str, ...], row: Sequence[Any]) -> M:
    """Return an instance with these columns, in the model's order; it reads others when asked."""
    values = list(row)
    for index, convert in _converters(model, names, connection.vendor):
        values[index] = convert(values[index])
    return model.from_db(connection.alias, names, values)


@cache
def _converters(
    model: type[M], names: tuple[str, ...], _vendor: str
) -> list[tuple[int, Converter]]:
    """Return how the values of a kind of database become the fields', with their places."""
    columns = {field.name: field.cached_col for field in model._meta.concrete_fields}  # noqa: SLF001
    return [
        (index, _converter(step, columns[name]))
        for index, name in enumerate(names)
        for step in (
            *connection.ops.get_db_converters(columns[name]),
            *columns[name].get_db_converters(connection),
        )
    ]


def _converter(step: Callable[..., Any], column: Any) -> Converter:
    return lambda value: step(value, column, connection)
