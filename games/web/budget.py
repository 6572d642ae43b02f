"""How much of a process's time may go into what anybody can ask for, however often it is asked."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from games.services.darkroom import Busy


class Budget:
    """Seconds of work: `reserve` of them at once, and then a `share` of the time that passes."""

    def __init__(self, *, reserve: float, share: float) -> None:
        self._reserve = reserve
        self._share = share
        self._left = reserve
        self._counted_at = time.monotonic()
        self._lock = Lock()

    @contextmanager
    def spend(self) -> Iterator[None]:
        """Take the time of what is done within off the budget, one at a time; raises `Busy`."""
        with self._lock:
            began = time.monotonic()
            earned = (began - self._counted_at) * self._share
            self._left = min(self._reserve, self._left + earned)
            self._counted_at = began
            if self._left <= 0:
                raise Busy(max(1, math.ceil(-self._left / self._share)))
            try:
                yield
            finally:
                self._left -= time.monotonic() - began
