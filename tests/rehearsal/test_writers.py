"""Many writers at one match, from several processes, on both databases: order and one winner."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.rehearsal.ground import Ground, new_ground

KINDS = ["sqlite", "postgresql"]
PATIENCE = 9


@pytest.fixture(scope="module", params=KINDS)
def ground(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a ground for all tests of a database: to make one takes seconds."""
    folder = tmp_path_factory.mktemp("ground")
    with new_ground(folder, request.param, CHICKENFOOT_WAIT_SECONDS="2") as made:
        yield made


def hold(ground: Ground, table: Any, answers: Any) -> None:
    """Hold the log against what the players were told."""
    told = Counter((status, code) for status, code, *_ in answers)
    made = sum(status == 200 and not again for status, _code, again, *_ in answers)
    judged = ground.run("judge")[table["slug"]]
    assert set(told) <= {(200, None), (409, "stale"), (409, "match_not_running")}, told
    assert judged["check"].startswith("ok"), judged["check"]
    assert not judged["gaps"]
    assert judged["rebuilt"]
    assert not judged["half_done"]
    assert [cause for cause, _round, _data in judged["moves"]].count("player") == made > 0
    assert told[409, "stale"], "nobody met anybody"


def test_every_move_of_eight_writers_is_once_in_the_log_or_stale(ground: Ground) -> None:
    table = ground.run("lay", 4, 0, 2)
    hold(ground, table, ground.run("write", table, 2, 4, 3, PATIENCE))


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
def test_every_move_of_64_writers_is_once_in_the_log_or_stale(tmp_path: Path, kind: str) -> None:
    with new_ground(tmp_path, kind) as ground:
        table = ground.run("lay", 8, 0, 4)
        answers = ground.run("write", table, 8, 8, 8, PATIENCE)
        hold(ground, table, answers)
    # SQLite lets whoever comes first write next, so of 64 that never pause a few starve.
    if kind == "postgresql":
        assert not any(busy for *_, busy, _retry in answers)


def test_who_waits_too_long_is_told_to_come_again(ground: Ground) -> None:
    table = ground.run("lay", 2, 0, 1)
    with locked(ground):
        ((status, code, _again, _busy, retry),) = ground.run("write", table, 1, 1, 1, 0)
    assert (status, code, retry) == (503, "busy", "10")
    ((status, *_),) = ground.run("write", table, 1, 1, 1, 0)
    assert status == 200


@contextmanager
def locked(ground: Ground) -> Iterator[None]:
    """Hold what every writer of a match needs."""
    if ground.cluster is None:
        with closing(sqlite3.connect(ground.file, isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            yield
        return
    with psycopg.connect(ground.cluster.url) as holder:
        holder.execute("SELECT id FROM games_match FOR UPDATE")
        yield
