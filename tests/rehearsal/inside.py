"""What runs on a ground, a process each: laying a table, writing to it, judging what is there."""

import json
import multiprocessing
import os
import random
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - after the setup
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

import games.tasks  # noqa: E402
from accounts.models import Player  # noqa: E402
from games import engine, projections, queries, services, store  # noqa: E402
from games.record.export import check_match  # noqa: E402
from games.services import SeatPlan  # noqa: E402
from games.tables import Choice, Match  # noqa: E402
from notifications import noticing  # noqa: E402
from notifications.models import Notice  # noqa: E402
from notifications.noticing import persons_choices  # noqa: E402
from notifications.tasks import drain, tell_unnoticed  # noqa: E402
from tests.factories import make_match, make_number, make_player  # noqa: E402
from tests.games.projected import tables  # noqa: E402

MOVES = {"tile_played", "turn_passed"}


def migrate() -> None:
    """Make the tables."""
    call_command("migrate", verbosity=0)


def lay(people: int, bots: int, rounds: int) -> dict[str, Any]:
    """Lay a table side by side; returns its address and the token of each person's seat."""
    for _ in range(Player.objects.count()):
        make_number()  # taken by the process that laid the table before
    match = make_match(people, bots, now=timezone.now(), pace="side_by_side", rounds=rounds)
    seats = match.seats.filter(player__isnull=False).order_by("number")
    tokens = {seat.number: services.token(services.capability_for(seat)) for seat in seats}
    return {"slug": match.slug, "tokens": tokens}


def write(
    table: dict[str, Any], processes: int, threads: int, attempts: int, patience: int
) -> list[Any]:
    """Write to a table from so many threads in so many processes; returns each answer.

    Who is told to come again does so, `patience` times at most.
    """
    context = multiprocessing.get_context("fork")
    together = context.Barrier(processes)
    with ProcessPoolExecutor(processes, context, _meet, (together,)) as pool:
        writing = partial(_write, table, threads, attempts, patience)
        return [answer for found in pool.map(writing, range(processes)) for answer in found]


_together: Any = None


def _meet(barrier: Any) -> None:
    global _together  # noqa: PLW0603 - how a pool's process is told
    _together = barrier


def _write(
    table: dict[str, Any], threads: int, attempts: int, patience: int, process: int
) -> list[Any]:
    _together.wait(60)

    def one(number: int) -> list[Any]:
        writer = random.Random(f"{process} {number}")
        try:
            found = [_attempt(table, writer, patience) for _ in range(attempts)]
        finally:
            connection.close()
        return [answer for answers in found for answer in answers]

    with ThreadPoolExecutor(threads) as pool:
        return [answer for found in pool.map(one, range(threads)) for answer in found]


def _attempt(table: dict[str, Any], writer: random.Random, patience: int) -> list[Any]:
    """Send a move on a table as it was just seen, now and then twice; returns what came back."""
    choices = list(Match.objects.get(slug=table["slug"]).choices.select_related("seat", "match"))
    if not choices:
        return []
    choice = writer.choice(choices)
    seen = queries.see_round(choice.match, choice.round, choice.seat.number)
    if not seen.view.legal:
        return []  # somebody was quicker
    command = writer.choice(seen.view.legal)
    body: dict[str, Any] = {"seq": choice.seq, "pass": True}
    if isinstance(command, engine.PlaceTile):
        on = command.on and str(command.on)
        body = {"seq": choice.seq, "tile": str(command.tile), "on": on}
    path = f"/api/matches/{table['slug']}/rounds/{choice.round}/moves/"
    token = table["tokens"][str(choice.seat.number)]
    times = 2 if writer.random() < 0.25 else 1
    return [_send(path, token, body, patience) for _ in range(times)]


def _send(path: str, token: str, body: dict[str, Any], patience: int) -> list[Any]:
    """Send a move until the server has time; returns the answer, and how often it had none."""
    headers = {"Authorization": f"Seat {token}"}
    client, busy = Client(raise_request_exception=False, headers=headers), 0
    while True:
        answer = client.post(path, json.dumps(body), content_type="application/json")
        if answer.status_code != 503 or busy == patience:
            break
        busy += 1
    told, retry = answer.json(), answer.get("Retry-After")
    return [answer.status_code, told.get("code"), told.get("again"), busy, retry]


def sweep() -> None:
    """Make the choices of bots that were left waiting, as the worker does."""
    for match_id in services.matches_with_waiting_bots():
        services.play_bots(match_id, now=timezone.now(), in_worker=True)


def judge() -> dict[str, Any]:
    """Return of every match what a log and its tables must show after anything."""
    tell_unnoticed()  # as beat has it done every minute
    return {match.slug: _judge(match) for match in Match.objects.order_by("pk")}


def _judge(match: Match) -> dict[str, Any]:
    stored = list(store.load_all(match.pk))
    before = tables(match)
    state = engine.replay(store.numbered(stored))
    projections.rebuild(match, now=timezone.now())
    return {
        "check": str(check_match(match)),
        "gaps": [row.seq for row in stored] != list(range(1, len(stored) + 1)),
        "rebuilt": tables(match) == before,
        "half_done": len(list(engine.settle(state, bytes(match.secret.seed)))),
        "moves": [
            [row.cause, row.round, json.loads(row.data)]
            for row in stored
            if row.type in {"tile_played", "turn_passed"}
        ],
        "untold": _untold(match),
    }


def _untold(match: Match) -> int:
    """Return how many players wait for a word that is neither told nor on its way."""
    on_their_way = set(
        Notice.objects.filter(
            match=match, kind="turn", state__in=[Notice.State.DUE, Notice.State.LEASED]
        ).values_list("player_id", flat=True)
    )
    waiting = persons_choices().filter(match=match, told_at=None)
    return len({choice.seat.player_id for choice in waiting} - on_their_way)


def untold() -> int:
    """Return how many players of all matches wait for a word that is not even on its way."""
    return sum(_untold(match) for match in Match.objects.all())


def invite(people: int) -> list[str]:
    """Lay tables to which so many people are invited by address; returns the addresses."""
    addresses = [f"guest{number}@example.org" for number in range(people)]
    for start in range(0, people, 5):
        table = addresses[start : start + 5]
        seats = [SeatPlan("me"), *(SeatPlan("address", address) for address in table)]
        services.create_match(
            make_player(),
            preset="trains",
            options={},
            seats=seats,
            turn_time=timedelta(days=1),
            now=timezone.now(),
        )
    return addresses


def due() -> int:
    """Return how many mails are due, or not even written down, aside from what somebody holds."""
    unwritten = noticing.uninvited().count()
    return unwritten + Notice.objects.filter(state=Notice.State.DUE).count()


def unsent() -> int:
    """Return how many mails were not sent."""
    return Notice.objects.exclude(state=Notice.State.SENT).count()


def let_leases_end() -> None:
    """Let the time of every lease be over, as it is some minutes after a worker was killed."""
    Notice.objects.filter(state=Notice.State.LEASED).update(lease_until=timezone.now())


def let_time_run_out() -> int:
    """Let the time of every choice that a mail has told of be over; returns how many there are."""
    told = Choice.objects.filter(told_at__isnull=False)
    return told.update(deadline=timezone.now() - timedelta(minutes=1))


def sweep_at_once(processes: int) -> None:
    """Run all that beat calls, in so many processes at the same moment."""
    context = multiprocessing.get_context("fork")
    together = context.Barrier(processes)
    with ProcessPoolExecutor(processes, context, _meet, (together,)) as pool:
        list(pool.map(_sweep_all, range(processes)))


def _sweep_all(_number: int) -> None:
    for task in (games.tasks.clock, games.tasks.sweep, tell_unnoticed, drain):
        _together.wait(60)
        task()


def clocked() -> int:
    """Return how many moves the clock has made in all matches."""
    rows = (row for match in Match.objects.all() for row in store.load_all(match.pk))
    return sum(row.cause == "clock" and row.type in MOVES for row in rows)


COMMANDS: dict[str, Callable[..., Any]] = {
    "migrate": migrate,
    "lay": lay,
    "write": write,
    "sweep": sweep,
    "judge": judge,
    "untold": untold,
    "invite": invite,
    "due": due,
    "unsent": unsent,
    "let_leases_end": let_leases_end,
    "let_time_run_out": let_time_run_out,
    "sweep_at_once": sweep_at_once,
    "clocked": clocked,
}


def serve() -> None:
    """Run each line that comes, a command and what it needs, in a process of its own.

    Django is set up once; this process itself opens no connection and starts no thread.
    """
    for line in sys.stdin:
        child = os.fork()
        if not child:
            command, *arguments = json.loads(line)
            print(json.dumps(COMMANDS[command](*arguments)), flush=True)  # noqa: T201
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            raise SystemExit(f"{line.strip()} has failed")


if __name__ == "__main__":
    serve()
