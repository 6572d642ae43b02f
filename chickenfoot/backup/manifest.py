"""What a backup says of itself: when and by which version it was made, its files, its heads."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Self

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.crypto import salted_hmac

from chickenfoot.backup.faults import BackupFault

NAME: Final = "manifest.json"
FORMAT: Final = "chickenfoot-backup"
VERSION: Final = 1


@dataclass
class Manifest:
    """The manifest of a backup."""

    made_at: str
    migrations: list[str]
    secret_key: str
    """A fingerprint, to tell whether links that were mailed open anything on another server."""
    rows: dict[str, int] = field(default_factory=dict)
    """How many rows each file has."""
    sha256: dict[str, str] = field(default_factory=dict)
    """What each file's bytes hash to."""
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The last seq and digest of each match, by its number."""
    format: str = FORMAT
    version: int = VERSION

    @classmethod
    def new(cls, now: datetime) -> Self:
        """Return the manifest of a backup of this server that is about to be made."""
        return cls(now.isoformat(), migrations(), fingerprint())

    @classmethod
    def read(cls, directory: Path) -> Self:
        """Return a backup's manifest; raises `BackupFault` where there is none."""
        try:
            found = json.loads((directory / NAME).read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            raise BackupFault(f"{directory / NAME} cannot be read: this is no backup.") from None
        if not _is_manifest(found):
            raise BackupFault(f"{directory / NAME} is no manifest of a version 1 backup.")
        found["heads"] = {number: tuple(head) for number, head in found["heads"].items()}
        return cls(**found)

    @property
    def moment(self) -> datetime:
        """When the backup was made."""
        return datetime.fromisoformat(self.made_at)

    def text(self) -> str:
        """Return the manifest as it is written."""
        return json.dumps(asdict(self), indent=1) + "\n"


def _is_manifest(found: Any) -> bool:
    names = set(Manifest.__dataclass_fields__)
    if not isinstance(found, Mapping) or set(found) != names:
        return False
    if (found["format"], found["version"]) != (FORMAT, VERSION):
        return False
    kept = (found["rows"], found["sha256"], found["heads"])
    if not all(isinstance(part, Mapping) for part in kept) or set(kept[0]) != set(kept[1]):
        return False
    return _is_moment(found["made_at"]) and _are(str, found["migrations"]) and _are(list, kept[2])


def _is_moment(text: Any) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except (ValueError, TypeError):
        return False


def _are(kind: type, found: Any) -> bool:
    """Say whether these are a list or a mapping of values of this kind."""
    values = found.values() if isinstance(found, Mapping) else found
    return isinstance(found, list | Mapping) and all(isinstance(value, kind) for value in values)


def migrations() -> list[str]:
    """Return the migrations that this database has had, sorted."""
    return sorted(".".join(key) for key in MigrationRecorder(connection).applied_migrations())


def fingerprint() -> str:
    """Return what tells this server's secret key from others, and nothing of the key."""
    return salted_hmac("chickenfoot.backup", "secret key", algorithm="sha256").hexdigest()
