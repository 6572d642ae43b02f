"""Players and tables for tests, made by the services that make them in life."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from accounts.models import Player
from games import services
from games.engine import Command
from games.services import SeatPlan, recording
from games.services.thinking import choose
from games.tables import Choice, Match, Seat

# What players read in whose language says nothing else.
LANGUAGE = "en"
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
make_number = count(1).__next__


def make_player(name: str = "", **fields: Any) -> Player:
    """Return a new player with an address of their own."""
    number = make_number()
    return Player.objects.create_user(
        f"player{number}@example.org",
        display_name=name or f"Player {number}",
        **{"language": LANGUAGE, **fields},
    )


def make_match(
    people: int = 1,
    bots: int = 3,
    *,
    preset: str = "trains",
    agreed: Mapping[str, Any] | None = None,
    now: datetime = NOON,
    **options: Any,
) -> Match:
    """Return a running match of people, who all sit before the bots.

    `agreed` is what is agreed beside the rules, by its name in `services.create_match`.
    """
    match = services.create_match(
        make_player(),
        preset=preset,
        options=options,
        seats=[
            SeatPlan("me"),
            *[SeatPlan("open") for _ in range(people - 1)],
            *[SeatPlan("bot", "hen") for _ in range(bots)],
        ],
        turn_time=timedelta(days=1),
        now=now,
        **(agreed or {}),
    )
    for _ in range(people - 1):
        services.take_open_seat(match, make_player(), now=now)
    match.refresh_from_db()
    return match


def waiting(match: Match, seat: Seat | None = None) -> Choice:
    """Return the choice of the lowest round that waits in a match, or for one of its seats."""
    choices = match.choices.select_related("seat").order_by("round")
    return (choices.filter(seat=seat) if seat else choices)[0]


def sensible(choice: Choice) -> Command:
    """Return what the bot would do with a choice."""
    position = recording.load(choice.match, choice.round)
    return choose(position, choice.round, choice.seat.number, "hen")


def play_on(match: Match, choices: int | None = None, now: datetime = NOON) -> Match:
    """Play a match of people sensibly, to its end or for so many choices."""
    played = 0
    while (choices is None or played < choices) and match.choices.exists():
        choice = waiting(match)
        services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=now)
        played += 1
    match.refresh_from_db()
    return match
