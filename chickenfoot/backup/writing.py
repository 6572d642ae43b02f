"""Makes a backup: all tables and the log, as they are at one moment, in a new directory."""

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Final

from chickenfoot.backup import manifest as manifests
from chickenfoot.backup.faults import BackupFault
from chickenfoot.backup.manifest import Manifest
from chickenfoot.backup.tables import file_of, line, lines, tables
from games.store import Stored, every_event, snapshot
from games.store.models import StoredEvent

EVENTS: Final = file_of(StoredEvent)
COLUMNS: Final = ("match_id", *Stored._fields)


def write(directory: Path, *, now: datetime) -> Manifest:
    """Make a backup in `directory`, which does not exist yet, and return its manifest.

    It gets its name when it is whole; of one that fails or is interrupted nothing is left. Raises
    `BackupFault` and OSError.
    """
    if directory.exists():
        raise BackupFault(f"{directory} exists already: a backup is made in a new directory.")
    part = directory.with_name(f"{directory.name}.part")
    if part.exists():
        raise BackupFault(
            f"{part} is being written, or what was left when that was killed: remove it then."
        )
    # What stands in it opens every seat: it is for its owner alone.
    part.mkdir(mode=0o700, parents=True)
    try:
        made = _fill(part, now)
        part.rename(directory)
    finally:
        rmtree(part, ignore_errors=True)
    return made


def _fill(part: Path, now: datetime) -> Manifest:
    """Write every file, the manifest last, and return it."""
    with snapshot():
        made = Manifest.new(now)
        for table in tables():
            _write(part, file_of(table), lines(table), made)
        _write(part, EVENTS, _event_lines(made), made)
    _write_bytes(part / manifests.NAME, [made.text().encode()])
    return made


def _event_lines(made: Manifest) -> Iterator[str]:
    """Yield the lines of the log's file; the last of each match becomes its head."""
    yield line(COLUMNS)
    for match_id, stored in every_event():
        made.heads[str(match_id)] = (stored.seq, stored.digest)
        yield line((match_id, *stored))


def _write(part: Path, name: str, texts: Iterable[str], made: Manifest) -> None:
    count, sum = -1, sha256()  # noqa: A001 - the first line is no row

    def counted() -> Iterator[bytes]:
        nonlocal count
        for text in texts:
            count += 1
            raw = text.encode()
            sum.update(raw)
            yield raw

    _write_bytes(part / name, counted())
    made.rows[name], made.sha256[name] = count, sum.hexdigest()


def _write_bytes(path: Path, parts: Iterable[bytes]) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(handle)
