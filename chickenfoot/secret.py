"""The secret key of the embedded default: made once, kept in a file that only its owner reads."""

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def kept_secret(path: Path) -> str:
    """Return the key kept at `path`; the first caller makes it, also when several start at once."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    key = get_random_secret_key()
    with os.fdopen(handle, "w") as file:
        file.write(key)
    return key
