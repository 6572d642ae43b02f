"""Appending events and reading them back, in plain SQL: this is the hot path of every move."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from django.db import connection

from games.engine import (
    Caused,
    Event,
    EventMalformed,
    MovesRewound,
    canonical,
    digest,
    parse_event,
    round_of,
    stamp,
    upcast,
)
from games.engine.canonical import digest_of_text

from .trips import Statement, run

_COLUMNS = "seq, round, type, cause, at, data, digest"
_INSERT_ROWS = 100
_TERSE = frozenset({"tile_drawn", "tile_played", "turn_passed", "round_ended"})


class Stored(NamedTuple):
    """One event as it lies in the log; `at` and `data` are the texts that were digested."""

    seq: int
    round: int | None
    type: str
    cause: str
    at: str
    data: str
    digest: str

    def event(self) -> Event:
        """Return the event itself; raises `EventMalformed` for what this engine cannot read."""
        return (_told_before if self.type in _TERSE else _read)(self.type, self.data)

    def line(self) -> str:
        """Return the line of a record that this event is, without its line feed (RECORD.md)."""
        return (
            f'{{"at":"{self.at}","cause":"{self.cause}","data":{self.data},'
            f'"digest":"{self.digest}","seq":{self.seq},"type":"{self.type}"}}'
        )

    def follows(self, previous: str) -> bool:
        """Say whether its digest follows from `previous`, that of the event before it."""
        body = (
            f'{{"at":"{self.at}","cause":"{self.cause}","data":{self.data},'
            f'"seq":{self.seq},"type":"{self.type}"}}'
        )
        return self.digest == digest_of_text(previous, body)


def _read(type: str, text: str) -> Event:
    try:
        data = json.loads(text)
    except ValueError:
        raise EventMalformed(type, "data", "is no JSON") from None
    return parse_event(type, upcast(type, data))


# Matches say the same some ten thousand moves again and again, and every replay reads them anew.
_told_before = lru_cache(maxsize=32_768)(_read)


class Tail(NamedTuple):
    """The end of a match's log: what the next event follows."""

    seq: int
    digest: str
    at: str


EMPTY = Tail(0, "", "")


def append(match_id: int, tail: Tail, events: Sequence[Caused], now: datetime) -> list[Stored]:
    """Append `events` behind `tail` and return them as stored.

    All carry one time, the later of `now` and the event before. The caller is in a transaction;
    raises `django.db.IntegrityError` where another writer was first.
    """
    stored = sealed(tail, events, now)
    append_stored(match_id, stored)
    return stored


def sealed(tail: Tail, events: Sequence[Caused], now: datetime) -> list[Stored]:
    """Return `events` as they are stored behind `tail`, with their digests."""
    at = max(stamp(now), tail.at)
    stored: list[Stored] = []
    seq, last = tail.seq, tail.digest
    for event, cause in events:
        seq += 1
        data = event.to_data()
        last = digest(last, seq, event.type, cause, at, data)
        stored.append(Stored(seq, round_of(event), event.type, cause, at, canonical(data), last))
    return stored


def append_stored(match_id: int, events: Iterable[Stored]) -> None:
    """Append events that have their digests already, as an import does."""
    rest = iter(events)
    while rows := list(islice(rest, _INSERT_ROWS)):
        run([insertion(match_id, rows)])


def insertion(match_id: int, rows: Sequence[Stored]) -> Statement:
    """Return the statement that appends a few events."""
    values = ", ".join(["(%s, %s, %s, %s, %s, %s, %s, %s)"] * len(rows))
    return (
        f"INSERT INTO games_event (match_id, {_COLUMNS}) VALUES {values}",  # noqa: S608 - placeholders only
        [value for row in rows for value in (match_id, *row[:-1], bytes.fromhex(row.digest))],
    )


def round_asked(match_id: int, round_number: int | None) -> Statement:
    """Return the statement that asks for what `load_round` returns."""
    columns = _read_columns()
    return (
        f"""
        SELECT {columns} FROM games_event WHERE match_id = %s AND round IS NULL
        UNION ALL
        SELECT {columns} FROM games_event WHERE match_id = %s AND round = %s
        UNION ALL
        SELECT {columns} FROM games_event
        WHERE match_id = %s AND type = 'round_ended' AND round <> %s
        UNION ALL
        SELECT * FROM (
            SELECT {columns} FROM games_event WHERE match_id = %s ORDER BY seq DESC LIMIT 1
        ) AS last
        """,  # noqa: S608 - column names only
        [match_id, match_id, round_number, match_id, round_number or 0, match_id],
    )


def round_found(rows: Iterable[Sequence[Any]]) -> tuple[list[Stored], Tail]:
    """Return what was asked for by `round_asked`."""
    found = sorted(map(Stored._make, rows))
    if not found:
        return [], EMPTY
    *events, last = found
    if events and events[-1].seq != last.seq:
        return events, tail_of(last)
    return events or [last], tail_of(last)


def load_round(match_id: int, round_number: int | None) -> tuple[list[Stored], Tail]:
    """Return what a move in this round needs, in order: its cost does not grow with the match.

    That is the events of the match itself, those of the round, and the `round_ended` of the other
    rounds (points and totals); beside them the end of the log, which the next event follows. Of a
    match that has not begun it is nothing.
    """
    return round_found(*run([round_asked(match_id, round_number)]))


def _read_columns() -> str:
    """Return the columns of a `Stored`, the digest in hex."""
    in_hex = "encode(digest, 'hex')" if connection.vendor == "postgresql" else "lower(hex(digest))"
    return f"seq, round, type, cause, at, data, {in_hex} AS digest"


def load_all(match_id: int, after: int = 0, size: int = 1000) -> Iterator[Stored]:
    """Yield the events of a match with a seq above `after`, `size` rows a query."""
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {_read_columns()} FROM games_event "  # noqa: S608 - column names only
                "WHERE match_id = %s AND seq > %s ORDER BY seq LIMIT %s",
                [match_id, after, size],
            )
            rows = cursor.fetchall()
        yield from map(Stored._make, rows)
        if len(rows) < size:
            return
        after = rows[-1][0]


def load_around(match_id: int, first: int, last: int) -> list[Stored]:
    """Return the events with a seq from `first` to `last`, and every rewind of the match.

    With the rewinds, `taken_back` knows of each of these events whether it still counts.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_read_columns()} FROM games_event "  # noqa: S608 - column names only
            "WHERE match_id = %s AND (seq BETWEEN %s AND %s OR type = %s) ORDER BY seq",
            [match_id, first, last, MovesRewound.type],
        )
        return list(map(Stored._make, cursor.fetchall()))


def round_at(match_id: int, seq: int) -> int | None:
    """Return the round of an event; of one of the match's own, that of the last event before it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT round FROM games_event "
            "WHERE match_id = %s AND seq <= %s AND round IS NOT NULL ORDER BY seq DESC LIMIT 1",
            [match_id, seq],
        )
        found = cursor.fetchone()
    return found[0] if found else None


def every_event(size: int = 2000) -> Iterator[tuple[int, Stored]]:
    """Yield all events with the number of their match, match by match in order, as a stream.

    To be read in a `snapshot`.
    """
    with connection.chunked_cursor() as cursor:
        columns = _read_columns()
        cursor.execute(f"SELECT match_id, {columns} FROM games_event ORDER BY match_id, seq")  # noqa: S608 - names
        while rows := cursor.fetchmany(size):
            yield from ((match_id, Stored._make(row)) for match_id, *row in rows)


def heads() -> Iterator[tuple[int, int, str]]:
    """Yield the number of each match with its last seq and digest."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT games_event.match_id, games_event.seq, digest FROM games_event
            JOIN (SELECT match_id, MAX(seq) AS seq FROM games_event GROUP BY match_id) AS last
            ON last.match_id = games_event.match_id AND last.seq = games_event.seq
            ORDER BY games_event.match_id
            """
        )
        for match_id, seq, raw in cursor.fetchall():
            yield match_id, seq, bytes(raw).hex()


def load_tail(match_id: int) -> Tail:
    """Return the end of a match's log, `EMPTY` before its first event."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_read_columns()} FROM games_event "  # noqa: S608 - column names only
            "WHERE match_id = %s ORDER BY seq DESC LIMIT 1",
            [match_id],
        )
        found = cursor.fetchone()
    return tail_of(Stored._make(found)) if found else EMPTY


def tail_of(last: Stored) -> Tail:
    """Return the end of a log of which this is the last event."""
    return Tail(last.seq, last.digest, last.at)


def numbered(events: Iterable[Stored]) -> Iterator[tuple[int, Event]]:
    """Yield what the engine replays: seq and event."""
    # Written out, not by `event()`: this and the fold are all that a replay does.
    for seq, _round, kind, _cause, _at, data, _digest in events:
        yield seq, (_told_before if kind in _TERSE else _read)(kind, data)


def taken_back(events: Iterable[Stored]) -> frozenset[int]:
    """Return the seqs of the events that rewinds among these took back (RECORD.md).

    Reads no event but the rewinds, which themselves are never among them.
    """
    events = list(events)
    found: set[int] = set()
    for rewind in (row for row in events if row.type == MovesRewound.type):
        to_seq = json.loads(rewind.data)["to_seq"]
        found.update(
            row.seq
            for row in events
            if row.round == rewind.round
            and to_seq < row.seq < rewind.seq
            and row.type != MovesRewound.type
        )
    return frozenset(found)
