"""Fills an empty server from a backup: everything is verified, and it is all or nothing."""

import json
from collections.abc import Iterator
from datetime import datetime
from hashlib import file_digest
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Final

from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection, transaction

from chickenfoot.backup import manifest as manifests
from chickenfoot.backup import sequences
from chickenfoot.backup.faults import BackupFault
from chickenfoot.backup.manifest import Manifest
from chickenfoot.backup.tables import (
    BATCH,
    MADE_BY_MIGRATE,
    Table,
    file_of,
    header,
    row_reader,
    tables,
)
from chickenfoot.backup.writing import COLUMNS, EVENTS
from games import services
from games.store import Stored, append_stored, heads
from games.store.models import StoredEvent
from notifications import holding

UNFIT: Final = (
    DatabaseError,
    ValueError,
    TypeError,
    KeyError,
    OverflowError,
    RecursionError,
)
"""What is raised by a row that no table has: of another shape, too deep, too large."""


def restore(directory: Path, *, now: datetime, may_be_told: bool) -> Manifest:
    """Fill this server, which is empty, from a backup and return its manifest.

    Time stood still since the backup: every choice has as long left as it had. `may_be_told` says
    that the old server went on after the backup, so mail that was due may have been sent since;
    none of it is sent by this one (`notifications.holding`). Raises `BackupFault` and OSError, and
    changes nothing then.
    """
    made = Manifest.read(directory)
    _check_version(made)
    _check_files(directory, made)
    with transaction.atomic(durable=True):
        _check_empty()
        for table in MADE_BY_MIGRATE:
            table._base_manager.all().delete()
        try:
            _load(directory, made)
        except UNFIT as fault:
            raise BackupFault(f"A row of the backup does not fit: {fault}") from fault
        sequences.go_on(tables(), now - made.moment)
        services.time_stood_still(now - made.moment)
        if may_be_told:
            holding.hold(now=now)
    ContentType.objects.clear_cache()
    return made


def opens_mailed_links(made: Manifest) -> bool:
    """Say whether this server signs with the key of the one that was backed up."""
    return made.secret_key == manifests.fingerprint()


def _check_version(made: Manifest) -> None:
    theirs, ours = set(made.migrations), set(manifests.migrations())
    if theirs - ours:
        raise BackupFault(
            f"The backup has {min(theirs - ours)} and this database has not: "
            "run `manage.py migrate` with the version that made the backup."
        )
    if ours - theirs:
        raise BackupFault(
            f"This database has {min(ours - theirs)} and the backup has not: restore it with the "
            "version that made it, and migrate then."
        )


def _check_files(directory: Path, made: Manifest) -> None:
    """Raise the fault of a file that is missing or is not as it was written."""
    wanted = {*(file_of(table) for table in tables()), EVENTS}
    if wanted != set(made.sha256):
        raise BackupFault(f"The backup lacks {min(wanted ^ set(made.sha256))}, or has it over.")
    for name, sum_ in made.sha256.items():
        try:
            found = sha_of(directory / name)
        except OSError as fault:
            raise BackupFault(f"{directory / name} cannot be read: {fault.strerror}.") from fault
        if found != sum_:
            raise BackupFault(f"{directory / name} is not as it was written: it is damaged.")


def sha_of(path: Path) -> str:
    """Return the hex SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _check_empty() -> None:
    log: Table = StoredEvent
    for table in [*tables(), log]:
        if table not in MADE_BY_MIGRATE and table._base_manager.exists():
            raise BackupFault(
                f"This server is not empty: {table._meta.db_table} has rows. "
                "A backup is restored into a new database."
            )


def _load(directory: Path, made: Manifest) -> None:
    for table in tables():
        _load_table(directory / file_of(table), table)
    _load_events(directory / EVENTS)
    found = {str(match_id): (seq, digest) for match_id, seq, digest in heads()}
    if found != made.heads:
        wrong = min(found.items() ^ made.heads.items())
        raise BackupFault(f"Match {wrong[0]} does not end as the backup says.")
    connection.check_constraints()


def _load_table(path: Path, table: Table) -> None:
    with path.open(encoding="utf-8") as file:
        if file.readline() != header(table):
            raise BackupFault(f"{path} has other columns than the table.")
        rows = map(row_reader(table), file)
        while batch := list(islice(rows, BATCH)):
            table._base_manager.bulk_create(batch)


def _load_events(path: Path) -> None:
    with path.open(encoding="utf-8") as file:
        for match_id, rows in groupby(_events(file), key=itemgetter(0)):
            append_stored(match_id, _chained(match_id, (stored for _, stored in rows)))


def _events(file: Iterator[str]) -> Iterator[tuple[int, Stored]]:
    columns = json.loads(next(file, "[]"))
    if tuple(columns) != COLUMNS:
        raise BackupFault(f"{EVENTS} has other columns than {', '.join(COLUMNS)}.")
    for text in file:
        match_id, *values = json.loads(text)
        yield match_id, Stored(*values)


def _chained(match_id: int, rows: Iterator[Stored]) -> Iterator[Stored]:
    """Yield a match's events as long as each follows the one before."""
    previous = ""
    for stored in rows:
        if not stored.follows(previous):
            raise BackupFault(f"Event {stored.seq} of match {match_id} has another digest.")
        previous = stored.digest
        yield stored
