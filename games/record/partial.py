"""A record of a running match as one seat may have it: hidden tiles are null, no digests."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from games.engine import EventMalformed, RulesRefused, canonical, redact
from games.store import Stored, load_all
from games.tables import Match

FORMAT: Final = "chickenfoot-partial-record"


def export_partial(match: Match, seat: int) -> Iterator[str]:
    """Yield the lines of what a seat may know of its match so far, each with its line feed.

    What is open is asked for before the events are read, so nothing is shown too early (R8.4).
    """
    opened = set(match.rounds.exclude(reason="").values_list("number", flat=True))
    lines = partial_lines(load_all(match.pk), seat, opened, over=match.is_over)
    return (f"{line}\n" for line in lines)


def partial_lines(
    stored: Iterable[Stored], seat: int | None, opened: Collection[int], *, over: bool
) -> Iterator[str]:
    """Yield the lines of a partial record: all of the rounds in `opened`, else what R8 leaves.

    It has a format of its own, so that nobody takes it for the record, and no digests: a hidden
    draw could be guessed from one by trying every tile (RECORD.md, Heads).
    """
    yield canonical({"format": FORMAT, "seat": seat, "version": 1})
    for row in stored:
        yield _line(row, seat, over or row.round is None or row.round in opened)


def _line(row: Stored, seat: int | None, is_open: bool) -> str:
    try:
        data = redact(row.event(), seat, is_open)
    except (EventMalformed, RulesRefused):
        # What cannot be read cannot be told apart from what is hidden.
        data = None
    return canonical(
        {"at": row.at, "cause": row.cause, "data": data, "seq": row.seq, "type": row.type}
    )
