"""A database in which so many choices wait, of which as many as ever are due."""

from datetime import datetime
from typing import Final

from django.db import connection

DUE: Final = 1_000
SEATS: Final = 4
ROUNDS: Final = 10

_PLAYERS: Final = """
    INSERT INTO accounts_player SELECT (jsonb_populate_record(p, jsonb_build_object(
        'id', 1000000 + n, 'email', 'p' || n || '@example.org'))).*
    FROM accounts_player AS p, generate_series(1, %(matches)s) AS n
    WHERE p.id = (SELECT min(id) FROM accounts_player)
"""
_MATCHES: Final = """
    INSERT INTO games_match SELECT (jsonb_populate_record(m, jsonb_build_object(
        'id', 1000000 + n, 'slug', 'm' || n, 'out_of_time', 'wait', 'head', 1, 'noticed', 1,
        'verified', 1, 'creator_id', NULL))).*
    FROM games_match AS m, generate_series(1, %(matches)s) AS n
    WHERE m.id = (SELECT min(id) FROM games_match)
"""
_SEATS: Final = """
    INSERT INTO games_seat SELECT (jsonb_populate_record(s, jsonb_build_object(
        'id', 1000000 + n * %(seats)s + seat, 'match_id', 1000000 + n, 'number', seat,
        'player_id', 1000001 + (n + seat * 7) %% %(matches)s))).*
    FROM games_seat AS s,
        generate_series(1, %(matches)s) AS n, generate_series(0, %(seats)s - 1) AS seat
    WHERE s.id = (SELECT min(id) FROM games_seat WHERE bot = '')
"""
# Of each of the first matches the time of one choice has run out, one is to be reminded of, and
# one has just come to be.
_CHOICES: Final = """
    INSERT INTO games_choice
        (match_id, seat_id, round, seq, since, told_at, deadline, remind_at, outage)
    SELECT 1000000 + n, 1000000 + n * %(seats)s + round %% %(seats)s, round, 1,
        %(now)s - interval '2 days',
        CASE WHEN due AND round = 3 THEN NULL ELSE %(now)s - interval '2 days' END,
        %(now)s + CASE WHEN due AND round = 1 THEN interval '-1 minute'
            ELSE interval '1 hour' + (n * 7919 + round) %% 10000 * interval '20 seconds' END,
        %(now)s + CASE WHEN due AND round = 2 THEN interval '-1 minute'
            ELSE interval '1 hour' + (n * 6007 + round) %% 10000 * interval '10 seconds' END,
        0
    FROM (SELECT n, n <= %(due)s AS due FROM generate_series(1, %(matches)s) AS n) AS matches,
        generate_series(1, %(rounds)s) AS round
"""
# The mails of all that waits have been sent; of the first matches another one is due.
_NOTICES: Final = """
    INSERT INTO notifications_notice SELECT (jsonb_populate_record(notice, jsonb_build_object(
        'id', 1000000 + n * %(rounds)s + round, 'key', n || ':' || round, 'match_id', 1000000 + n,
        'player_id', 1000001 + (n + round %% %(seats)s * 7) %% %(matches)s,
        'message_id', n || '.' || round, 'kind', CASE WHEN round = 9 THEN 'over' ELSE 'turn' END,
        'state', CASE WHEN n <= %(due)s AND round = 9 THEN 'due' ELSE 'sent' END,
        'due_at', %(now)s - interval '1 minute'))).*
    FROM notifications_notice AS notice,
        generate_series(1, %(matches)s) AS n, generate_series(1, %(rounds)s) AS round
    WHERE notice.id = (SELECT min(id) FROM notifications_notice)
"""


def fill(choices: int, now: datetime, due: int = DUE) -> None:
    """Let so many choices wait, from one match with a notice that is there as the pattern."""
    matches = choices // ROUNDS
    values: dict[str, int | datetime] = {
        "matches": matches,
        "seats": SEATS,
        "rounds": ROUNDS,
        "due": due,
        "now": now,
    }
    with connection.cursor() as cursor:
        for statement in (_PLAYERS, _MATCHES, _SEATS, _CHOICES, _NOTICES):
            cursor.execute(statement, values)
        cursor.execute("DELETE FROM games_choice WHERE match_id < 1000000")
        cursor.execute("DELETE FROM notifications_notice WHERE match_id < 1000000")
        cursor.execute("ANALYZE")
