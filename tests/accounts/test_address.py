"""A changed address is confirmed at the new one and told to the old one."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services
from accounts.models import Player
from accounts.signals import address_change_asked, address_changed
from tests.accounts.conftest import Inbox, signed_in_as


@pytest.fixture
def browser(client: Client, ana: Player) -> Client:
    client.force_login(ana)
    return client


@pytest.fixture
def asked(browser: Client, inbox: Inbox) -> Inbox:
    browser.post("/me/address/", {"new_address": "Nova@example.org"})
    return inbox


def test_a_mail_goes_to_the_new_address_and_nothing_changes_yet(asked: Inbox, ana: Player) -> None:
    assert asked.last["signal"] is address_change_asked
    assert (asked.last["player"], asked.last["new_address"]) == (ana, "Nova@example.org")
    ana.refresh_from_db()
    assert ana.email == "Ana@example.org"


def test_the_link_asks_in_any_browser_and_the_answer_changes_it(asked: Inbox, ana: Player) -> None:
    phone = Client()
    with CaptureQueriesContext(connection) as queries:
        moved = phone.get(asked.path)
        page = phone.get(moved["Location"]).content.decode()
    assert all(q["sql"].lstrip().startswith("SELECT") for q in queries)
    assert "Nova@example.org" in page
    phone.post("/me/address/confirm/")
    ana.refresh_from_db()
    assert ana.email == "Nova@example.org"
    assert asked.last["signal"] is address_changed
    assert (asked.last["player"], asked.last["old_address"]) == (ana, "Ana@example.org")
    assert signed_in_as(phone) is None


def test_the_browser_that_confirms_stays_signed_in_and_all_others_do_not(
    asked: Inbox, browser: Client, ana: Player
) -> None:
    other = Client()
    other.force_login(ana)
    browser.get(asked.path)
    browser.post("/me/address/confirm/")
    assert browser.get("/me/").status_code == 200
    assert other.get("/me/").status_code == 302


def test_a_client_without_cookies_changes_nothing(asked: Inbox, ana: Player) -> None:
    Client().get(asked.path)
    assert Client().post("/me/address/confirm/").status_code == 400
    ana.refresh_from_db()
    assert ana.email == "Ana@example.org"


def test_the_link_is_good_for_an_hour(
    asked: Inbox, ana: Player, later: Callable[[timedelta], None]
) -> None:
    phone = Client()
    later(timedelta(minutes=59))
    assert phone.get(asked.path, follow=True).status_code == 200
    later(timedelta(minutes=2))
    assert phone.post("/me/address/confirm/").status_code == 410


def test_a_link_is_void_once_the_address_has_changed(asked: Inbox, ana: Player) -> None:
    token = asked.token
    services.change_address(token, now=timezone.now())
    phone = Client()
    assert phone.get("/me/address/link/", {"token": token}, follow=True).status_code == 400


def test_whether_an_address_is_taken_is_told_only_to_who_reads_its_mail(
    browser: Client, inbox: Inbox, ana: Player
) -> None:
    Player.objects.create_user("eve@example.org", display_name="Eve")
    seen = []
    for address in ("eve@EXAMPLE.org", "nobody@EXAMPLE.org"):
        answer = browser.post("/me/address/", {"new_address": address}, follow=True)
        assert f"on its way to {address}" in answer.content.decode()
        seen.append(answer.status_code)
    assert seen == [200, 200]
    taken = services.read_change_link
    browser.get("/me/address/link/", {"token": token_for(inbox, "eve@EXAMPLE.org")})
    answer = browser.post("/me/address/confirm/")
    assert answer.status_code == 409
    assert "There is a player with this address already." in answer.content.decode()
    assert taken(token_for(inbox, "eve@EXAMPLE.org")).player == ana


def token_for(inbox: Inbox, address: str) -> str:
    told = next(h for h in inbox.heard if h["new_address"] == address)
    return Inbox([told]).token


def test_only_the_case_of_an_address_can_change_too(asked: Inbox, ana: Player) -> None:
    services.ask_to_change_address(ana, "ANA@example.org", "127.0.0.1", now=timezone.now())
    services.change_address(asked.token, now=timezone.now())
    ana.refresh_from_db()
    assert ana.email == "ANA@example.org"


@pytest.mark.parametrize(
    "address", ["", "nobody", "Ana@example.org", "a@b.org\nBcc: x@y.org", "a" * 10_000]
)
def test_what_cannot_be_the_new_address_is_said_beside_the_field(
    browser: Client, inbox: Inbox, address: str
) -> None:
    answer = browser.post("/me/address/", {"new_address": address})
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert inbox.heard == []


@pytest.mark.parametrize("token", ["", "x", "a:b:c", "%00", "%ff", "x" * 10_000])
def test_a_made_up_token_changes_nothing(db: None, token: str) -> None:
    assert Client().get(f"/me/address/link/?token={token}", follow=True).status_code == 400
