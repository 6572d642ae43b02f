"""Matches for measuring: played by the services, and copied with their logs."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.test.utils import setup_databases, setup_test_environment, teardown_databases
from django.utils import timezone

from games import projections, services, store
from games.engine import Command
from games.services import SeatPlan
from games.tables import Match, MatchSecret, Seat
from tests.factories import make_player, sensible, waiting

ROUNDS: Final = 10


class Move(NamedTuple):
    """A move of the match that is copied: whose, what, and what it had seen."""

    seat: int
    command: Command
    seq: int


@contextmanager
def database() -> Iterator[None]:
    """Give an empty database of the kind that the settings name, for several processes."""
    settings.SECURE_SSL_REDIRECT = False
    setup_test_environment()
    with TemporaryDirectory() as folder:
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = f"{folder}/bench.sqlite3"
        kept = setup_databases(verbosity=0, interactive=False)
        try:
            yield
        finally:
            teardown_databases(kept, verbosity=0)


def begun(pace: str) -> Match:
    """Return a match of four people and ten rounds that has just begun."""
    match = services.create_match(
        make_player(),
        preset="trains",
        options={"pace": pace, "rounds": ROUNDS},
        seats=[SeatPlan("me"), *[SeatPlan("open")] * 3],
        turn_time=timedelta(days=1),
        now=timezone.now(),
    )
    for _ in range(3):
        services.take_open_seat(match, make_player(), now=timezone.now())
    return match


def play(match: Match) -> None:
    """Make the choice of a match's lowest round as the bot would."""
    choice = waiting(match)
    services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=timezone.now())


def last_seq(match: Match, number: int) -> int | None:
    """Return the last event of a round, None for a round that has not been dealt."""
    return match.rounds.filter(number=number).values_list("last_seq", flat=True).first()


def copied(match: Match, upto: int | None = None) -> Match:
    """Return another match with the same log, up to an event."""
    copy = Match.objects.create(
        rules=match.rules, turn_time=match.turn_time, seed_commitment=match.seed_commitment
    )
    MatchSecret.objects.create(match=copy, seed=bytes(match.secret.seed))
    Seat.objects.bulk_create(
        Seat(match=copy, number=seat.number, player=seat.player, tenure=1)
        for seat in match.seats.select_related("player")
    )
    events = store.load_all(match.pk)
    store.append_stored(copy.pk, (row for row in events if upto is None or row.seq <= upto))
    projections.rebuild(copy, now=timezone.now())
    return copy
