"""A move in a store of five million events, beside the same move in an almost empty one."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from typing import Final
from unittest.mock import patch

from django.db import connection, transaction

from games import store
from games.services import recording
from games.tables import Match
from tests.bench.clients import at_once
from tests.bench.log import AT, EVENT
from tests.bench.matches import ROUNDS, begun, database, last_seq, play
from tests.bench.measuring import Work, measure

MATCHES: Final = 10_000
EVENTS: Final = 500
TIMES: Final = 200


def run() -> None:
    """Print how much longer appending and loading take when the table of events is large."""
    if connection.vendor != "postgresql":
        print("\nLarge tables are measured on PostgreSQL: DATABASE_URL=postgres://… make bench")
        return
    with database(), patch("games.bell.ring"):
        match = begun("in_turn")
        while last_seq(match, ROUNDS) is None:
            play(match)
        empty = Match.objects.create(rules={}, seed_commitment="")
        small = connection.settings_dict["NAME"]
        with copy_of(small) as large:
            _fill(large)
            print(f"\nWith {MATCHES * EVENTS:,} events stored: time taken (goal 1.20)")
            _say("appending an event", partial(_appends, empty.pk), small, large)
            _say("loading the last round", partial(_loads, match), small, large)


def _say(told: str, making: partial[Work], small: str, large: str) -> None:
    """Measure a work in turn in both databases."""
    with ExitStack() as stack:
        works = {
            name: stack.enter_context(at_once([partial(_there, name, making)]))
            for name in (small, large)
        }
        rates = measure(works, beside=small)
    print(f"  {told:<44} {1 / rates.ratios[large]:.2f} × as with one match")


def _there(name: str, making: partial[Work]) -> Work:
    """Make a work in a process of its own that knows another database."""
    connection.settings_dict["NAME"] = name
    return making()


@contextmanager
def copy_of(name: str) -> Iterator[str]:
    """Give another database with the same in it."""
    large = f"{name}_large"
    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{large}"')
        cursor.execute(f'CREATE DATABASE "{large}" TEMPLATE "{name}"')
        try:
            yield large
        finally:
            cursor.execute(f'DROP DATABASE "{large}"')


def _appends(match_id: int) -> Work:
    runs = count()

    def work() -> int:
        tail = store.Tail(next(runs) * TIMES, "", "")
        for _ in range(TIMES):
            with transaction.atomic():
                tail = store.tail_of(store.append(match_id, tail, [EVENT], AT)[-1])
        return TIMES

    return work


def _loads(match: Match) -> Work:
    def work() -> int:
        for _ in range(TIMES):
            recording.load(match, ROUNDS)
        return TIMES

    return work


def _fill(name: str) -> None:
    """Store what as many matches would hold, without asking each event whether it is the next."""
    small, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], name
    (event,) = store.sealed(store.EMPTY, [EVENT], AT)
    matches = Match.objects.bulk_create(Match(rules={}, seed_commitment="") for _ in range(MATCHES))
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
        cursor.execute(
            """
            INSERT INTO games_event (match_id, seq, round, type, cause, at, data, digest)
            SELECT id, seq, 1 + seq / 50,
                CASE seq %% 50 WHEN 49 THEN 'round_ended' ELSE 'tile_played' END,
                'player', '2026-01-01T00:00:00.000000Z', %s, %s
            FROM unnest(%s) AS id, generate_series(1, %s) AS seq
            """,
            [event.data, bytes(32), [match.pk for match in matches], EVENTS],
        )
        cursor.execute("ALTER TABLE games_event ENABLE TRIGGER USER")
        cursor.execute("VACUUM ANALYZE games_event")
    connection.close()
    connection.settings_dict["NAME"] = small
