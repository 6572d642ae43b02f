"""An environment with programs of others, and a process for each that works when asked."""

import os
import shutil
import subprocess
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.bench.measuring import Work

ROOT: Final = Path(__file__).parents[2]
LOCK: Final = ROOT / "requirements" / "bench.txt"
HOME: Final = ROOT / ".venv" / "bench-peers"
PYTHON: Final = HOME / "bin" / "python"


@contextmanager
def playing(name: str, times: int, settings: Mapping[str, str] | None = None) -> Iterator[Work]:
    """Give a work that lets this peer play so many games in an interpreter of its own.

    `settings` join its environment.
    """
    _install()
    command: list[str | Path] = [PYTHON, Path(__file__).with_name("peers.py"), name]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **(settings or {})},
    ) as peer:
        assert peer.stdin is not None
        assert peer.stdout is not None
        asked, answers = peer.stdin, peer.stdout

        def work() -> int:
            print(times, file=asked, flush=True)
            return int(answers.readline())

        yield work
        asked.close()


def _install() -> None:
    """Make the environment, again only when its lock has changed."""
    made = HOME / LOCK.name
    if made.exists() and made.read_bytes() == LOCK.read_bytes():
        return
    print(f"Installing the peers into {HOME.relative_to(ROOT)} (a minute, once).")
    venv.create(HOME, clear=True, with_pip=True)
    subprocess.run(
        [PYTHON, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", LOCK], check=True
    )
    shutil.copy(LOCK, made)
