"""The pages of webhooks: add, change, test, renew, delete; and nobody else's."""

import re

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

import accounts.services
from accounts.models import Player
from games.tables import Match
from notifications.models import Delivery, Notice, Webhook
from notifications.webhooks import keeping, outbox
from notifications.webhooks.posting import Answer
from tests.factories import make_match, make_player
from tests.games.web.browsing import rows

pytestmark = pytest.mark.django_db

URL = "https://discord.com/api/webhooks/1/very-secret"
SENT = {"url": URL, "form": "discord", "table": ""}


@pytest.fixture
def ana() -> Player:
    return make_player("Ana")


@pytest.fixture
def browser(ana: Player) -> Client:
    client = Client()
    client.force_login(ana, backend="accounts.backends.PlayerBackend")
    return client


@pytest.fixture
def hook(ana: Player) -> Webhook:
    return keeping.add(ana, url=URL, form="discord", match=None, now=timezone.now())


def path(hook: Webhook) -> str:
    return f"/me/hooks/{hook.pk}/"


def test_it_is_added_and_its_page_follows(browser: Client, ana: Player) -> None:
    response = browser.post("/me/hooks/", SENT)
    hook = Webhook.objects.get()
    assert response["Location"] == path(hook)
    assert (hook.player, hook.url, hook.form, hook.match) == (ana, URL, "discord", None)
    assert hook.secret.startswith("whsec_")
    page = browser.get(path(hook)).content.decode()
    assert "discord.com" in page
    assert hook.secret not in page
    assert URL not in browser.get("/me/hooks/").content.decode()


def test_a_table_is_chosen_from_those_where_one_sits(browser: Client, ana: Player) -> None:
    match = make_match(people=2, bots=1)
    other = make_match(people=2, bots=1)
    match.seats.filter(number=0).update(player=ana)
    page = BeautifulSoup(browser.get("/me/hooks/").content, "html.parser")
    offered = [option["value"] for option in page.select("#id_table option")]
    assert offered == ["", str(match.pk)]
    browser.post("/me/hooks/", {**SENT, "table": str(match.pk)})
    assert Webhook.objects.get().match == match
    refused = browser.post("/me/hooks/", {**SENT, "table": str(other.pk)})
    assert refused.status_code == 422
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("", "Please write an address."),
        ("http://example.org/", "It begins with https"),
        ("https://user@example.org/", "names no user"),
        ("https://127.1/", "lies in a private network"),
        ("https://[::ffff:10.0.0.1]/", "lies in a private network"),
        ("https://localhost/", "lies in a private network"),
        ("https://a..b/", "no address that we can post to"),
        ("https://example.org/\x00", "Null characters are not allowed."),
        ("https://example.org/" + "a" * 600, "no address that we can post to"),
    ],
)
def test_what_cannot_be_posted_to_is_refused_beside_the_field(
    browser: Client, url: str, sentence: str
) -> None:
    response = browser.post("/me/hooks/", {**SENT, "url": url})
    assert response.status_code == 422
    page = BeautifulSoup(response.content, "html.parser")
    (field,) = page.select(".field.wrong")
    assert field.select_one("#id_url") is not None
    assert sentence in field.get_text()
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("sent", [{"form": "xml"}, {"form": ""}, {"table": "x"}, {"table": "0"}])
def test_choices_that_are_not_offered_are_refused(browser: Client, sent: dict[str, str]) -> None:
    assert browser.post("/me/hooks/", {**SENT, **sent}).status_code == 422


def test_no_more_than_ten(browser: Client) -> None:
    for _ in range(keeping.MOST):
        assert browser.post("/me/hooks/", SENT).status_code == 302
    response = browser.post("/me/hooks/", SENT)
    assert response.status_code == 422
    assert "no more fit in" in response.content.decode()
    assert Webhook.objects.count() == keeping.MOST


def test_nobody_elses_is_there(hook: Webhook) -> None:
    stranger = Client()
    stranger.force_login(make_player(), backend="accounts.backends.PlayerBackend")
    for address in (path(hook), f"{path(hook)}delete/", "/me/hooks/999999999999999999/"):
        assert stranger.get(address).status_code == 404
        assert stranger.post(address, {"secret": ""}).status_code == 404
    assert "discord.com" not in stranger.get("/me/hooks/").content.decode()
    assert Client().get(path(hook)).status_code == 302
    assert Webhook.objects.filter(pk=hook.pk, secret=hook.secret).exists()


def test_looking_changes_nothing(browser: Client, hook: Webhook) -> None:
    before = rows()
    for address in ("/me/hooks/", path(hook), f"{path(hook)}delete/"):
        assert browser.get(address).status_code == 200
        assert browser.head(address).status_code == 200
    assert rows() == before


def test_a_secret_is_shown_once_and_signs_from_then_on(browser: Client, hook: Webhook) -> None:
    response = browser.post(path(hook), {"secret": ""})
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    hook.refresh_from_db()
    assert f'value="{hook.secret}"' in response.content.decode()
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{32}", hook.secret)
    assert hook.secret not in browser.get(path(hook)).content.decode()


def test_only_programs_are_offered_a_secret(browser: Client, hook: Webhook) -> None:
    assert 'name="secret"' not in browser.get(path(hook)).content.decode()
    Webhook.objects.update(form="json")
    assert 'name="secret"' in browser.get(path(hook)).content.decode()


def test_a_test_message_can_be_sent_and_its_end_is_seen(browser: Client, hook: Webhook) -> None:
    for _ in range(2):
        assert browser.post(path(hook), {"test": ""}).status_code == 302
    assert Delivery.objects.filter(kind="test").count() in {1, 2}  # two, over a turn of the minute
    assert "test message: due" in browser.get(path(hook)).content.decode()
    outbox.drain(post=lambda *_: Answer("500"))
    page = browser.get(path(hook)).content.decode()
    assert "test message: failed, it answered with status 500" in page


def test_tests_are_not_for_drumming(browser: Client, hook: Webhook) -> None:
    for _ in range(keeping.TESTS_AN_HOUR):
        browser.post(path(hook), {"test": ""})
    assert browser.post(path(hook), {"test": ""}).status_code == 429


def test_one_that_was_switched_off_says_why_and_is_switched_on(
    browser: Client, hook: Webhook
) -> None:
    Webhook.objects.update(off_since=timezone.now(), off_because="failing", trouble="private")
    page = browser.get(path(hook)).content.decode()
    assert "it failed for 24 hours" in page
    assert "its name leads into a private network" in page
    assert 'name="test"' not in page
    assert "switched off" in browser.get("/me/hooks/").content.decode()
    browser.post(path(hook), {"on": ""})
    hook.refresh_from_db()
    assert (hook.is_on, hook.trouble, hook.off_because) == (True, "", "")


def test_a_change_is_kept_and_switches_on(browser: Client, hook: Webhook) -> None:
    Webhook.objects.update(off_since=timezone.now(), off_because="gone")
    browser.post(path(hook), {"url": "https://x.example/", "form": "json", "table": ""})
    hook.refresh_from_db()
    assert (hook.url, hook.form, hook.is_on) == ("https://x.example/", "json", True)
    refused = browser.post(path(hook), {"url": "https://10.0.0.1/", "form": "json", "table": ""})
    assert refused.status_code == 422
    hook.refresh_from_db()
    assert hook.url == "https://x.example/"


def test_the_table_of_a_match_that_is_over_can_be_kept(browser: Client, ana: Player) -> None:
    match = make_match(people=1, bots=1)
    match.seats.filter(number=0).update(player=ana)
    hook = keeping.add(ana, url=URL, form="json", match=match, now=timezone.now())
    Match.objects.update(state="ended")
    page = BeautifulSoup(browser.get(path(hook)).content, "html.parser")
    (chosen,) = page.select("#id_table option[selected]")
    assert chosen["value"] == str(match.pk)
    assert browser.post(path(hook), {**SENT, "table": str(match.pk)}).status_code == 302


def test_it_is_deleted_by_a_post_with_all_that_was_told(browser: Client, hook: Webhook) -> None:
    browser.post(path(hook), {"test": ""})
    assert browser.post(f"{path(hook)}delete/").status_code == 302
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_no_list_page_or_download_shows_a_secret(browser: Client, hook: Webhook) -> None:
    boss = Client()
    boss.force_login(
        make_player("Boss", is_staff=True, is_superuser=True),
        backend="accounts.backends.PlayerBackend",
    )
    for address in ("", f"{hook.pk}/change/"):
        page = boss.get(f"/admin/notifications/webhook/{address}").content.decode()
        assert "discord.com" in page
        assert hook.secret not in page
        assert "very-secret" not in page
    mine = browser.get("/me/data/").json()
    assert mine["webhooks"][0]["address"] == URL
    assert hook.secret not in str(mine)


def test_they_go_with_their_player(hook: Webhook, ana: Player) -> None:
    keeping.test(hook, now=timezone.now())
    accounts.services.delete_account(ana, now=timezone.now())
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()
    assert not Notice.objects.exists()


def test_who_sits_at_a_table_sees_who_has_it_told_elsewhere(ana: Player) -> None:
    match = make_match(people=3, bots=0)
    teller, other, third = [seat.player for seat in match.seats.order_by("number")]
    assert teller is not None
    assert other is not None
    hook = keeping.add(teller, url=URL, form="discord", match=match, now=timezone.now())
    keeping.add(other, url=URL, form="discord", match=None, now=timezone.now())
    keeping.add(ana, url=URL, form="discord", match=match, now=timezone.now())

    def said_to(player: Player | None, number: int) -> list[str]:
        assert player is not None
        client = Client()
        client.force_login(player, backend="accounts.backends.PlayerBackend")
        page = client.get(f"/m/{match.slug}/{number}/").content
        notes = [note.text.strip() for note in BeautifulSoup(page, "html.parser").find_all("p")]
        return [note.split(" it told")[0] for note in notes if "outside this site" in note]

    assert said_to(teller, 0) == ["You have"]
    assert said_to(other, 1) == said_to(third, 2) == [f"{teller.display_name} has"]
    outbox._switch_off(hook, Webhook.Off.GONE, Answer("410"), timezone.now())
    assert said_to(other, 1) == []
