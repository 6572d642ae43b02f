"""Asking is throttled by address and by network, the same for known and unknown."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts import services
from accounts.errors import TooManyAsks, WrongCode
from accounts.models import Player, Throttle
from accounts.network import network_of
from tests.accounts.conftest import Inbox


def ask(address: str, network: str = "192.0.2.1") -> HttpResponse:
    return Client(REMOTE_ADDR=network).post("/sign-in/", {"address": address})  # type: ignore[return-value]


@pytest.mark.parametrize("address", ["ana@example.org", "eve@example.org"])
def test_the_sixth_ask_for_one_address_waits(ana: Player, inbox: Inbox, address: str) -> None:
    for n in range(5):
        assert ask(address, f"192.0.2.{n}").status_code == 302
    answer = ask(address.upper(), "192.0.2.99")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 15 * 60
    assert "Try again in 15 minutes." in answer.content.decode()
    assert len(inbox.heard) == 5


def test_one_network_may_ask_only_so_often(db: None, settings: Settings) -> None:
    settings.SIGN_INS_PER_NETWORK = 3
    for n in range(3):
        assert ask(f"p{n}@example.org").status_code == 302
    assert ask("p4@example.org").status_code == 429
    assert ask("p5@example.org", "192.0.2.2").status_code == 302


def test_a_window_ends(db: None, settings: Settings, later: Callable[[timedelta], None]) -> None:
    settings.SIGN_INS_PER_NETWORK = 1
    assert ask("p1@example.org").status_code == 302
    assert ask("p2@example.org").status_code == 429
    later(timedelta(minutes=15, seconds=1))
    assert ask("p3@example.org").status_code == 302


def test_windows_that_are_over_are_forgotten(db: None, later: Callable[[timedelta], None]) -> None:
    ask("p1@example.org")
    later(timedelta(minutes=16))
    ask("p2@example.org", "192.0.2.2")
    assert Throttle.objects.count() == 2


def test_codes_are_tried_only_so_often_from_one_network(db: None, settings: Settings) -> None:
    settings.SIGN_INS_PER_NETWORK = 2
    for refused in (WrongCode, WrongCode, TooManyAsks):
        with pytest.raises(refused):
            services.claim_by_code("ana@example.org", "000000", "192.0.2.1", now=timezone.now())


def test_a_change_of_address_is_throttled_by_player(ana: Player) -> None:
    for n in range(5):
        services.ask_to_change_address(ana, f"n{n}@example.org", "192.0.2.1", now=timezone.now())
    with pytest.raises(TooManyAsks):
        services.ask_to_change_address(ana, "n6@example.org", "192.0.2.1", now=timezone.now())


@pytest.mark.parametrize(
    ("sender", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", "unknown"),
    ],
)
def test_a_network_is_an_ipv4_address_or_an_ipv6_64(sender: str, network: str) -> None:
    assert network_of(RequestFactory().get("/", REMOTE_ADDR=sender)) == network


def test_what_a_client_says_of_itself_counts_only_behind_a_proxy(settings: Settings) -> None:
    request = RequestFactory().get(
        "/", REMOTE_ADDR="10.0.0.1", headers={"X-Forwarded-For": "198.51.100.9, 192.0.2.1"}
    )
    assert network_of(request) == "10.0.0.1"
    settings.BEHIND_PROXY = True
    assert network_of(request) == "192.0.2.1"
