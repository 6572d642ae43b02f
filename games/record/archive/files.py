"""Files that are there whole or not at all, for their owner's eyes alone."""

import os
from collections.abc import Iterable
from pathlib import Path

PART = ".part"


def write(path: Path, texts: Iterable[str]) -> None:
    """Write a file under another name, and give it its own when all of it is on the disk."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    part = path.with_name(path.name + PART)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.writelines(text.encode() for text in texts)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
