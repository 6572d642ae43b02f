"""The log beside bare psycopg and beside pyeventsourcing, on one PostgreSQL in one run."""

import json
from collections.abc import Mapping
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Final
from unittest.mock import patch

import psycopg
from django.db import connection, transaction
from django.utils import timezone

from games import services, store
from games.engine import Caused, Tile, TilePlayed, replay
from games.services import recording
from games.tables import Match, Seat
from tests.bench import pace
from tests.bench.clients import Making, at_once
from tests.bench.matches import ROUNDS, Move, begun, copied, database, last_seq, play
from tests.bench.measuring import RUNS, Work, measure, say
from tests.bench.neighbours import playing
from tests.factories import sensible

APPENDS: Final = 300
MOVES: Final = 60
SAVES: Final = 20
READS: Final = 40
CLIENTS: Final = (1, 4)
EVENT: Final = Caused(TilePlayed(10, 3, Tile(4, 6), Tile(4, 9)), "player")
AT: Final = datetime(2026, 1, 1, tzinfo=UTC)


def run() -> None:
    """Print what an event, a move and a replay cost beside their floors."""
    # The bell rings in a thread of its own, and through a broker that is no part of this.
    with database(), patch("games.bell.ring"):
        match = _played()
        match.refresh_from_db()
        if connection.vendor == "postgresql":
            _beside_bare(match)
        else:
            moves = _moves(match)
            pace.say([copied(match) for _ in range(pace.needed(moves))], moves)
            print("  The rest is on PostgreSQL: DATABASE_URL=postgres://… make bench PART=log")


def _beside_bare(match: Match) -> None:
    for clients in CLIENTS:
        _say_appends(clients)
    for clients in CLIENTS:
        _say_moves(match, clients)
    _say_loads(match)
    _say_replays(match)
    _say_room()


def _played() -> Match:
    """Return a match of ten rounds in turn whose last round is half played."""
    match = begun("in_turn")
    while last_seq(match, ROUNDS) is None:
        play(match)
    for _ in range(15):
        play(match)
    return match


def _say_appends(clients: int) -> None:
    """Both write into matches of their own, so that nobody waits for anybody."""
    with ExitStack() as stack:
        works = {
            name: stack.enter_context(
                at_once([partial(making, _empty_match()) for _ in range(clients)])
            )
            for name, making in (("bare INSERT, COMMIT", _bare_appends), ("store.append", _appends))
        }
        rates = measure(works, beside="bare INSERT, COMMIT")
    say(
        f"Appending an event, {clients} at once (goal 0.50)", "events", rates, "bare INSERT, COMMIT"
    )


def _empty_match() -> int:
    return Match.objects.create(rules={}, seed_commitment="").pk


def _appends(match_id: int) -> Work:
    tails = [store.EMPTY]

    def work() -> int:
        for _ in range(APPENDS):
            with transaction.atomic():
                rows = store.append(match_id, tails[-1], [EVENT], AT)
            tails[:] = [store.tail_of(rows[-1])]
        return APPENDS

    return work


def _bare_appends(match_id: int) -> Work:
    database, seqs = _bare_connection(), count(1)
    data = json.dumps(EVENT.event.to_data())

    def work() -> int:
        for _ in range(APPENDS):
            _bare_insert(database, match_id, next(seqs), data)
            database.commit()
        return APPENDS

    return work


def _bare_connection() -> psycopg.Connection:
    found = connection.settings_dict
    return psycopg.connect(
        host=found["HOST"] or None,
        port=found["PORT"] or None,
        user=found["USER"] or None,
        password=found["PASSWORD"] or None,
        dbname=found["NAME"],
    )


def _bare_insert(database: psycopg.Connection, match_id: int, seq: int, data: str) -> None:
    database.execute(
        "INSERT INTO games_event (match_id, seq, round, type, cause, at, data, digest) "
        "VALUES (%s, %s, 10, 'tile_played', 'player', '2026-01-01T00:00:00.000000Z', %s, %s)",
        [match_id, seq, data, bytes(32)],
    )


def _say_moves(match: Match, clients: int) -> None:
    moves = _moves(match)
    peer = "six bare statements"
    needed = -(-MOVES // len(moves)) * (RUNS + 1)
    with ExitStack() as stack:
        ours: list[Making] = [
            partial(_play_moves, [copied(match) for _ in range(needed)], moves)
            for _ in range(clients)
        ]
        bare: list[Making] = [partial(_bare_moves, copied(match)) for _ in range(clients)]
        works: dict[str, Work] = {
            peer: stack.enter_context(at_once(bare)),
            "services.play": stack.enter_context(at_once(ours)),
        }
        if clients == 1:
            works["pyeventsourcing, 550 events"] = stack.enter_context(
                playing("aggregate_saves", SAVES, _for_peers())
            )
        rates = measure(works, beside=peer)
    say(f"A move late in round {ROUNDS}, {clients} at once (goal 0.50)", "moves", rates, peer)
    if clients == 1:
        _say_times("services.play", "pyeventsourcing, 550 events", rates.medians, goal=5)


def _say_times(ours: str, peer: str, medians: Mapping[str, float], goal: float) -> None:
    print(f"  {ours}: {medians[ours] / medians[peer]:.2f} × {peer} (goal {goal})")


def _moves(match: Match) -> list[Move]:
    """Return the rest of a match's last round but its end, as it would be played sensibly."""
    copy, found = copied(match), []
    while (choice := copy.choices.select_related("seat").first()) is not None:
        found.append(Move(choice.seat.number, sensible(choice), choice.seq))
        play(copy)
    return found[:-1]


def _play_moves(copies: list[Match], moves: list[Move]) -> Work:
    fresh = iter(copies)

    def work() -> int:
        done = 0
        while done < MOVES:
            match = next(fresh)
            seats = {seat.number: seat for seat in Seat.objects.filter(match=match)}
            for seat, command, seq in moves:
                services.play(seats[seat], ROUNDS, command, seq, now=timezone.now())
            done += len(moves)
        return done

    return work


def _bare_moves(match: Match) -> Work:
    database, seqs = _bare_connection(), count(match.head + 1)
    data, key = json.dumps(EVENT.event.to_data()), match.pk
    seat = Seat.objects.filter(match=match).values_list("pk", flat=True)[0]
    connection.close()

    def move() -> None:
        database.execute("SELECT * FROM games_match WHERE id = %s FOR UPDATE", [key]).fetchone()
        database.execute(
            "SELECT * FROM games_event WHERE match_id = %s ORDER BY seq DESC LIMIT 60", [key]
        ).fetchall()
        _bare_insert(database, key, next(seqs), data)
        _bare_insert(database, key, seq := next(seqs), data)
        database.execute("UPDATE games_match SET head = %s WHERE id = %s", [seq, key])
        database.execute("DELETE FROM games_choice WHERE match_id = %s AND round = 10", [key])
        database.execute(
            "INSERT INTO games_choice (match_id, seat_id, round, seq, since, deadline) "
            "VALUES (%s, %s, 10, %s, now(), now())",
            [key, seat, seq],
        )
        database.commit()

    def work() -> int:
        for _ in range(MOVES):
            move()
        return MOVES

    return work


def _for_peers() -> dict[str, str]:
    found = connection.settings_dict
    return {
        "POSTGRES_DBNAME": str(found["NAME"]),
        "POSTGRES_HOST": found["HOST"] or "127.0.0.1",
        "POSTGRES_PORT": str(found["PORT"] or 5432),
        "POSTGRES_USER": found["USER"],
        "POSTGRES_PASSWORD": found["PASSWORD"] or "-",
    }


def _say_loads(match: Match) -> None:
    """A table costs the same early and late in its match, and about the same late in its round."""
    first = copied(match, upto=_nth_seq(match, 1, 30))
    begins = copied(match, upto=_nth_seq(match, ROUNDS, 2))
    works: dict[str, Work] = {
        "round 1": partial(_load, first, 1),
        f"round {ROUNDS}": partial(_load, copied(match, upto=_nth_seq(match, ROUNDS, 30)), ROUNDS),
        f"beginning of round {ROUNDS}": partial(_load, begins, ROUNDS),
        f"end of round {ROUNDS}": partial(_load, match, ROUNDS),
    }
    rates = measure(works, beside="round 1").medians
    last = f"round {ROUNDS}"
    print("\nLoading a table: time taken")
    for told, one, other, goal in (
        (f"{last} / round 1, at the same event", last, "round 1", "1.20"),
        ("end of a round / its beginning", f"end of {last}", f"beginning of {last}", "2.00"),
    ):
        print(f"  {told:<44} {rates[other] / rates[one]:.2f} (goal at most {goal})")


def _load(match: Match, round_number: int) -> int:
    for _ in range(READS):
        recording.load(match, round_number)
    return READS


def _nth_seq(match: Match, round_number: int, number: int) -> int:
    rows = [row.seq for row in store.load_all(match.pk) if row.round == round_number]
    return rows[min(number, len(rows) - 1)]


def _say_replays(match: Match) -> None:
    peer = "bare rows and json.loads"
    with closing(_bare_connection()) as database, ExitStack() as stack:
        works: dict[str, Work] = {
            peer: partial(_bare_read, database, match.pk),
            "load_all and replay": partial(_read, match.pk),
            "pyeventsourcing": stack.enter_context(playing("aggregate_loads", READS, _for_peers())),
        }
        rates = measure(works, beside=peer)
    say(f"A whole match of {match.head} events (goal 0.67)", "matches", rates, peer)
    _say_times("load_all and replay", "pyeventsourcing", rates.medians, goal=2)


def _bare_read(database: psycopg.Connection, match_id: int) -> int:
    for _ in range(READS):
        rows = database.execute(
            "SELECT seq, round, type, cause, at, data, digest FROM games_event "
            "WHERE match_id = %s ORDER BY seq",
            [match_id],
        ).fetchall()
        for row in rows:
            json.loads(row[5])
    return READS


def _read(match_id: int) -> int:
    for _ in range(READS):
        replay(store.numbered(store.load_all(match_id)))
    return READS


def _say_room() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('games_event'), count(*) FROM games_event")
        size, events = cursor.fetchone()
    print(f"\nOn disk, indexes included: {size / events:.0f} bytes an event (goal at most 400)")
