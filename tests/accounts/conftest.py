"""A player, an inbox that hears what would be mailed, and a clock for links."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.dispatch import Signal
from django.test import Client
from django.utils import timezone

from accounts import services, signals
from accounts.models import Player


@dataclass
class Inbox:
    """What the signals told, newest last."""

    heard: list[dict[str, Any]] = field(default_factory=list)

    @property
    def last(self) -> dict[str, Any]:
        return self.heard[-1]

    @property
    def path(self) -> str:
        """The newest link without its host."""
        parts = urlsplit(self.last["link"])
        return f"{parts.path}?{parts.query}"

    @property
    def token(self) -> str:
        return str(parse_qs(urlsplit(self.last["link"]).query)["token"][0])


def listen(*listened: Signal) -> Iterator[Inbox]:
    inbox = Inbox()

    def hear(signal: Signal, **told: Any) -> None:
        inbox.heard.append({"signal": signal, **told})

    for signal in listened:
        signal.connect(hear)
    yield inbox
    for signal in listened:
        signal.disconnect(hear)


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    yield from listen(
        signals.sign_in_asked,
        signals.address_change_asked,
        signals.address_changed,
        signals.player_leaving,
        signals.player_suspended,
        signals.suspension_lifted,
    )


@pytest.fixture
def ana(db: None) -> Player:
    return services.register_or_find(
        "Ana@example.org",
        display_name="Ana",
        language="en",
        time_zone="Europe/Bucharest",
        now=timezone.now(),
    )


@pytest.fixture
def asks(client: Client, inbox: Inbox, db: None) -> Callable[[str], Inbox]:
    """Ask for a sign-in mail in the browser and return the inbox it came to."""

    def ask(address: str) -> Inbox:
        answer = client.post("/sign-in/", {"address": address})
        assert (answer.status_code, answer["Location"]) == (302, "/sign-in/sent/")
        return inbox

    return ask


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Move every clock of the process on."""

    def move(by: timedelta) -> None:
        real_time, real_now = time.time, timezone.now
        monkeypatch.setattr(time, "time", lambda: real_time() + by.total_seconds())
        monkeypatch.setattr(timezone, "now", lambda: real_now() + by)

    return move


def signed_in_as(client: Client) -> str | None:
    """Return the name that the browser is signed in by."""
    pk = client.session.get("_auth_user_id")
    return Player.objects.get(pk=pk).display_name if pk else None
