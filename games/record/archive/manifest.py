"""The manifest of a directory of matches: for each its head, how it stands, and its files."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from .faults import ArchiveFault
from .files import write

NAME: Final = "manifest.json"
FORMAT: Final = "chickenfoot-matches"


@dataclass(frozen=True)
class Entry:
    """A match: its last seq and digest, its state, and the files of its record and its table."""

    seq: int
    head: str
    state: str
    record: str
    table: str
    table_sha256: str
    stands_still: bool
    """Whether its log was found to be wrong: it is kept as it is, and not imported."""


def read(directory: Path) -> dict[str, Entry]:
    """Return the entries by the addresses of their matches.

    Raises `ArchiveFault` for a manifest that is none, and FileNotFoundError where there is none.
    """
    path = directory / NAME
    try:
        found = json.loads(path.read_bytes())
        if not isinstance(found, Mapping) or (found["format"], found["version"]) != (FORMAT, 1):
            raise ArchiveFault(f"{path} is no manifest of a directory of matches.")
        return {slug: _entry(directory, fields) for slug, fields in found["matches"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise ArchiveFault(f"{path} is no manifest of a directory of matches.") from fault


def save(directory: Path, entries: Mapping[str, Entry]) -> None:
    """Write the manifest; what it says is true from then on, and not before."""
    matches = {slug: asdict(entry) for slug, entry in sorted(entries.items())}
    text = json.dumps({"format": FORMAT, "version": 1, "matches": matches}, indent=1)
    write(directory / NAME, [f"{text}\n"])


def _entry(directory: Path, fields: Mapping[str, Any]) -> Entry:
    entry = Entry(**fields)
    for name in (entry.record, entry.table):
        if not (directory / name).resolve().is_relative_to(directory.resolve()):
            raise ValueError(name)
    return entry
