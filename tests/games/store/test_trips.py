"""Several statements in one trip answer like one after the other."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.store import run
from games.tables import Match
from tests.factories import make_match

pytestmark = pytest.mark.django_db


def test_each_statement_gives_its_rows_and_sees_what_those_before_it_did() -> None:
    match = make_match()
    change = ("UPDATE games_match SET noticed = %s WHERE id = %s", [3, match.pk])
    read = ("SELECT noticed, id FROM games_match WHERE id = %s", [match.pk])
    none = ("SELECT id FROM games_match WHERE id = %s", [match.pk + 1])
    changed, found, missing = run([change, read, none])
    assert (changed, found, missing) == ([], [(3, match.pk)], [])


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="PostgreSQL's protocol")
def test_they_take_one_trip_where_the_database_can() -> None:
    with CaptureQueriesContext(connection) as trips:
        run([("SELECT %s", [1]), ("SELECT %s", [2])])
    assert len(trips) == 1


def test_a_statement_that_fails_undoes_those_before_it() -> None:
    match = make_match()
    with pytest.raises(DatabaseError), transaction.atomic():
        run(
            [
                ("UPDATE games_match SET noticed = 7 WHERE id = %s", [match.pk]),
                ("UPDATE games_match SET id = NULL WHERE id = %s", [match.pk]),
            ]
        )
    assert Match.objects.get(pk=match.pk).noticed != 7


def test_values_are_never_taken_for_statements() -> None:
    words = "'; DELETE FROM games_match; --"
    assert run([("SELECT %s", [words]), ("SELECT %s", ["50%s"])]) == [[(words,)], [("50%s",)]]
