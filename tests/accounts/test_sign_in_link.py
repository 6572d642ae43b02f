"""The link in the mail: for the whole account, 15 minutes, confirmed by a POST (MAIL.md, Links)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services
from accounts.models import Player
from tests.accounts.conftest import Inbox, signed_in_as

Asks = Callable[[str], Inbox]
Later = Callable[[timedelta], None]


def open_link(client: Client, path: str) -> str:
    """Follow the link to the page that asks, and return that page."""
    moved = client.get(path)
    assert (moved.status_code, moved["Location"]) == (302, "/sign-in/confirm/")
    return client.get("/sign-in/confirm/").content.decode()


def test_a_link_asks_and_the_answer_signs_in(ana: Player, asks: Asks) -> None:
    inbox, browser = asks("ana@EXAMPLE.org"), Client()
    assert "Sign in as Ana?" in open_link(browser, inbox.path)
    assert signed_in_as(browser) is None
    assert browser.post("/sign-in/confirm/")["Location"] == "/"
    assert signed_in_as(browser) == "Ana"


def test_the_mail_goes_to_the_address_as_the_player_wrote_it(ana: Player, asks: Asks) -> None:
    told = asks("ANA@example.ORG").last
    assert (told["address"], told["player"], told["language"]) == ("Ana@example.org", ana, "en")


def test_a_get_changes_nothing_in_any_table(ana: Player, asks: Asks) -> None:
    inbox, browser = asks("ana@example.org"), Client()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        open_link(browser, inbox.path)
        browser.get("/sign-in/")
        browser.get("/sign-in/sent/")
        browser.get("/sign-in/code/")
        browser.get("/sign-in/again/")
        browser.get("/sign-out/")
        browser.get("/me/")
    assert [q["sql"] for q in queries if not q["sql"].lstrip().startswith("SELECT")] == []


def test_the_token_leaves_the_address_and_no_script_can_read_it(ana: Player, asks: Asks) -> None:
    inbox, browser = asks("ana@example.org"), Client()
    moved = browser.get(inbox.path)
    assert inbox.token not in moved["Location"]
    cookie = moved.cookies["sign-in-link"]
    assert cookie["httponly"]
    assert (cookie["path"], cookie["samesite"]) == ("/sign-in/", "Lax")
    assert inbox.token not in browser.get("/sign-in/confirm/").content.decode()
    assert "no-store" in moved["Cache-Control"]


def test_a_client_that_keeps_no_cookies_achieves_nothing(ana: Player, asks: Asks) -> None:
    inbox = asks("ana@example.org")
    Client().get(inbox.path)
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post("/sign-in/confirm/").status_code == 403
    stranger = Client()
    assert stranger.post("/sign-in/confirm/").status_code == 400
    assert signed_in_as(stranger) is None


def test_a_link_is_good_in_every_browser_until_its_time_is_over(
    ana: Player, asks: Asks, later: Later
) -> None:
    inbox = asks("ana@example.org")
    for minutes in (0, 14):
        later(timedelta(minutes=minutes))
        browser = Client()
        open_link(browser, inbox.path)
        browser.post("/sign-in/confirm/")
        assert signed_in_as(browser) == "Ana"


def test_an_old_link_signs_nobody_in_and_offers_a_new_one_by_mail(
    ana: Player, asks: Asks, later: Later
) -> None:
    inbox, browser = asks("ana@example.org"), Client()
    later(timedelta(minutes=15, seconds=1))
    assert "The time of this link is over" in open_link(browser, inbox.path)
    assert browser.post("/sign-in/confirm/").status_code == 410
    assert signed_in_as(browser) is None
    assert browser.post("/sign-in/again/")["Location"] == "/sign-in/sent/"
    assert len(inbox.heard) == 2
    assert inbox.last["address"] == "Ana@example.org"
    open_link(browser, inbox.path)
    browser.post("/sign-in/confirm/")
    assert signed_in_as(browser) == "Ana"


@pytest.mark.parametrize("cut", [0, 1, 5, -1])
def test_a_cut_link_is_told_and_signs_nobody_in(ana: Player, asks: Asks, cut: int) -> None:
    token, browser = asks("ana@example.org").token, Client()
    answer = browser.get("/sign-in/link/", {"token": token[:cut]}, follow=True)
    assert answer.status_code == 400
    assert "This link does not work" in answer.content.decode()
    assert browser.post("/sign-in/confirm/").status_code == 400


@pytest.mark.parametrize(
    "token", ["%ff%fe", "%00", "x" * 10_000, "a:b:c", "AAAAAAAAAAAAAAAAAAAAAAAA"]
)
def test_a_made_up_token_is_told(db: None, token: str) -> None:
    assert Client().get(f"/sign-in/link/?token={token}", follow=True).status_code == 400


def test_a_link_of_another_purpose_signs_nobody_in(
    ana: Player, client: Client, inbox: Inbox
) -> None:
    now = timezone.now()
    services.ask_to_change_address(ana, "new@example.org", "127.0.0.1", now=now)
    assert Client().get("/sign-in/link/", {"token": inbox.token}, follow=True).status_code == 400


def test_a_changed_address_revokes_the_links_that_are_out(ana: Player, asks: Asks) -> None:
    inbox, browser = asks("ana@example.org"), Client()
    path = inbox.path
    services.ask_to_change_address(ana, "new@example.org", "127.0.0.1", now=timezone.now())
    services.change_address(inbox.token, now=timezone.now())
    assert "This link does not work" in open_link(browser, path)


def test_somebody_new_gets_an_account_when_the_link_is_confirmed(asks: Asks) -> None:
    inbox, browser = asks("Maria@example.org"), Client()
    browser.cookies["time_zone"] = "Europe/Athens"
    asked = open_link(browser, inbox.path)
    assert "Maria@example.org" in asked
    assert '<option value="Europe/Athens" selected>' in asked
    assert not Player.objects.exists()
    name = {"display_name": "Maria", "language": "en", "time_zone": "Europe/Athens"}
    browser.post("/sign-in/confirm/", name)
    maria = Player.objects.get()
    assert (maria.email, maria.time_zone) == ("Maria@example.org", "Europe/Athens")
    assert signed_in_as(browser) == "Maria"


def test_somebody_new_without_a_name_is_asked_again(asks: Asks) -> None:
    inbox, browser = asks("maria@example.org"), Client()
    open_link(browser, inbox.path)
    answer = browser.post("/sign-in/confirm/", {"language": "en", "time_zone": "UTC"})
    assert answer.status_code == 422
    assert "Please write a name." in answer.content.decode()
    assert not Player.objects.exists()


def test_the_link_of_somebody_new_opens_the_one_account_it_made(asks: Asks) -> None:
    inbox = asks("maria@example.org")
    for browser in (Client(), Client()):
        open_link(browser, inbox.path)
        name = {"display_name": "Maria", "language": "en", "time_zone": "UTC"}
        browser.post("/sign-in/confirm/", name)
        assert signed_in_as(browser) == "Maria"
    assert Player.objects.count() == 1


def test_known_and_unknown_addresses_get_the_same_answer_for_the_same_work(
    ana: Player, inbox: Inbox
) -> None:
    seen = []
    for address in ("ana@example.org", "eve@example.org"):
        browser = Client()
        with CaptureQueriesContext(connection) as queries:
            answer = browser.post("/sign-in/", {"address": address})
        page = browser.get("/sign-in/sent/").content.decode()
        token = browser.cookies["csrftoken"].value
        wrong = browser.post("/sign-in/code/", {"address": address, "code": "0" * 6})
        seen.append(
            (
                answer.status_code,
                answer["Location"],
                sorted(answer.cookies),
                [q["sql"].split()[0] for q in queries if "throttle" not in q["sql"]],
                len(page.replace(address, "").replace(token, "")),
                wrong.status_code,
            )
        )
    assert seen[0] == seen[1]
    assert len(inbox.heard) == 2


def test_signing_in_leads_to_where_it_was_asked_for(
    ana: Player, client: Client, inbox: Inbox
) -> None:
    asked = client.get("/me/address/")
    assert asked["Location"] == "/sign-in/?next=/me/address/"
    assert 'value="/me/address/"' in client.get(asked["Location"]).content.decode()
    client.post("/sign-in/", {"address": "ana@example.org", "next": "/me/address/"})
    browser = Client()
    open_link(browser, inbox.path)
    assert browser.post("/sign-in/confirm/")["Location"] == "/me/address/"


@pytest.mark.parametrize(
    "path", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:1", "x"]
)
def test_signing_in_never_leads_to_another_site(
    ana: Player, client: Client, inbox: Inbox, path: str
) -> None:
    client.post("/sign-in/", {"address": "ana@example.org", "next": path})
    browser = Client()
    browser.get("/sign-in/link/", {"token": inbox.token, "next": path})
    assert browser.post("/sign-in/confirm/")["Location"] == "/"


def test_the_page_warns_whom_it_would_sign_out(ana: Player, asks: Asks) -> None:
    inbox, browser = asks("ana@example.org"), Client()
    eve = Player.objects.create_user("eve@example.org", display_name="Eve")
    browser.force_login(eve)
    assert "Eve is signed in here" in open_link(browser, inbox.path)
    browser.post("/sign-in/confirm/")
    assert signed_in_as(browser) == "Ana"


def test_signing_out_is_a_post_too(ana: Player, client: Client) -> None:
    client.force_login(ana)
    assert "Sign out?" in client.get("/sign-out/").content.decode()
    assert signed_in_as(client) == "Ana"
    assert "You are signed out" in client.post("/sign-out/", follow=True).content.decode()
    assert signed_in_as(client) is None


def test_the_button_signs_in_whom_its_page_named_and_nobody_else(ana: Player, asks: Asks) -> None:
    browser = Client()
    Player.objects.create_user("ben@example.org", display_name="Ben")
    assert "Sign in as Ana?" in open_link(browser, asks("ana@example.org").path)
    assert "Sign in as Ben?" in open_link(browser, asks("ben@example.org").path)
    sent = browser.post("/sign-in/confirm/", {"address": "Ana@example.org"})
    assert (sent["Location"], signed_in_as(browser)) == ("/sign-in/confirm/", None)
    browser.post("/sign-in/confirm/", {"address": "ben@example.org"})
    assert signed_in_as(browser) == "Ben"
