"""Seats that change hands: a bot stands in, the player comes back, or gives the seat up."""

import pytest

from games import services
from games.tables import Seat
from tests.factories import NOON
from tests.games.web.browsing import (
    Browser,
    address,
    form_of,
    hrefs,
    lay_a_tile,
    link_to,
    page_of,
    seat_at,
    send,
    sit,
    text_of,
)

pytestmark = pytest.mark.django_db


def test_a_link_of_an_earlier_tenure_says_who_plays_on(seat: Seat) -> None:
    link, client = link_to(seat), sit(seat)
    services.give_to_bot(seat, "clock", cause="clock", now=NOON)
    for answer in (client.get(link), client.get(address(seat)), Browser().get(link)):
        assert answer.status_code == 410
        assert f"A bot plays for {seat.name}" in text_of(answer)
        assert form_of(answer, "again/")


def test_the_owner_signed_in_takes_the_seat_back(seat: Seat) -> None:
    link, client = link_to(seat), Browser()
    assert seat.player
    client.force_login(seat.player)
    services.give_to_bot(seat, "clock", cause="clock", now=NOON)
    answer = send(client, form_of(client.get(link), "return/"))
    assert answer["Location"] == address(seat)
    seat.refresh_from_db()
    assert seat.is_person
    assert client.get(address(seat)).status_code == 200


def test_a_link_mailed_while_a_bot_stands_in_brings_its_player_back(seat: Seat) -> None:
    services.give_to_bot(seat, "clock", cause="clock", now=NOON)
    seat = seat_at(seat.match, seat.number)
    client = sit(seat)
    shown = client.get(address(seat))
    assert "A bot plays for you" in text_of(shown)
    assert hrefs(shown, ".hand") == []
    answer = send(client, form_of(shown, "return/"))
    assert answer.status_code == 302
    assert client.get(address(seat)).status_code == 200
    assert send(client, lay_a_tile(client, seat)).status_code == 302


def test_a_seat_that_was_given_up_is_nobodys(seat: Seat) -> None:
    link, client = link_to(seat), sit(seat)
    asked = client.get(address(seat, "resign"))
    assert asked.status_code == 200
    resigned = send(client, form_of(asked, "resign/"))
    assert resigned.status_code == 200
    for path in (link, address(seat)):
        answer = client.get(path)
        assert answer.status_code == 410
        assert "a bot plays on" in text_of(answer)
        assert not page_of(answer).select("main form")
