"""Where a process keeps what took time to make, as long as it is asked for."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shelf(Generic[K, V]):
    """Keeps so many things; what was not asked for the longest makes room for a new one."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def find(self, key: K) -> V | None:
        """Return what is kept under a key."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: K, thing: V) -> V:
        """Keep a thing under a key, and return it."""
        with self._lock:
            self._kept[key] = thing
            while len(self._kept) > self._places:
                self._kept.popitem(last=False)
        return thing

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
