"""A database and a folder of a test's own, and what runs there in processes of their own."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from tests.rehearsal.cluster import Cluster, own_cluster
from tests.rehearsal.servers import ROOT

SETTINGS = "chickenfoot.settings"


class Ground:
    """Where processes meet: the environment that they share."""

    def __init__(self, folder: Path, cluster: Cluster | None, **environment: str) -> None:
        self.cluster = cluster
        self.file = folder / "chickenfoot.sqlite3"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "CHICKENFOOT_VAR": str(folder),
            "CHICKENFOOT_LOG": "CRITICAL",
            "DATABASE_URL": cluster.url if cluster else f"sqlite:///{self.file}",
            **environment,
        }
        self._inside: subprocess.Popen[str] | None = None
        self._asking = threading.Lock()

    def run(self, command: str, *arguments: Any) -> Any:
        """Return what a command of `tests.rehearsal.inside` gives, run in a process of its own."""
        with self._asking:
            return self._run(command, *arguments)

    def _run(self, command: str, *arguments: Any) -> Any:
        if self._inside is None:
            self._inside = subprocess.Popen(
                [sys.executable, "-m", "tests.rehearsal.inside"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._inside.stdin is not None
        assert self._inside.stdout is not None
        self._inside.stdin.write(json.dumps([command, *arguments]) + "\n")
        self._inside.stdin.flush()
        answer = self._inside.stdout.readline()
        assert answer, f"{command} has failed: see what it wrote"
        return json.loads(answer)

    def close(self) -> None:
        """End what was begun."""
        if self._inside is not None:
            self._inside.communicate()


@contextmanager
def new_ground(folder: Path, kind: str, **environment: str) -> Iterator[Ground]:
    """Make a database of a kind, with all its tables."""
    with own_cluster() if kind == "postgresql" else nullcontext() as cluster:
        ground = Ground(folder, cluster, **environment)
        try:
            ground.run("migrate")
            yield ground
        finally:
            ground.close()
