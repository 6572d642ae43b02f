"""Power cuts at random moments of a match: what was told is kept, and nothing is done by half."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.rehearsal.ground import Ground, new_ground
from tests.rehearsal.playing import Players
from tests.rehearsal.processes import Processes, running

VICTIMS = {"sqlite": ["web", "worker"], "postgresql": ["database", "web", "worker"]}
KILLS = 8


class Killer:
    """Kills and starts again, one victim after the other, each after a part of the moves."""

    def __init__(self, ground: Ground, processes: Processes, made: Callable[[], int]) -> None:
        self._ground = ground
        self._processes = processes
        self._made = made
        self._done = threading.Event()

    def run(self, victims: Sequence[str], moves: int, seed: str) -> None:
        """Kill each victim at a moment that the seed says."""
        chance = random.Random(seed)
        share = moves / (len(victims) + 1)
        for number, victim in enumerate(victims, start=1):
            while self._made() < share * number and not self._done.is_set():
                time.sleep(0.005)
            time.sleep(chance.random() * 0.2)
            self._kill(victim, chance.random() * 0.5)

    def stop(self) -> None:
        """Wait for no more moves."""
        self._done.set()

    def _kill(self, victim: str, pause: float) -> None:
        if victim == "database":
            self._ground.cluster.stop()
            time.sleep(0.2 + pause)
            self._ground.cluster.start()
            return
        self._processes.kill(victim)
        time.sleep(pause)
        self._processes.start(victim)


def play_through_kills(ground: Ground, victims: Sequence[str], tables: int, moves: int) -> None:
    """Play so many moves at some tables through all the kills, and judge what is left."""
    laid = [ground.run("lay", 3, 1, 7) for _ in range(tables)]
    names = ["web", "worker", "beat"] if tables > 1 else sorted({"web", *victims} - {"database"})
    with running(ground, names) as processes, ThreadPoolExecutor() as pool:
        groups = [Players(ground, processes.url, table, table["slug"]) for table in laid]
        killer = Killer(ground, processes, lambda: sum(len(group.made) for group in groups))
        killing = pool.submit(killer.run, victims, moves, str(victims))
        playing = [pool.submit(group.play, moves // tables) for group in groups]
        try:
            for one in playing:
                one.result()
        finally:
            killer.stop()
            killing.result()
        if "beat" in names:
            wait_until_all_are_told(ground)
    statuses = sum((group.statuses for group in groups), Counter[int]())
    assert set(statuses) <= {200, 409, 503}, statuses
    assert sum(len(group.made) for group in groups) >= moves // tables * tables
    if "database" in victims:
        assert statuses[503], "nobody met the database while it was down"
    judged = ground.run("judge")
    for group in groups:
        hold(judged[group.slug], group)


def wait_until_all_are_told(ground: Ground) -> None:
    """See that a worker that has lost its database and its bells finds who was told nothing."""
    until = time.monotonic() + 150  # beat has it look every minute
    while ground.run("untold"):
        assert time.monotonic() < until, "somebody is not told"
        time.sleep(1)


def hold(judged: Any, players: Players) -> None:
    """Hold what is stored against what the players know."""
    assert judged["check"].startswith("ok"), judged["check"]
    assert not judged["gaps"]
    assert judged["rebuilt"]
    assert not judged["half_done"]
    assert not judged["untold"]
    stored = Counter(
        (number, data["seat"], data.get("tile") or "", data.get("on") or "")
        for cause, number, data in judged["moves"]
        if cause == "player"
    )
    assert players.made <= set(stored), "a move that was told as made is lost"
    assert set(stored) <= players.tried, "a move was made that nobody asked for"
    assert not [move for move, times in stored.items() if move[2] and times > 1]


@pytest.mark.parametrize("kind", VICTIMS)
def test_kills_at_random_moments_lose_nothing(tmp_path: Path, kind: str) -> None:
    with new_ground(tmp_path, kind) as ground:
        play_through_kills(ground, VICTIMS[kind][:2], tables=1, moves=20)


@pytest.mark.proof
@pytest.mark.parametrize("kind", VICTIMS)
def test_kills_through_500_moves_lose_nothing(tmp_path: Path, kind: str) -> None:
    with new_ground(tmp_path, kind) as ground:
        play_through_kills(ground, VICTIMS[kind] * KILLS, tables=4, moves=500)
