"""How single fields of an event's data are read and written: strictly, so that `true` is no 1."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeVar

from .tiles import Tile

T = TypeVar("T")
Reader = Callable[[Any], Any]

_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")


class EventMalformed(ValueError):
    """An event's data is not of its type's form; `field` says where."""

    def __init__(self, type: str, field: str, reason: str) -> None:
        super().__init__(f"{field} of {type} {reason}")
        self.type = type
        self.field = field


def number(value: Any) -> int:
    """Return an integer; raises ValueError for anything else, a boolean too."""
    if type(value) is int:
        return value
    raise ValueError("is no whole number")


def text(value: Any) -> str:
    """Return a text; raises ValueError for anything else."""
    if type(value) is str:
        return value
    raise ValueError("is no text")


def moment(value: Any) -> str:
    """Return a point in time as RECORD.md writes it; raises ValueError for anything else."""
    if type(value) is not str or not _MOMENT.fullmatch(value):
        raise ValueError("is no time such as 2026-01-01T00:01:00.000000Z")
    datetime.fromisoformat(value)
    return value


def any_value(value: Any) -> Any:
    """Return the value as it is, for a field that somebody else reads."""
    return value


def tile_or_none(value: Any) -> Tile | None:
    """Return the tile, or None for null; raises ValueError."""
    return None if value is None else Tile.parse(value)


def one_of(*choices: str) -> Callable[[Any], str]:
    """Return a reader that takes just these texts."""

    def read(value: Any) -> str:
        if type(value) is str and value in choices:
            return value
        raise ValueError(f"is none of {', '.join(choices)}")

    return read


def list_of(reader: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    """Return a reader of a list whose items `reader` reads."""

    def read(value: Any) -> tuple[T, ...]:
        if type(value) is list:
            return tuple(map(reader, value))
        raise ValueError("is no list")

    return read


def first_fault(
    type: str, readers: Mapping[str, Reader], data: Mapping[str, Any]
) -> EventMalformed:
    """Return the fault of the first field that its reader refuses."""
    for name, reader in readers.items():
        try:
            reader(data[name])
        except ValueError as fault:
            return EventMalformed(type, name, str(fault))
    raise AssertionError("every field reads well")


def plain(value: Any) -> Any:
    """Return a field's value as JSON has it: tiles by name, tuples as lists."""
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value
