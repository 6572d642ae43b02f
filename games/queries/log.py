"""A match's log as who looks after it may read it: of a round that runs, what a visitor sees."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from games import engine, store
from games.engine import EventMalformed, RulesRefused
from games.queries.log_words import cause_in_words, kind_in_words
from games.queries.words import moment
from games.tables import Match

PAGE: Final = 100


@dataclass(frozen=True)
class LogLine:
    """One event; hidden tiles are null in `data`, which is None where it cannot be read.

    `digest` is empty while the match runs: a hidden draw could be guessed from it (RECORD.md).
    """

    seq: int
    type: str
    cause: str
    at: datetime
    data: str | None
    digest: str

    @property
    def kind_in_words(self) -> str:
        """Return what happened, as a kind."""
        return kind_in_words(self.type)

    @property
    def cause_in_words(self) -> str:
        """Return who or what brought it about."""
        return cause_in_words(self.cause)


@dataclass(frozen=True)
class LogPage:
    """Some of the lines, in order, and which page of how many they are, counted from 1."""

    lines: Sequence[LogLine]
    number: int
    pages: int


def log_page(match: Match, number: int) -> LogPage:
    """Return a page of a match's log, the last one for a number beyond it.

    What is open is asked for before the events are read, so nothing is shown too early.
    """
    over = match.is_over
    opened = set(match.rounds.exclude(reason="").values_list("number", flat=True))
    pages = max(1, -(-match.head // PAGE))
    number = min(number, pages)
    rows = store.load_all(match.pk, after=(number - 1) * PAGE, size=PAGE)
    return LogPage([_line(row, over, opened) for row in islice(rows, PAGE)], number, pages)


def _line(row: store.Stored, over: bool, opened: Collection[int]) -> LogLine:
    try:
        is_open = over or row.round is None or row.round in opened
        data = engine.canonical(engine.redact(row.event(), None, is_open))
    except (EventMalformed, RulesRefused):
        data = None
    return LogLine(row.seq, row.type, row.cause, moment(row.at), data, row.digest if over else "")
