"""Work on many matches, shared out among processes."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import Final, TypeVar

import django

from games.tables import Match

T = TypeVar("T")
R = TypeVar("R")
BATCH: Final = 20
"""Matches to a batch: well under a second of work, so that a progress bar moves."""
AHEAD: Final = 2
"""Batches that wait for each process, so that none is idle and memory is bounded."""


def batches(items: Iterable[T]) -> Iterator[list[T]]:
    """Yield what stands for matches in lists of a batch's size."""
    rest = iter(items)
    while batch := list(islice(rest, BATCH)):
        yield batch


def every_match() -> Iterator[int]:
    """Yield the numbers of all matches, the oldest first, some hundred a query."""
    last = 0
    while found := list(
        Match.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:500]
    ):
        yield from found
        last = found[-1]


def share_out(work: Callable[[list[T]], list[R]], matches: Iterable[T], jobs: int) -> Iterator[R]:
    """Yield what `work` returns for the matches, done by so many processes; one is this one."""
    if jobs == 1:
        yield from chain.from_iterable(map(work, batches(matches)))
        return
    # A forked process would share this one's connections.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=django.setup) as pool:
        waiting: deque[Future[list[R]]] = deque()
        for batch in batches(matches):
            waiting.append(pool.submit(work, batch))
            if len(waiting) > AHEAD * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
