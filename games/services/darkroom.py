"""Where films are made and kept: on disk, one at a time on a machine, and not without pause.

Making one takes about a second of a core. However many are asked for, by however many processes of
a machine, they take at most a quarter of one core, and what was made is made no second time.
"""

import fcntl
import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, Final

from django.conf import settings

from games.drawing import Films

REST: Final = 3
"""How much longer than the last film took has to pass before the next is begun."""
LONGEST_REST: Final = 60.0
KEPT_BYTES: Final = 200_000_000
"""How much the films on disk may take together; the oldest go."""
KEPT_SECONDS: Final = 30 * 24 * 3600
"""How long a film is kept: it shows names as they were."""
_WAIT = 5


class Busy(Exception):
    """Another film is being made, or one was just now; `wait` is in seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def kept(mark: str, form: str) -> BinaryIO | None:
    """Return the film of this mark, to be read, if it has been made."""
    try:
        return (_room() / f"{mark}.{form}").open("rb")
    except FileNotFoundError:
        return None


def make(mark: str, drawn: Callable[[], Films]) -> None:
    """Make a film in all its forms and keep it; raises `Busy`."""
    with _alone() as clock:
        began = time.monotonic()
        for form, film in drawn()._asdict().items():
            _keep(_room() / f"{mark}.{form}", film)
        took = time.monotonic() - began
        _tidy()
        clock.seek(0)
        clock.truncate()
        clock.write(str(time.time() + min(LONGEST_REST, REST * took)))


def empty() -> None:
    """Forget all films, as when somebody goes whose name may be in them."""
    for entry in _films():
        Path(entry.path).unlink(missing_ok=True)


def _room() -> Path:
    room = Path(settings.VAR_DIR) / "films"
    room.mkdir(parents=True, exist_ok=True)
    return room


@contextmanager
def _alone() -> Iterator[IO[str]]:
    """Hold the one place there is for making films; the lock of a process that dies goes with it.

    The file says when the next may be begun.
    """
    with (_room() / "clock").open("a+") as clock:
        try:
            fcntl.flock(clock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(_WAIT) from None
        clock.seek(0)
        wait = _until(clock.read()) - time.time()
        # A clock that was put back must not stop films for longer than a rest can last.
        if 0 < wait <= LONGEST_REST:
            raise Busy(math.ceil(wait))
        yield clock


def _until(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        return 0.0


def _keep(path: Path, film: bytes) -> None:
    """Write a film so that nobody reads half of it."""
    part = path.with_suffix(".part")
    part.write_bytes(film)
    part.replace(path)


def _tidy() -> None:
    """Remove old films, the oldest if there is no room for all, and parts left by a crash."""
    room, too_old = 0, time.time() - KEPT_SECONDS
    for entry in sorted(_films(), key=lambda entry: entry.stat().st_mtime, reverse=True):
        about = entry.stat()
        room += about.st_size
        if room > KEPT_BYTES or about.st_mtime < too_old or entry.name.endswith(".part"):
            Path(entry.path).unlink(missing_ok=True)


def _films() -> list[os.DirEntry[str]]:
    return [entry for entry in os.scandir(_room()) if entry.name != "clock"]
