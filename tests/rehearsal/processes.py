"""Web, worker and beat on a ground, each to be killed and started again on its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import httpx

from chickenfoot.management.commands.serve import PROCESSES
from tests.rehearsal.ground import Ground
from tests.rehearsal.servers import PATIENCE, ROOT, free_port


class Processes:
    """The processes of a site, each with its children in a group of its own."""

    def __init__(self, ground: Ground) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = ground.environment | {
            "PORT": str(self.port),
            "CHICKENFOOT_SITE_URL": self.url,
            "CHICKENFOOT_TURN_MAIL_DELAY": "0",
            "CHICKENFOOT_DRAIN_SECONDS": "0.5",
        }
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        """Start a process."""
        arguments = PROCESSES[name].format(port=self.port)
        self._running[name] = subprocess.Popen(
            ["/bin/sh", "-c", f"exec {sys.executable} {arguments}"],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self, name: str) -> None:
        """End a process and its children as a power cut does: nobody gets to finish anything."""
        process = self._running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)

    def kill_all(self) -> None:
        """End what runs."""
        for name in list(self._running):
            self.kill(name)

    def wait(self) -> None:
        """Wait until the web answers."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/rules/", trust_env=False).is_success:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError("the web does not start")


@contextmanager
def running(ground: Ground, names: Iterable[str] = PROCESSES) -> Iterator[Processes]:
    """Start them and wait for the web; kill them at the end."""
    processes = Processes(ground)
    try:
        for name in names:
            processes.start(name)
        processes.wait()
        yield processes
    finally:
        processes.kill_all()
