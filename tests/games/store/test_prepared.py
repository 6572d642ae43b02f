"""What PostgreSQL is asked often, it plans once a connection."""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.store import prepared, run

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="PostgreSQL's statements"),
]


@pytest.fixture(autouse=True)
def _fresh_connection() -> Iterator[None]:
    connection.close()
    yield
    connection.close()


def asked(sql: str, times: int) -> list[str]:
    """Ask the same so many times, with values of its own each time; returns what was sent."""
    with CaptureQueriesContext(connection) as sent:
        for number in range(times):
            assert run([(sql, [number, f"'{number}"])]) == [[(number, f"'{number}")]]
    return [query["sql"] for query in sent]


def test_a_statement_that_comes_often_is_prepared_once_and_answers_alike() -> None:
    sent = asked("SELECT %s::int, %s::text", prepared.OFTEN + 3)
    assert [text.startswith("PREPARE") for text in sent].count(True) == 1
    assert [text.startswith("EXECUTE") for text in sent].count(True) == 3
    assert not any("EXECUTE" in text for text in sent[: prepared.OFTEN])


def test_a_new_connection_prepares_its_own() -> None:
    asked("SELECT %s::int, %s::text", prepared.OFTEN + 1)
    connection.close()
    sent = asked("SELECT %s::int, %s::text", prepared.OFTEN + 1)
    assert sent[-1].startswith("EXECUTE")


def test_nothing_is_prepared_behind_a_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    assert not any("PREPARE" in text for text in asked("SELECT %s::int, %s::text", 9))


def test_a_connection_keeps_no_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "MOST", 1)
    for sql in ("SELECT %s::int, %s::text", "SELECT %s::int AS one, %s::text"):
        asked(sql, prepared.OFTEN + 2)
    assert run(
        [("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE %s", ["chick%"])]
    ) == [[(1,)]]


def test_a_transaction_that_is_rolled_back_leaves_them_usable() -> None:
    asked("SELECT %s::int, %s::text", prepared.OFTEN)
    with transaction.atomic():
        asked("SELECT %s::int, %s::text", 1)
        transaction.set_rollback(True)
    assert asked("SELECT %s::int, %s::text", 1)[0].startswith("EXECUTE")
