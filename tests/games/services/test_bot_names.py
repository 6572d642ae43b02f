"""Bots of one name at a table are told apart."""

from datetime import timedelta

import pytest

from games import services
from games.services import SeatPlan
from games.tables import Match
from tests.factories import NOON, make_player

pytestmark = pytest.mark.django_db


def table(*seats: SeatPlan, name: str = "Ana") -> Match:
    return services.create_match(
        make_player(name),
        preset="trains",
        options={},
        seats=[SeatPlan("me"), *seats],
        turn_time=timedelta(days=1),
        now=NOON,
    )


def names(match: Match) -> list[str]:
    return [seat.name for seat in match.seats.order_by("number")]


HEN, ROOSTER, OPEN = SeatPlan("bot", "hen"), SeatPlan("bot", "rooster"), SeatPlan("open")


def test_bots_of_one_name_are_numbered() -> None:
    assert names(table(HEN, ROOSTER, HEN, HEN)) == ["Ana", "Hen", "Rooster", "Hen 2", "Hen 3"]


def test_a_bot_that_comes_later_has_a_name_of_its_own() -> None:
    match = table(HEN, OPEN, OPEN)
    services.seat_bot(match.seats.get(number=2), "hen", now=NOON)
    assert names(match)[:3] == ["Ana", "Hen", "Hen 2"]


def test_a_bot_does_not_take_a_persons_name() -> None:
    assert names(table(HEN, HEN, name="Hen")) == ["Hen", "Hen 2", "Hen 3"]


def test_a_bot_that_plays_on_for_who_resigned_is_told_from_the_others() -> None:
    match = table(HEN, OPEN)
    services.take_open_seat(match, make_player("Bor"), now=NOON)
    services.resign(match.seats.get(number=2), now=NOON)
    assert names(match) == ["Ana", "Hen", "Hen 2"]


def test_a_bot_that_stands_in_keeps_the_players_name() -> None:
    match = table(HEN, OPEN)
    services.take_open_seat(match, make_player("Bor"), now=NOON)
    services.give_to_bot(match.seats.get(number=2), "admin", cause="admin", now=NOON)
    assert names(match) == ["Ana", "Hen", "Bor"]
