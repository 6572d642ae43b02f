"""What SQLite carries at a human pace: several writers, each with a breath between two moves."""

import statistics
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final

from django.db import connection
from django.utils import timezone

from games import services
from games.tables import Match, Seat
from tests.bench.matches import ROUNDS, Move

WRITERS: Final = 4
MOVES_A_SECOND: Final = 40
SECONDS: Final = 15


def say(copies: list[Match], moves: list[Move]) -> None:
    """Let writers play moves at a pace, and print how long one took."""
    connection.close()
    processes = get_context("fork")
    share = len(copies) // WRITERS
    ends: list[Connection] = []
    for number in range(WRITERS):
        ours, theirs = processes.Pipe()
        mine = copies[number * share : (number + 1) * share]
        processes.Process(target=_write, args=(mine, moves, theirs), daemon=True).start()
        ends.append(ours)
    taken = sorted(seconds for end in ends for seconds in end.recv())
    median, late = statistics.median(taken), taken[int(len(taken) * 0.99)]
    print(f"\n{WRITERS} writers, together {MOVES_A_SECOND} moves a second ({connection.vendor})")
    print(f"  {len(taken)} moves: median {median * 1000:.1f} ms, 99 of 100 in {late * 1000:.1f} ms")


def needed(moves: list[Move]) -> int:
    """Return how many copies of a match the writers use up."""
    return WRITERS * -(-MOVES_A_SECOND * SECONDS // WRITERS // len(moves))


def _write(copies: list[Match], moves: list[Move], told: Connection) -> None:
    taken: list[float] = []
    began = time.perf_counter()
    for match in copies:
        seats = {seat.number: seat for seat in Seat.objects.filter(match=match)}
        for seat, command, seq in moves:
            due = began + len(taken) * WRITERS / MOVES_A_SECOND
            time.sleep(max(0.0, due - time.perf_counter()))
            start = time.perf_counter()
            services.play(seats[seat], ROUNDS, command, seq, now=timezone.now())
            taken.append(time.perf_counter() - start)
    told.send(taken)
