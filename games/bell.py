"""The bell: asks the worker to look, and never keeps a request waiting.

What is due lies in tables, so a bell that is lost costs seconds. A broker that is down makes its
client try for long, so bells are rung by a thread of their own; one that already hangs there, for
the same task and the same match, is not hung twice.
"""

import queue
import threading
from typing import Any, Final

import structlog
from kombu.exceptions import OperationalError

log = structlog.get_logger()

GOOD_FOR: Final = 60
_MOST: Final = 1000

Bell = tuple[Any, tuple[int, ...]]


class Ringer:
    """Rings one bell after the other in a daemon thread that starts with the first one."""

    def __init__(self) -> None:
        self._bells: queue.Queue[Bell] = queue.Queue(_MOST)
        self._hanging: set[tuple[str, tuple[int, ...]]] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ring(self, task: Any, *args: int) -> None:
        """Queue a task soon, from outside the caller's thread; what cannot hang is forgotten."""
        with self._lock:
            if (task.name, args) in self._hanging or self._bells.full():
                return
            self._hanging.add((task.name, args))
            self._bells.put_nowait((task, args))
            if self._thread is None or not self._thread.is_alive():  # a fork brings no threads
                self._thread = threading.Thread(target=self._run, name="bell", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            task, args = self._bells.get()
            with self._lock:
                self._hanging.discard((task.name, args))
            try:
                task.apply_async(args, retry=False, ignore_result=True, expires=GOOD_FOR)
            except (OperationalError, OSError) as fault:
                log.warning("bell_is_mute", task=task.name, reason=str(fault))


ring = Ringer().ring
