"""The database keeps the log append-only: triggers, whatever the code above them does.

They refuse UPDATE, DELETE and TRUNCATE of events, and an INSERT that is not the match's next seq
(`INSERT OR REPLACE` on SQLite deletes without firing the delete trigger, and is caught by that).
"""

from django.db.backends.base.base import BaseDatabaseWrapper

_POSTGRESQL_INSTALL = """
CREATE FUNCTION games_event_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed or removed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION games_event_is_next() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq <> 1 + COALESCE(
        (SELECT seq FROM games_event WHERE match_id = NEW.match_id ORDER BY seq DESC LIMIT 1), 0)
    THEN
        RAISE EXCEPTION 'event % of match % is not the next one', NEW.seq, NEW.match_id
            USING ERRCODE = 'unique_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER games_event_no_change BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_is_kept();
CREATE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_is_kept();
CREATE TRIGGER games_event_next BEFORE INSERT ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_is_next();
"""

_POSTGRESQL_REMOVE = """
DROP TRIGGER games_event_no_change ON games_event;
DROP TRIGGER games_event_no_truncate ON games_event;
DROP TRIGGER games_event_next ON games_event;
DROP FUNCTION games_event_is_kept();
DROP FUNCTION games_event_is_next();
"""

_SQLITE_INSTALL = (
    """
CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
BEGIN SELECT RAISE(ABORT, 'events are never changed or removed'); END
""",
    """
CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event
BEGIN SELECT RAISE(ABORT, 'events are never changed or removed'); END
""",
    """
CREATE TRIGGER games_event_next BEFORE INSERT ON games_event
WHEN NEW.seq <> 1 + COALESCE(
    (SELECT seq FROM games_event WHERE match_id = NEW.match_id ORDER BY seq DESC LIMIT 1), 0)
BEGIN SELECT RAISE(ABORT, 'the event is not the next one of its match'); END
""",
)

_SQLITE_REMOVE = (
    "DROP TRIGGER games_event_no_update",
    "DROP TRIGGER games_event_no_delete",
    "DROP TRIGGER games_event_next",
)


def install(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers on the event table."""
    _run(connection, [_POSTGRESQL_INSTALL], _SQLITE_INSTALL)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers off: a migration's way back, and how tests clean up."""
    _run(connection, [_POSTGRESQL_REMOVE], _SQLITE_REMOVE)


def _run(connection: BaseDatabaseWrapper, postgresql: list[str], sqlite: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in postgresql if connection.vendor == "postgresql" else sqlite:
            cursor.execute(statement)
