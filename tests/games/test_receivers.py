"""What becomes of a person's seats and words when accounts tells of them."""

from datetime import timedelta
from typing import Any

import pytest

import accounts.services
from accounts.errors import Suspended
from accounts.models import Player
from accounts.signals import address_changed
from games import services, store
from games.services import SeatPlan
from games.tables import Invitation, Match, Seat, SeatWords
from tests.factories import NOON, make_match, make_player, play_on, waiting
from tests.games.web.browsing import address, form_of, seat_at, send, sit

pytestmark = pytest.mark.django_db


def test_who_leaves_is_followed_by_a_bot_and_the_log_stays_whole() -> None:
    match = make_match(people=2, bots=0)
    play_on(match, choices=2)
    seat = waiting(match).seat
    digests = [row.digest for row in store.load_all(match.pk)]
    assert seat.player is not None
    accounts.services.delete_account(seat.player, now=NOON)
    left = Seat.objects.get(pk=seat.pk)
    assert (left.player, left.bot) == (None, "hen")
    rows = list(store.load_all(match.pk))
    assert [row.digest for row in rows][: len(digests)] == digests
    assert '"reason":"left"' in rows[-1].data


def test_who_has_left_is_a_former_player_in_finished_matches() -> None:
    match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=5))
    seat = match.seats.get(number=0)
    assert seat.player is not None
    accounts.services.delete_account(seat.player, now=NOON)
    seat.refresh_from_db()
    assert seat.name == "former player"


def test_who_leaves_takes_their_words_tables_and_addresses_along() -> None:
    leaver, host = make_player(), make_player()
    own = services.create_match(
        leaver,
        preset="trains",
        options={},
        seats=[SeatPlan("me"), SeatPlan("open")],
        turn_time=timedelta(days=1),
        words="canary words",
        now=NOON,
    )
    invited = services.create_match(
        host,
        preset="trains",
        options={},
        seats=[SeatPlan("me"), SeatPlan("player", leaver)],
        turn_time=timedelta(days=1),
        now=NOON,
    )
    accounts.services.delete_account(leaver, now=NOON)
    own.refresh_from_db()
    assert own.state == Match.State.CANCELLED
    assert not SeatWords.objects.exists()
    invitation = Invitation.objects.get(seat__match=invited)
    assert (invitation.state, invitation.address) == (Invitation.State.WITHDRAWN, "")
    assert not Player.objects.filter(pk=leaver.pk).exists()


def test_who_is_suspended_is_followed_by_a_bot_and_may_return() -> None:
    match = make_match(people=2, bots=0)
    seat = waiting(match).seat
    assert seat.player is not None
    accounts.services.suspend(seat.player, "rude", now=NOON)
    seat.refresh_from_db()
    assert not seat.is_person
    with pytest.raises(Suspended):
        services.return_to_seat(seat, now=NOON)
    accounts.services.lift_suspension(seat.player, now=NOON)
    seat.refresh_from_db()
    assert services.return_to_seat(seat, now=NOON).is_person


def test_who_is_suspended_does_not_come_back_by_a_link_of_the_bots_time() -> None:
    match = make_match(people=2, bots=0)
    services.give_to_bot(match.seats.get(number=0), "clock", cause="clock", now=NOON)
    seat = seat_at(match, 0)
    browser = sit(seat)
    assert seat.player is not None
    accounts.services.suspend(seat.player, "rude", now=NOON)
    assert send(browser, form_of(browser.get(address(seat)), "return/")).status_code == 403
    assert not seat_at(match, 0).is_person


def test_a_bot_sits_for_who_is_suspended_when_the_match_begins() -> None:
    match = services.create_match(
        make_player(),
        preset="trains",
        options={},
        seats=[SeatPlan("me"), *[SeatPlan("open")] * 2],
        turn_time=timedelta(days=1),
        now=NOON,
    )
    rude = make_player()
    seat = services.take_open_seat(match, rude, now=NOON)
    accounts.services.suspend(rude, "rude", now=NOON)
    services.take_open_seat(match, make_player(), now=NOON)
    seat = seat_at(match, seat.number)
    assert (seat.match.state, seat.player, seat.is_person) == (Match.State.RUNNING, rude, False)


@pytest.mark.parametrize("leave", [accounts.services.delete_account, accounts.services.suspend])
def test_a_bot_sits_for_who_left_while_the_match_stood_still(leave: Any) -> None:
    match = make_match(people=2, bots=0)
    Match.objects.filter(pk=match.pk).update(fault="type of x is unknown")
    player = seat_at(match, 0).player
    reason = ["rude"] if leave is accounts.services.suspend else []
    leave(player, *reason, now=NOON)
    services.let_go_on(match, now=NOON)
    assert seat_at(match, 0).bot


def test_a_changed_address_revokes_every_link() -> None:
    match = make_match(people=2, bots=0)
    seat = match.seats.get(number=0)
    token = services.token(services.capability_for(seat))
    address_changed.send(sender=Player, player=seat.player, old_address="old@example.org", now=NOON)
    assert services.resolve(token, now=NOON).status == "revoked"
