"""One move as a request: at the same point of the first and of the last round of a match."""

import statistics
import time

from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.engine import Command, PlaceTile
from games.tables import Match
from tests.bench.matches import ROUNDS, begun, copied, database, last_seq, play
from tests.factories import sensible, waiting

COPIES = 5
MOVES = 12
FIRST = "in turn, round 1"


def run() -> None:
    """Print the cost of a move in round 1 and in round 10, played in turn and side by side."""
    with database():
        taken = _time(_points())
    print(f"\nOne move as a request ({connection.vendor}), median of {COPIES * MOVES}")
    first = statistics.median(taken[FIRST])
    for name, seconds in taken.items():
        median = statistics.median(seconds)
        print(f"  {name:<44} {median * 1000:9.2f} ms {median / first:8.2f} × {FIRST}")


def _points() -> dict[str, list[Match]]:
    """Return copies of one match at the points that are compared."""
    in_turn, beside = begun("in_turn"), begun("side_by_side")
    found = {
        FIRST: _copies(in_turn, upto=last_seq(in_turn, 1)),
        f"side by side, {ROUNDS} rounds running": _copies(beside, upto=None),
    }
    while last_seq(in_turn, ROUNDS) is None:
        play(in_turn)
    while beside.rounds.filter(reason="").count() > 1:
        play(beside)
    found[f"in turn, round {ROUNDS}"] = _copies(in_turn, upto=last_seq(in_turn, ROUNDS))
    found["side by side, one round running"] = _copies(beside, upto=None)
    return found


def _copies(match: Match, upto: int | None) -> list[Match]:
    return [copied(match, upto) for _ in range(COPIES)]


def _time(points: dict[str, list[Match]]) -> dict[str, list[float]]:
    """Return the seconds that the requests took; a move of each point in turn, after a warm-up."""
    taken: dict[str, list[float]] = {name: [] for name in points}
    for copy in range(COPIES):
        for _ in range(MOVES):
            for name, matches in points.items():
                taken[name].append(_post(matches[copy]))
    return {name: seconds[len(points) :] for name, seconds in taken.items()}


def _post(match: Match) -> float:
    choice = waiting(match)
    player = choice.seat.player
    if player is None:
        raise TypeError("only people play here")
    client = Client()
    client.force_login(player, backend=settings.AUTHENTICATION_BACKENDS[0])
    path = reverse("games:play", args=[match.slug, choice.seat.number])
    data = {"round": choice.round, "seq": choice.seq, **_fields(sensible(choice))}
    start = time.perf_counter()
    answer = client.post(path, data)
    taken = time.perf_counter() - start
    if answer.status_code != 302:
        raise RuntimeError(f"a move was answered {answer.status_code}")
    return taken


def _fields(command: Command) -> dict[str, str]:
    if isinstance(command, PlaceTile):
        return {"tile": str(command.tile), "on": str(command.on)}
    return {"pass": "1"}
