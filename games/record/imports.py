"""A record that comes in: checked event by event, stored as it is, played by guests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice
from typing import BinaryIO, Final

from django.db import transaction

from games.engine import MatchAbandoned, MatchEnded, MatchState, round_of
from games.projections import project
from games.store import Stored, append_stored
from games.tables import Match, MatchSecret, Seat

from .check import Checked, Fault, checked
from .referee import Referee

BATCH: Final = 500


@transaction.atomic
def import_match(stream: BinaryIO, *, now: datetime) -> Match:
    """Return the finished match that a record holds; its seats are guests, nobody is told of it.

    Raises `Fault` for a record that is not true or has no end, and writes nothing then. The same
    record again is another match. Reads and writes in batches, so a long record needs no memory.
    """
    match = Match(imported=True, created_at=now)
    _referee, last = store_record(match, stream, _lay_table)
    if last is None or not isinstance(last.event, (MatchEnded, MatchAbandoned)):
        raise Fault(last.seq + 1 if last else 1, "unfinished", "The match has not ended.")
    MatchSecret.objects.create(match=match, seed=bytes.fromhex(last.event.seed))
    match.noticed = match.head
    match.save(update_fields=["noticed"])
    return match


def store_record(
    match: Match, stream: BinaryIO, lay_table: Callable[[Match, MatchState], None]
) -> tuple[Referee, Checked | None]:
    """Store a record's events as those of a new match; `lay_table` saves it and its seats first.

    Returns who has followed it, and its last event. Raises `Fault`; the caller is in a
    transaction.
    """
    referee, last = Referee(), None
    for batch, state in _batches(stream, referee):
        if match.pk is None:
            lay_table(match, state)
        stored = [_as_stored(line) for line in batch]
        append_stored(match.pk, stored)
        project(match, state, stored)
        last = batch[-1]
    return referee, last


def _batches(stream: BinaryIO, referee: Referee) -> Iterator[tuple[list[Checked], MatchState]]:
    """Yield good events, some at a time, and the match as it is after them; raises Fault."""
    events = checked(stream, referee)
    while (batch := list(islice(events, BATCH))) and referee.match is not None:
        yield batch, referee.match


def _lay_table(match: Match, state: MatchState) -> None:
    match.rules, match.seed_commitment = state.rules.to_data(), state.seed_commitment
    match.save()
    Seat.objects.bulk_create(
        Seat(match=match, number=number, guest=f"Guest {number + 1}")
        for number in range(state.seats)
    )


def _as_stored(line: Checked) -> Stored:
    return Stored(
        line.seq,
        round_of(line.event),
        line.type,
        line.cause,
        line.at,
        line.data_text,
        line.digest,
    )
