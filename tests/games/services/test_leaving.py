"""Seats of a running match that a person leaves, loses, or comes back to."""

import json
from datetime import timedelta
from typing import Any

import pytest

from games import services, store
from games.services import SeatPlan
from games.tables import Invitation, Match, Seat
from tests.factories import NOON, make_match, make_player, play_on, sensible, waiting

pytestmark = pytest.mark.django_db


def handed(match: Match) -> list[tuple[str, str, str]]:
    """Return to whom seats were handed over, why, and who caused it."""
    return [
        (json.loads(event.data)["to"], json.loads(event.data)["reason"], event.cause)
        for event in store.load_all(match.pk)
        if event.type == "seat_handed_over"
    ]


def test_a_bot_plays_on_for_who_resigns() -> None:
    match = make_match(people=2, bots=0)
    seat = waiting(match).seat
    services.resign(seat, now=NOON)
    left = Seat.objects.get(pk=seat.pk)
    assert (left.player, left.bot, left.is_person) == (None, "hen", False)
    assert handed(match) == [("bot", "resigned", "player")]
    assert left.tenure == seat.tenure + 1


def test_resigning_twice_is_resigning_once() -> None:
    match = make_match(people=2, bots=0)
    seat = match.seats.get(number=0)
    services.resign(seat, now=NOON)
    with pytest.raises(services.SeatChanged):
        services.resign(seat, now=NOON)
    assert len(handed(match)) == 1


def test_who_resigned_plays_no_more() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    command = sensible(choice)
    services.resign(choice.seat, now=NOON)
    with pytest.raises(services.SeatChanged):
        services.play(choice.seat, choice.round, command, choice.seq, now=NOON)


def test_a_player_comes_back_to_a_seat_that_a_bot_kept_warm() -> None:
    match = make_match(people=2, bots=0)
    seat = match.seats.get(number=0)
    services.give_to_bot(seat, "clock", cause="clock", now=NOON)
    back = services.return_to_seat(seat, now=NOON)
    assert back.is_person
    assert handed(match) == [("bot", "clock", "clock"), ("player", "returned", "player")]
    with pytest.raises(services.SeatChanged):
        services.return_to_seat(seat, now=NOON)


def test_nobody_comes_back_after_resigning() -> None:
    match = make_match(people=2, bots=0)
    seat = match.seats.get(number=0)
    services.resign(seat, now=NOON)
    with pytest.raises(services.SeatChanged):
        services.return_to_seat(seat, now=NOON)


def test_nothing_can_be_resigned_after_the_end() -> None:
    match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=5))
    with pytest.raises(services.MatchNotRunning):
        services.resign(match.seats.get(number=0), now=NOON)


def test_who_goes_for_good_leaves_every_table_and_invitation() -> None:
    running = make_match(people=2, bots=0)
    player = running.seats.get(number=0).player
    assert player is not None
    plans = [SeatPlan("me"), SeatPlan("open"), SeatPlan("open")]
    more: dict[str, Any] = {
        "preset": "trains",
        "options": {},
        "turn_time": timedelta(days=1),
        "now": NOON,
    }
    own = services.create_match(player, seats=plans, **more)
    joined = services.create_match(make_player(), seats=plans, **more)
    services.take_open_seat(joined, player, now=NOON)
    invited = services.create_match(
        make_player(), seats=[SeatPlan("me"), SeatPlan("player", player)], **more
    )
    services.player_leaves(player, now=NOON)
    own.refresh_from_db()
    assert own.state == Match.State.CANCELLED
    assert not joined.seats.filter(player=player).exists()
    assert Invitation.objects.get(seat__match=invited).state == Invitation.State.WITHDRAWN
    assert handed(running) == [("bot", "left", "player")]


def test_a_bot_stands_in_for_who_is_suspended_and_the_seat_stays_theirs() -> None:
    match = make_match(people=2, bots=0)
    seat = match.seats.get(number=0)
    assert seat.player is not None
    services.player_suspended(seat.player, now=NOON)
    kept = Seat.objects.get(pk=seat.pk)
    assert (kept.player, kept.bot) == (seat.player, "hen")
    assert handed(match) == [("bot", "suspended", "admin")]
