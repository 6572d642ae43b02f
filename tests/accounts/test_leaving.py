"""Deleting an account, and suspending one."""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts import services
from accounts.models import Player, SignInCode
from accounts.signals import player_leaving, player_suspended, suspension_lifted
from tests.accounts.conftest import Inbox, signed_in_as


def test_deleting_says_first_what_it_does_and_wants_a_yes(client: Client, ana: Player) -> None:
    client.force_login(ana)
    assert "a bot plays on in your place" in client.get("/me/delete/").content.decode()
    answer = client.post("/me/delete/")
    assert answer.status_code == 422
    assert "Nothing was deleted" in answer.content.decode()
    assert Player.objects.exists()


def test_a_deleted_account_leaves_nothing_and_ends_every_session(
    client: Client, ana: Player, asks: Callable[[str], Inbox]
) -> None:
    path = asks("ana@example.org").path
    other = Client()
    for browser in (client, other):
        browser.force_login(ana)
    assert "deleted" in client.post("/me/delete/", {"sure": "on"}, follow=True).content.decode()
    assert not Player.objects.exists()
    assert not SignInCode.objects.exists()
    assert client.get("/me/").status_code == 302
    assert other.get("/me/").status_code == 302
    assert other.get(path, follow=True).status_code == 400


def test_who_keeps_seats_hears_of_it_while_the_player_is_still_there(ana: Player) -> None:
    heard = []

    def hear(player: Player, **_told: object) -> None:
        heard.append(
            (
                Player.objects.filter(pk=player.pk).exists(),
                transaction.get_connection().in_atomic_block,
            )
        )

    player_leaving.connect(hear)
    try:
        services.delete_account(ana, now=timezone.now())
        services.delete_account(Player(pk=ana.pk or 1), now=timezone.now())
    finally:
        player_leaving.disconnect(hear)
    assert heard == [(True, True)]


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_fails_keeps_the_account(ana: Player) -> None:
    def fail(**_told: object) -> None:
        raise RuntimeError

    player_leaving.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            services.delete_account(ana, now=timezone.now())
    finally:
        player_leaving.disconnect(fail)
    assert Player.objects.exists()


def test_a_suspended_player_is_told_and_not_signed_in(
    ana: Player, client: Client, asks: Callable[[str], Inbox]
) -> None:
    inbox = asks("ana@example.org")
    path, code = inbox.path, inbox.last["code"]
    services.suspend(ana, "Rude words at the table.", now=timezone.now())
    assert inbox.last["signal"] is player_suspended
    browser = Client()
    browser.get(path)
    for answer in (
        browser.post("/sign-in/confirm/"),
        browser.post("/sign-in/code/", {"address": "ana@example.org", "code": code}),
    ):
        assert answer.status_code == 403
        assert "This account is suspended: Rude words at the table." in answer.content.decode()
    assert signed_in_as(browser) is None


def test_a_suspension_ends_sessions_at_once_and_can_be_lifted(
    ana: Player, client: Client, inbox: Inbox
) -> None:
    client.force_login(ana)
    services.suspend(ana, "", now=timezone.now())
    assert client.get("/me/").status_code == 302
    services.lift_suspension(ana, now=timezone.now())
    assert inbox.last["signal"] is suspension_lifted
    assert client.get("/me/").status_code == 200


def test_a_suspended_administrators_password_opens_nothing(
    db: None, client: Client, settings: Settings
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    boss = Player.objects.create_superuser("boss@example.org", "a password", display_name="Boss")
    assert client.login(username="BOSS@example.org", password="a password")
    services.suspend(boss, "", now=timezone.now())
    assert not Client().login(username="boss@example.org", password="a password")


def test_an_address_that_refuses_is_known_again_in_any_case_and_cannot_be_read(db: None) -> None:
    assert not services.refuses("eve@example.org")
    for _ in range(2):
        services.refuse("Eve@example.org", now=timezone.now())
    assert services.refuses("eVE@EXAMPLE.org")
    assert not services.refuses("ana@example.org")


def test_a_refusal_outlives_a_change_of_the_secret_key(db: None, settings: Settings) -> None:
    services.refuse("eve@example.org", now=timezone.now())
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    assert not services.refuses("eve@example.org")
    settings.SECRET_KEY_FALLBACKS = [old]
    assert services.refuses("eve@example.org")
