"""Switching mails off: by the page, and by a mail program's one click (RFC 8058)."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from notifications import noticing, preferences
from notifications.models import SWITCHABLE, Kind, MailChoice
from notifications.preferences import BadLink
from tests.factories import NOON, make_match, make_player
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return make_player("Ana")


def path(player: Player, kind: Kind = Kind.TURN) -> str:
    return f"/mail/{preferences.token(player, kind)}/"


def test_everything_is_wanted_until_it_is_switched_off(player: Player) -> None:
    assert all(preferences.wants(player, kind) for kind in SWITCHABLE)


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing(client: Client, player: Player, method: str) -> None:
    for _ in range(2):
        response = getattr(client, method)(path(player))
        assert response.status_code == 200
    assert not MailChoice.objects.exists()


def test_one_click_switches_off_without_cookie_token_or_redirect(player: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    for _ in range(2):
        response = client.post(
            path(player),
            "List-Unsubscribe=One-Click",
            content_type="application/x-www-form-urlencoded",
        )
        assert response.status_code == 200
    assert not preferences.wants(player, Kind.TURN)
    assert preferences.wants(player, Kind.REMINDER)


def test_the_page_switches_on_again(client: Client, player: Player) -> None:
    client.post(path(player), {"wanted": "0"})
    assert "no more" in client.get(path(player)).content.decode()
    client.post(path(player), {"wanted": "1"})
    assert preferences.wants(player, Kind.TURN)


@pytest.mark.parametrize("cut", [1, 20])
def test_a_cut_link_is_refused(client: Client, player: Player, cut: int) -> None:
    response = client.post(f"/mail/{preferences.token(player, Kind.TURN)[:-cut]}/")
    assert response.status_code == 403
    assert not MailChoice.objects.exists()


@pytest.mark.parametrize("text", ["x", "1-turn-abc", "a" * 10_000])
def test_what_is_no_link_is_refused(client: Client, text: str) -> None:
    assert client.get(f"/mail/{text}/").status_code == 403


def test_a_changed_address_voids_the_link(player: Player) -> None:
    token = preferences.token(player, Kind.TURN)
    player.email = "new@example.org"
    player.save()
    with pytest.raises(BadLink):
        preferences.resolve(token)


def test_the_link_of_a_mail_works(client: Client, drain: Drain) -> None:
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    (mail,) = drain(NOON + timedelta(minutes=3))
    header = str(mail.extra_headers["List-Unsubscribe"])
    found = re.fullmatch(r"<http://[^/]+(/mail/.+/)>", header)
    assert found is not None
    assert client.post(found[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert MailChoice.objects.get().kind == Kind.TURN
