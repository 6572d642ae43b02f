"""Several clients of one database at once, each a process with a connection of its own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection

from django.db import connection

from tests.bench.measuring import Work

Making = Callable[[], Work]
"""Makes a client's work, in the client's process."""


@contextmanager
def at_once(makings: Sequence[Making]) -> Iterator[Work]:
    """Give a work that lets a client for each of `makings` do its work, all at the same time."""
    connection.close()
    processes = get_context("fork")
    with ExitStack() as stack:
        ends: list[Connection] = []
        for making in makings:
            ours, theirs = processes.Pipe()
            client = processes.Process(target=_serve, args=(making, theirs), daemon=True)
            client.start()
            stack.callback(client.join)
            stack.callback(ours.send, False)
            ends.append(ours)

        def work() -> int:
            for end in ends:
                end.send(True)
            return sum(end.recv() for end in ends)

        yield work


def _serve(making: Making, asked: Connection) -> None:
    work = making()
    while asked.recv():
        asked.send(work())
    connection.close()
