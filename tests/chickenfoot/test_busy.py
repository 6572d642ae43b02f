"""A database that is busy, restarts or is gone: a page that says so, and nothing is lost."""

import sqlite3
from typing import Any

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from accounts.busy import is_busy
from games import queries


def raised(fault: Exception, cause: Exception) -> Exception:
    """Return a fault as Django raises it."""
    fault.__cause__ = cause
    return fault


def of_sqlite(code: int) -> Exception:
    cause = sqlite3.OperationalError("of SQLite")
    cause.sqlite_errorcode = code
    return raised(OperationalError(), cause)


PASSING = [
    of_sqlite(sqlite3.SQLITE_BUSY),
    of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT),
    of_sqlite(sqlite3.SQLITE_FULL),
    raised(OperationalError(), psycopg.errors.LockNotAvailable()),
    raised(OperationalError(), psycopg.errors.QueryCanceled()),
    raised(OperationalError(), psycopg.errors.AdminShutdown()),
    raised(OperationalError(), psycopg.OperationalError("connection refused")),
    raised(InterfaceError(), psycopg.InterfaceError("the connection is closed")),
]


@pytest.mark.parametrize("fault", PASSING, ids=lambda fault: type(fault.__cause__).__name__)
@pytest.mark.parametrize(
    "path", ["/m/nothing_is_at_this_one/join/", "/api/matches/a-match/rounds/1/moves/"]
)
def test_a_fault_that_passes_is_a_503_with_a_time(
    db: None, monkeypatch: pytest.MonkeyPatch, fault: Exception, path: str
) -> None:
    def fail(*_: Any) -> None:
        raise fault

    monkeypatch.setattr(queries, "match_by_slug", fail)
    answer = Client(raise_request_exception=False).post(path)
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "no-store" in answer["Cache-Control"]
    text = answer.content.decode()
    assert "however often it is sent" in text
    assert "of SQLite" not in text


def test_a_page_that_was_only_looked_at_offers_to_try_again(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise PASSING[0]

    monkeypatch.setattr(queries, "match_by_slug", fail)
    answer = Client(raise_request_exception=False).get("/m/nothing_is_at_this_one/")
    assert (answer.status_code, "Try again" in answer.content.decode()) == (503, True)


def test_a_fault_before_any_view_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise PASSING[-2]

    monkeypatch.setattr("accounts.middleware.browser_time_zone", refuse)
    client = Client(raise_request_exception=False)
    assert client.get("/rules/").status_code == 503
    answer = client.get("/api/matches/x/")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


def test_a_bug_of_ours_is_none(db: None) -> None:
    with pytest.raises(Exception, match="no_such") as raised, connection.cursor() as cursor:
        cursor.execute("SELECT no_such_column")
    assert not is_busy(raised.value)
    assert not is_busy(ValueError("locked"))
