"""The log: the only code that writes or reads stored events."""

from games.store.log import (
    EMPTY,
    Stored,
    Tail,
    append,
    append_stored,
    every_event,
    heads,
    insertion,
    load_all,
    load_round,
    load_tail,
    numbered,
    round_asked,
    round_found,
    sealed,
    tail_of,
    taken_back,
)
from games.store.snapshot import snapshot
from games.store.trips import Statement, run

__all__ = [
    "EMPTY",
    "Statement",
    "Stored",
    "Tail",
    "append",
    "append_stored",
    "every_event",
    "heads",
    "insertion",
    "load_all",
    "load_round",
    "load_tail",
    "numbered",
    "round_asked",
    "round_found",
    "run",
    "sealed",
    "snapshot",
    "tail_of",
    "taken_back",
]
