"""Writes all matches that have begun into a directory, or what has changed since the last time.

No file is ever changed: a new state has files of new names, and the manifest, put in place last,
names what belongs together. So a run may be cut off anywhere, and the next one finds its way.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

from games.record.export import export_match
from games.store import heads, snapshot
from games.tables import Match

from . import manifest
from .beside import text_of, with_all
from .faults import ArchiveFault
from .files import write
from .manifest import Entry

AT_ONCE: Final = 100
RECORDS: Final = "records"
TABLES: Final = "tables"


@dataclass(frozen=True)
class Exported:
    """How many matches a directory holds now, and of how many something was written."""

    matches: int
    written: int


def export_all(directory: Path) -> Exported:
    """Bring a directory up to date with this server; raises `ArchiveFault` and OSError.

    Tables that wait for players have no record yet, and are left out.
    """
    before = _entries(directory)
    known = set(Match.objects.filter(head__gt=0).values_list("slug", flat=True))
    if strange := set(before) - known:
        raise ArchiveFault(f"{directory} holds {min(strange)}, a match of another server.")
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    entries: dict[str, Entry] = {}
    for match_ids in _some_at_a_time():
        entries |= _export(directory, match_ids, before)
    if entries != before or not (directory / manifest.NAME).exists():
        manifest.save(directory, entries)
    _sweep(directory, entries)
    changed = [slug for slug, entry in entries.items() if before.get(slug) != entry]
    return Exported(len(entries), len(changed))


def _entries(directory: Path) -> dict[str, Entry]:
    try:
        return manifest.read(directory)
    except FileNotFoundError:
        return {}


def _some_at_a_time() -> Iterator[dict[int, tuple[int, str]]]:
    """Yield matches by their numbers, each with the end of its log as it is now."""
    found = ((match_id, (seq, digest)) for match_id, seq, digest in heads())
    while some := dict(islice(found, AT_ONCE)):
        yield some


def _export(
    directory: Path, ends: Mapping[int, tuple[int, str]], before: Mapping[str, Entry]
) -> dict[str, Entry]:
    """Write what has changed of some matches, as of one moment, and return all their entries."""
    entries = {}
    with snapshot():
        for match in with_all(Match.objects.filter(pk__in=ends)).order_by("pk"):
            entry = before.get(match.slug)
            if entry is None or not _is_there(directory, entry, match, ends[match.pk]):
                entry = _export_record(directory, match)
            entries[match.slug] = _export_table(directory, match, entry)
    return entries


def _is_there(directory: Path, entry: Entry, match: Match, end: tuple[int, str]) -> bool:
    same = (entry.seq, entry.head) == end and match.head == entry.seq
    return same and (directory / entry.record).exists()


def _export_record(directory: Path, match: Match) -> Entry:
    """Write a match's record; the entry that is returned names no table yet."""
    last = ""

    def lines() -> Iterator[str]:
        nonlocal last
        for line in export_match(match):
            last = line
            yield line

    passing = directory / RECORDS / match.slug
    write(passing, lines())
    end = json.loads(last)
    name = f"{RECORDS}/{match.slug}-{end['seq']}-{end['digest'][:8]}.jsonl"
    passing.replace(directory / name)
    return Entry(end["seq"], end["digest"], match.state, name, "", "", bool(match.fault))


def _export_table(directory: Path, match: Match, entry: Entry) -> Entry:
    text = text_of(match)
    hashed = sha256(text.encode()).hexdigest()
    name = f"{TABLES}/{match.slug}-{hashed[:8]}.json"
    if not (directory / name).exists():
        write(directory / name, [text])
    return replace(
        entry,
        state=match.state,
        table=name,
        table_sha256=hashed,
        stands_still=bool(match.fault),
    )


def _sweep(directory: Path, entries: Mapping[str, Entry]) -> None:
    """Remove what the manifest names no more, and what a run that was cut off has left."""
    named = {name for entry in entries.values() for name in (entry.record, entry.table)}
    for folder in (RECORDS, TABLES):
        for path in (directory / folder).glob("*"):
            if f"{folder}/{path.name}" not in named:
                path.unlink()
