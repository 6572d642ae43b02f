"""A match's events as a record leaves the log: the stored texts, line by line (RECORD.md)."""

from __future__ import annotations

import io
from collections.abc import Iterator

from games.engine import upcast
from games.store import load_all
from games.tables import Match

from .check import Report, check
from .lines import HEADER


def export_match(match: Match) -> Iterator[str]:
    """Yield the lines of a match's whole record, each with its line feed.

    It holds every tile (R8.5): of a match that runs it is for nobody but who keeps the server.
    """
    yield f"{HEADER}\n"
    for stored in load_all(match.pk):
        yield f"{stored.line()}\n"


def check_match(match: Match) -> Report:
    """Return what a check of a match's record says; its sentences may name tiles (R8.5).

    What was stored in an earlier form is read as this program reads it; as a record of version 1,
    that other programs check, it is none.
    """
    return check(io.BufferedReader(_Lines(export_match(match))), upcast=upcast)


class _Lines(io.RawIOBase):
    """Lines as a stream of bytes, so that a long log is never in memory as a whole."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._rest = b""

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill the buffer with what is left of a line and return how much that was."""
        rest = self._rest or next(self._lines, "").encode()
        size = min(len(rest), len(buffer))
        buffer[:size], self._rest = rest[:size], rest[size:]
        return size
