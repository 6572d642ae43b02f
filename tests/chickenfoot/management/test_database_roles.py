"""The role that the site runs as on PostgreSQL can play, and cannot edit the past."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.utils import ProgrammingError

from games import services
from games.tables import Match
from tests.factories import NOON, make_match, sensible, waiting

pytestmark = pytest.mark.django_db

ROLE = 'site of the "tests"'
QUOTED = '"site of the ""tests"""'

on_postgresql = pytest.mark.skipif(
    "connection.vendor != 'postgresql'", reason="only PostgreSQL has roles"
)


def run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@contextmanager
def site_role() -> Iterator[None]:
    """Do as the role may do, whatever roles the tests themselves run as."""
    run(f"GRANT {QUOTED} TO CURRENT_USER", f"SET ROLE {QUOTED}")
    try:
        yield
    finally:
        run("RESET ROLE")


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0)


@pytest.fixture
def role(match: Match) -> None:
    run("SET CONSTRAINTS ALL IMMEDIATE")
    call_command("database_roles", ROLE)


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has roles")
def test_without_roles_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("database_roles", ROLE)
    assert "Nothing to do" in capsys.readouterr().out


@on_postgresql
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET cause = 'admin' WHERE seq = 1",
        "DELETE FROM games_event",
        "TRUNCATE games_event",
        "TRUNCATE games_match CASCADE",
        "DROP TRIGGER games_event_no_change ON games_event",
        "ALTER TABLE games_event DISABLE TRIGGER ALL",
        "ALTER TABLE games_event DROP CONSTRAINT games_event_pkey",
        (
            "CREATE TRIGGER mine BEFORE INSERT ON games_event FOR EACH ROW"
            " EXECUTE FUNCTION games_event_is_next()"
        ),
        "CREATE RULE mine AS ON INSERT TO games_event DO INSTEAD NOTHING",
        (
            "CREATE OR REPLACE FUNCTION games_event_is_kept() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RETURN NEW; END $$"
        ),
        "DROP TABLE games_event",
        "CREATE TABLE mine (id int)",
        "SET session_replication_role = replica",
        "SELECT * FROM games_event FOR UPDATE",
        "DELETE FROM django_migrations",
    ],
)
@pytest.mark.usefixtures("role")
def test_privileges_refuse_what_would_edit_the_past(statement: str) -> None:
    with site_role(), pytest.raises(ProgrammingError) as refused, transaction.atomic():
        run(statement)
    assert refused.value.__cause__.sqlstate == "42501"  # insufficient_privilege


@on_postgresql
@pytest.mark.usefixtures("role")
def test_a_match_is_laid_and_played_as_that_role(match: Match) -> None:
    with site_role():
        choice = waiting(match)
        services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=NOON)
        laid = make_match(people=1, bots=1)
    before = match.head
    match.refresh_from_db()
    assert match.head > before
    assert laid.head


@on_postgresql
@pytest.mark.usefixtures("role")
def test_tables_to_come_are_the_roles_to_use_too() -> None:
    run("CREATE TABLE to_come (id bigserial PRIMARY KEY)")
    with site_role():
        run(
            "INSERT INTO to_come DEFAULT VALUES", "UPDATE to_come SET id = 7", "DELETE FROM to_come"
        )


@on_postgresql
@pytest.mark.usefixtures("role")
def test_asking_again_takes_back_what_was_granted_meanwhile() -> None:
    run(
        f"GRANT ALL ON games_event TO {QUOTED}",
        f"GRANT UPDATE (cause) ON games_event TO {QUOTED}",
        "GRANT UPDATE ON games_event TO PUBLIC",
    )
    call_command("database_roles", ROLE)
    with site_role(), pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        run("UPDATE games_event SET cause = 'admin'")


def _owner() -> None:
    run(f"CREATE ROLE {QUOTED}")
    run("CREATE TABLE owned (id int)", f"GRANT {QUOTED} TO CURRENT_USER")
    run(f"GRANT CREATE ON SCHEMA public TO {QUOTED}", f"ALTER TABLE owned OWNER TO {QUOTED}")


def _member_of_the_owner() -> None:
    owner = connection.ops.quote_name(connection.get_connection_params()["user"])
    run(f"CREATE ROLE {QUOTED}", f"GRANT {owner} TO {QUOTED}")


def _mighty() -> None:
    run(f"CREATE ROLE {QUOTED} CREATEDB")


def _by_another_role() -> None:
    run(f"CREATE ROLE {QUOTED}", "CREATE ROLE tests_writer")
    run("GRANT UPDATE ON games_event TO tests_writer", f"GRANT tests_writer TO {QUOTED}")


@on_postgresql
@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_owner, "owns owned"),
        (_member_of_the_owner, "owns "),
        (_mighty, "no plain role"),
        (_by_another_role, "may still UPDATE events"),
    ],
)
def test_a_role_that_could_get_round_it_is_refused(make: Callable[[], None], why: str) -> None:
    make()
    with pytest.raises(CommandError, match=why):
        call_command("database_roles", ROLE)


@on_postgresql
def test_its_password_is_never_sent_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_PASSWORD", "it's a secret")
    with pytest.raises(CommandError, match="no password in OTHER"):
        call_command("database_roles", ROLE, password_from="OTHER")
    sent: list[str] = []

    def listen(execute: Callable[..., object], sql: str, *rest: object) -> object:
        sent.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(listen):
        call_command("database_roles", ROLE, password_from="SITE_PASSWORD")
    assert any("SCRAM-SHA-256" in statement for statement in sent)
    assert not any("secret" in statement for statement in sent)


@on_postgresql
@pytest.mark.parametrize("name", ["", "public", "pg_mine", "ü" * 32])
def test_a_name_that_no_role_can_have_is_a_sentence(name: str) -> None:
    with pytest.raises(CommandError, match="role"), transaction.atomic():
        call_command("database_roles", name)
