"""`database_roles ROLE`: the role that the site runs as, which owns nothing and adds events."""

import os
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError, connection, transaction
from psycopg import sql

# PostgreSQL cuts a longer one off, and would make another role than it was asked about.
LONGEST_NAME: Final = 63
MIGHTY: Final = """
SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
FROM pg_roles WHERE rolname = %s
"""
# Whoever is a member of an owner owns: that is what `pg_has_role` asks.
OWNED: Final = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S', 'v', 'm')
AND pg_has_role(%s, relowner, 'MEMBER') ORDER BY relname LIMIT 1
"""
GRANTS: Final = (
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC, {role}",
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    # Tables to come, that later migrations of this same owner make.
    (
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public"
        " GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}"
    ),
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role}",
    "REVOKE ALL ON games_event, django_migrations FROM PUBLIC, {role}",
    "GRANT SELECT, INSERT ON games_event TO {role}",
    "GRANT SELECT ON django_migrations TO {role}",
)
# Asked at the end, for what was granted by others or to a role that this one is a member of.
LEFT: Final = """
SELECT privilege FROM unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
WHERE has_table_privilege(%(role)s, 'games_event', privilege)
OR (privilege = 'UPDATE' AND has_any_column_privilege(%(role)s, 'games_event', privilege))
"""


class Command(BaseCommand):
    help = "Make the PostgreSQL role that the site runs as: it can read events and add to them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role", help="made if it is not there; it owns none of the tables")
        parser.add_argument(
            "--password-from",
            metavar="VARIABLE",
            help="environment variable with the password that the role shall have",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if connection.vendor != "postgresql":
            self.stdout.write(
                "Nothing to do: only PostgreSQL has roles. Here triggers alone guard the events."
            )
            return
        role = options["role"]
        if len(role.encode()) > LONGEST_NAME:
            raise CommandError(f"The name of a role has {LONGEST_NAME} bytes at most.")
        with transaction.atomic():
            _ensure(role)
            if options["password_from"]:
                _set_password(role, options["password_from"])
            _grant(role)
        self.stdout.write(f"{role} may use every table, and of the events only read and add.")


def _ensure(role: str) -> None:
    """Make the role where there is none; raises CommandError for one that may too much."""
    with connection.cursor() as cursor:
        cursor.execute(MIGHTY, [role])
        found = cursor.fetchone()
        if found is None:
            _create(role)
        elif found[0]:
            raise CommandError(f"{role} is no plain role: it may administer this server.")
        cursor.execute(OWNED, [role])
        if owned := cursor.fetchone():
            raise CommandError(f"{role} owns {owned[0]}: whoever owns a table can change it.")


def _create(role: str) -> None:
    """Make the role; raises CommandError for a name that is empty or that PostgreSQL reserves."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE ROLE {_quoted(role)} LOGIN")
    except ProgrammingError as fault:
        raise CommandError(
            f"There can be no role '{role}': {str(fault).splitlines()[0]}"
        ) from fault


def _set_password(role: str, variable: str) -> None:
    """Give the role a password, hashed here, so that no log of the server has it."""
    password = os.environ.get(variable)
    if not password:
        raise CommandError(f"There is no password in {variable}.")
    with connection.cursor() as cursor:
        hashed = connection.connection.pgconn.encrypt_password(password.encode(), role.encode())
        cursor.execute(f"ALTER ROLE {_quoted(role)} PASSWORD '{hashed.decode()}'")


def _grant(role: str) -> None:
    """Give what the site needs and no more; raises CommandError where more comes from elsewhere."""
    with connection.cursor() as cursor:
        for grant in GRANTS:
            cursor.execute(grant.format(role=_quoted(role)))
        cursor.execute(LEFT, {"role": role})
        if left := [privilege for (privilege,) in cursor.fetchall()]:
            raise CommandError(f"{role} may still {', '.join(left)} events, by another's grant.")


def _quoted(role: str) -> str:
    return sql.Identifier(role).as_string()
