"""Databases beside the one of the tests: of a second server, empty; or the same, for threads."""

import atexit
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import environ
import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, connections

KINDS = ("sqlite", "postgresql")
HERE = os.environ.get("DATABASE_URL", "")
THERE = HERE if HERE.startswith("postgres") else "postgres://postgres@127.0.0.1/postgres"
# The tests' own database need not exist but for its copy.
POSTGRES = urlsplit(THERE)._replace(path="/postgres").geturl()


class Elsewhere:
    """A server with a database of its own; what is done there is done in a thread."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings

    def do(self, act: Callable[[], Any]) -> Any:
        """Return what `act` gives at that server, or raise what it raises."""
        done: list[Any] = []
        thread = threading.Thread(target=lambda: done.append(self._tried(act)))
        here = connections.settings["default"]
        connections.settings["default"] = {**here, **self.settings}
        try:
            thread.start()
            thread.join()
        finally:
            connections.settings["default"] = here
        answer, fault = done[0]
        if fault is not None:
            raise fault
        return answer

    @staticmethod
    def _tried(act: Callable[[], Any]) -> tuple[Any, BaseException | None]:
        try:
            return act(), None
        except BaseException as fault:  # noqa: BLE001 - raised again where it is waited for
            return None, fault
        finally:
            connections.close_all()


@contextmanager
def shared_with_threads(folder: Path) -> Iterator[None]:
    """Let threads begun here see the database as it is now: SQLite in memory knows one writer."""
    if connection.vendor != "sqlite":
        yield
        return
    settings = connections.settings["default"]
    name, settings["NAME"] = settings["NAME"], str(folder / "shared.sqlite3")
    copy = sqlite3.connect(settings["NAME"])
    connection.connection.backup(copy)
    # Who changes a file to this mode waits for nobody, and here many would open it at once.
    copy.execute("PRAGMA journal_mode=WAL")
    copy.close()
    try:
        yield
    finally:
        settings["NAME"] = name


@contextmanager
def empty_server(kind: str, folder: Path) -> Iterator[Elsewhere]:
    """Yield an empty server of that kind; skips where there is no PostgreSQL to be reached."""
    if kind == "sqlite":
        path = folder / f"{_new_name()}.sqlite3"
        path.write_bytes(_migrated_file())
        yield _on_file(path)
        return
    name = _new_name()
    _owner().execute(f"CREATE DATABASE {name} TEMPLATE {_migrated_database()}")
    try:
        yield _on_postgresql(name)
    finally:
        _owner().execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Elsewhere]:
    """Yield an empty server, of either kind."""
    with empty_server(request.param, tmp_path) as there:
        yield there


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Elsewhere]:
    """Yield an empty server, where its kind makes no difference."""
    with empty_server("sqlite", tmp_path) as there:
        yield there


@cache
def _migrated_file() -> bytes:
    """Return a database file in which every table is empty: migrating takes seconds."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        _on_file(path).do(_migrate)
        return path.read_bytes()


@cache
def _migrated_database() -> str:
    """Return the name of such a database of PostgreSQL, which is dropped in the end."""
    name = _new_name()
    _owner().execute(f"CREATE DATABASE {name}")
    atexit.register(lambda: _owner().execute(f"DROP DATABASE {name}"))
    _on_postgresql(name).do(_migrate)
    return name


@cache
def _owner() -> psycopg.Connection:
    """Return a connection that makes and drops databases, or skip the test."""
    try:
        return psycopg.connect(POSTGRES, autocommit=True, connect_timeout=2)
    except psycopg.OperationalError as fault:
        pytest.skip(f"PostgreSQL does not answer: {fault}")


def _on_file(path: Path) -> Elsewhere:
    options = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    engine = "django.db.backends.sqlite3"
    return Elsewhere({"ENGINE": engine, "NAME": str(path), "OPTIONS": options})


def _on_postgresql(name: str) -> Elsewhere:
    return Elsewhere({**environ.Env.db_url_config(POSTGRES), "NAME": name, "OPTIONS": {}})


def _migrate() -> None:
    call_command("migrate", verbosity=0, interactive=False)


def _new_name() -> str:
    return f"elsewhere_{uuid4().hex[:12]}"
