"""What the creator of a table may change before its first deal, and nobody else."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from games import services
from games.tables import Invitation, Match, Seat
from tests.factories import make_player
from tests.games.web.browsing import form_of, page_of, send, text_of
from tests.games.web.tables import ANA, BOT, ME, OPEN, at, browser, everything, lay

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Player:
    return make_player("Host")


@pytest.fixture
def match(host: Player) -> Match:
    return lay(ME, ANA, OPEN, BOT, creator=host)


@pytest.fixture
def client(host: Player) -> Client:
    return browser(host)


def form(client: Client, match: Match, name: str, number: int) -> Any:
    page = client.get(at(match, "match"), follow=True)
    return form_of(page, at(match, name, number))


def test_somebody_else_is_invited_instead(client: Client, match: Match) -> None:
    sent = send(client, form(client, match, "invite", 1), address="Bor@example.org")
    assert sent.status_code == 302
    states = dict(Invitation.objects.values_list("address", "state"))
    assert states == {"ana@example.org": "withdrawn", "Bor@example.org": "open"}


@pytest.mark.parametrize(
    "address",
    ["", "nobody", "a@example.org\nBcc: b@example.org", "a" * 10_000 + "@example.org", "\x00"],
)
def test_what_is_no_address_comes_back_with_the_reason(
    client: Client, match: Match, address: str
) -> None:
    before = everything()
    page = send(client, form(client, match, "invite", 1), address=address)
    assert page.status_code == 422
    assert page_of(page).select(".wrong .errorlist")
    assert everything() == before


def test_what_was_typed_stays_with_the_reason(client: Client, match: Match) -> None:
    page = send(client, form(client, match, "invite", 2), address="ana@example.org")
    assert page.status_code == 422
    assert page_of(page).select("#bot-2 option[value=hen][selected]")
    typed = page_of(page).select_one("#invite-2")
    assert typed is not None
    assert typed["value"] == "ana@example.org"
    assert "invited already" in text_of(page)


def test_an_invitation_is_taken_back_once(client: Client, match: Match) -> None:
    withdraw = form(client, match, "withdraw", 1)
    assert send(client, withdraw).status_code == 302
    assert Invitation.objects.get().state == Invitation.State.WITHDRAWN
    assert send(client, withdraw).status_code == 410


def test_bots_and_open_seats(client: Client, match: Match) -> None:
    opens, seats = form(client, match, "open_seat", 1), form(client, match, "bot", 2)
    assert send(client, opens).status_code == 302
    assert match.seats.get(number=1).open_to_all
    assert send(client, seats, bot="hen").status_code == 302
    assert match.seats.get(number=2).bot == "hen"
    assert send(client, seats, bot="hen").status_code == 409
    wrong = send(client, form(client, match, "bot", 1), bot="fox")
    assert wrong.status_code == 422


def test_the_table_is_called_off(client: Client, match: Match) -> None:
    page = client.get(at(match, "match"), follow=True)
    cancel = form_of(page, "/cancel/")
    assert send(client, cancel).status_code == 302
    match.refresh_from_db()
    assert match.state == Match.State.CANCELLED
    assert send(client, cancel).status_code == 410


ACTS = [("invite", 1), ("withdraw", 1), ("bot", 1), ("open_seat", 1), ("cancel", None)]


@pytest.mark.parametrize(("name", "number"), ACTS)
def test_nobody_else_changes_the_table(match: Match, name: str, number: int | None) -> None:
    seated = make_player("Seated")
    services.take_open_seat(match, seated, now=match.created_at)
    before = everything()
    for player in (seated, make_player("Stranger"), None):
        client = Client()
        if player is not None:
            client.force_login(player)
        before = everything()
        args = [] if number is None else [number]
        answer = client.post(at(match, name, *args), {"address": "b@example.org", "bot": "hen"})
        assert answer.status_code == 403
        assert everything() == before


@pytest.mark.parametrize("name", ["invite", "withdraw", "bot", "open_seat"])
def test_a_seat_that_is_not_there_is_no_page(client: Client, match: Match, name: str) -> None:
    page = client.get(at(match, "match"), follow=True)
    there = form_of(page, "/cancel/")
    there["action"] = at(match, name, 9)
    assert send(client, there).status_code == 404


def test_after_the_start_nothing_changes_any_more(client: Client, host: Player) -> None:
    match = lay(ME, OPEN, creator=host)
    acts = [form(client, match, "bot", 1), form(client, match, "invite", 1)]
    services.take_open_seat(match, make_player(), now=match.created_at)
    before = everything()
    for act in acts:
        assert send(client, act, address="b@example.org", bot="hen").status_code == 409
    assert everything() == before
    assert Seat.objects.filter(bot="hen").count() == 0
