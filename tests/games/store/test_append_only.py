"""The database itself refuses to change or remove an event, or to leave a gap."""

# ruff: noqa: S608 - the statements are these tests' own

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models.deletion import ProtectedError

from games import store
from games.store.models import StoredEvent
from games.tables import Match
from tests.factories import make_match

pytestmark = pytest.mark.django_db

COLUMNS = "match_id, seq, round, type, cause, at, data, digest"


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0)


@pytest.fixture
def log(match: Match) -> list[store.Stored]:
    return list(store.load_all(match.pk))


def refused(match: Match, attempt: Callable[[], object]) -> bool:
    """Whether the database refuses, and nothing has changed."""
    before = list(store.load_all(match.pk))
    with pytest.raises(IntegrityError), transaction.atomic():
        attempt()
    return list(store.load_all(match.pk)) == before


def run(sql: str, *params: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


@pytest.mark.parametrize(
    "change", ["cause = 'admin'", "data = '{}'", "digest = digest", "seq = seq + 1000"]
)
def test_an_event_is_not_updated(match: Match, change: str) -> None:
    sql = f"UPDATE games_event SET {change} WHERE match_id = %s AND seq = 1"
    assert refused(match, lambda: run(sql, match.pk))


@pytest.mark.parametrize("where", ["match_id = %s", "match_id = %s AND seq = 1"])
def test_an_event_is_not_deleted(match: Match, where: str) -> None:
    assert refused(match, lambda: run(f"DELETE FROM games_event WHERE {where}", match.pk))


def test_all_events_are_not_deleted_at_once(match: Match) -> None:
    assert refused(match, lambda: run("DELETE FROM games_event"))


def test_events_are_not_truncated(match: Match) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no TRUNCATE")
    run("SET CONSTRAINTS ALL IMMEDIATE")
    assert refused(match, lambda: run("TRUNCATE games_event"))
    assert refused(match, lambda: run("TRUNCATE games_match CASCADE"))


def test_the_orm_changes_nothing_either(match: Match) -> None:
    events = StoredEvent.objects.filter(match=match)
    assert refused(match, lambda: events.update(cause="admin"))
    assert refused(match, lambda: StoredEvent.objects.bulk_update(events, ["cause"]))
    assert refused(match, events.delete)
    assert refused(match, events[0].delete)


def test_a_match_with_events_is_not_deleted(match: Match) -> None:
    with pytest.raises(ProtectedError):
        match.delete()

    def delete() -> None:
        run("DELETE FROM games_match WHERE id = %s", match.pk)
        connection.check_constraints()

    assert refused(match, delete)


@pytest.mark.parametrize("ahead", [2, 100])
def test_no_gap_is_left(match: Match, log: list[store.Stored], ahead: int) -> None:
    late = log[-1]._replace(seq=log[-1].seq + ahead)
    assert refused(match, lambda: store.append_stored(match.pk, [late]))


@pytest.mark.parametrize("seq", [0, 1, 2])
def test_no_event_is_written_where_one_stands(
    match: Match, log: list[store.Stored], seq: int
) -> None:
    assert refused(match, lambda: store.append_stored(match.pk, [log[-1]._replace(seq=seq)]))


def test_a_log_begins_with_one(log: list[store.Stored]) -> None:
    other = Match.objects.create(rules={}, seed_commitment="")
    assert refused(other, lambda: store.append_stored(other.pk, log[1:2]))


def test_of_several_events_all_are_appended_or_none(match: Match, log: list[store.Stored]) -> None:
    seq = log[-1].seq
    several = [log[-1]._replace(seq=seq + ahead) for ahead in (1, 2, 4)]
    assert refused(match, lambda: store.append_stored(match.pk, several))


@pytest.mark.parametrize("statement", ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
def test_an_event_is_not_replaced(match: Match, statement: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has it")
    changed = COLUMNS.replace("cause", "'admin'")
    sql = f"{statement} INTO games_event ({COLUMNS}) SELECT {changed} FROM games_event"
    assert refused(match, lambda: run(f"{sql} WHERE match_id = %s", match.pk))


def test_an_event_is_not_replaced_on_conflict(match: Match) -> None:
    sql = (
        f"INSERT INTO games_event ({COLUMNS}) SELECT {COLUMNS} FROM games_event "
        "WHERE match_id = %s AND seq = 1 "
        "ON CONFLICT (match_id, seq) DO UPDATE SET cause = 'admin'"
    )
    assert refused(match, lambda: run(sql, match.pk))
