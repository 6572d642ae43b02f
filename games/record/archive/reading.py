"""Makes the matches of a directory anew on an empty server: all of them, or none."""

import json
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction

from games import projections
from games.engine import MatchState
from games.record.check import Fault
from games.record.imports import store_record
from games.tables import Match

from . import manifest
from .beside import Json, lay_table
from .faults import ArchiveFault
from .manifest import Entry

UNFIT: Final = (
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
    ValidationError,
    DatabaseError,
)
"""What is raised by values that no match has: of another shape, too deep, too large."""


@transaction.atomic
def import_all(directory: Path, *, now: datetime) -> list[str]:
    """Make every match of a directory and return the addresses of those that were left out.

    Left out is what stood still on the old server, whose log is wrong. Matches that run go on:
    who has to decide has a full term again, and is told. Raises `ArchiveFault`, which names the
    file, and OSError; nothing is written then.
    """
    entries = manifest.read(directory)
    if Match.objects.exists():
        raise ArchiveFault("This server has matches already: these go into an empty one.")
    for slug, entry in entries.items():
        if not entry.stands_still:
            _import(directory, slug, entry, now)
    return [slug for slug, entry in entries.items() if entry.stands_still]


def _import(directory: Path, slug: str, entry: Entry, now: datetime) -> None:
    record, table = directory / entry.record, directory / entry.table
    try:
        match = _stored(record, _table(table, slug, entry.table_sha256), entry, now)
    except Fault as fault:
        raise ArchiveFault(f"{record}: {fault}") from fault
    except UNFIT as fault:
        raise ArchiveFault(f"{table} does not fit: {fault}") from fault
    if not match.is_over:
        _go_on(match, now)
    Match.objects.filter(pk=match.pk).update(noticed=match.head)


def _stored(record: Path, told: Json, entry: Entry, now: datetime) -> Match:
    """Return the match of a record and a table; raises what says why they are none."""

    def lay(match: Match, state: MatchState) -> None:
        if len(told["seats"]) != state.seats:
            raise ValueError(f"the match has {state.seats} seats")
        lay_table(match, state, told, now)

    match = Match()
    with record.open("rb") as stream:
        referee, last = store_record(match, stream, lay)
    _check_end(match, entry, (last.seq, last.digest) if last else (0, ""))
    referee.check_seed(entry.seq, told["seed"])
    return match


def _table(path: Path, slug: str, hashed: str) -> Json:
    raw = path.read_bytes()
    if sha256(raw).hexdigest() != hashed:
        raise ArchiveFault(f"{path} is not as it was written: it is damaged.")
    told: Json = json.loads(raw)
    if (told["format"], told["version"], told["match"]) != ("chickenfoot-table", 1, slug):
        raise ArchiveFault(f"{path} is not of the match {slug}.")
    return told


def _check_end(match: Match, entry: Entry, end: tuple[int, str]) -> None:
    if end != (entry.seq, entry.head) or match.state != entry.state:
        raise Fault(end[0], "head", "The record does not end as the manifest says.")


def _go_on(match: Match, now: datetime) -> None:
    """Give every choice that waits a full term from now on: its deadline was another server's."""
    match.choices.all().delete()
    projections.rebuild(match, now=now)
