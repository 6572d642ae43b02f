"""Administrators of several ranks, each with a browser."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import Player
from games import bell
from tests.factories import make_player


@pytest.fixture(autouse=True)
def _nobody_hears_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda *_: None)


@pytest.fixture
def chief(db: None) -> Player:
    """Return an administrator with all rights."""
    return make_player("Chief", is_staff=True, is_superuser=True)


@pytest.fixture
def browser(chief: Player) -> Client:
    """Return the browser of who has all rights."""
    return signed_in(chief)


Staff = Callable[..., Client]


@pytest.fixture
def staff(db: None) -> Staff:
    """Return a maker of browsers of administrators with just these permissions."""

    def made(*codenames: str) -> Client:
        player = make_player(is_staff=True)
        player.user_permissions.set(Permission.objects.filter(codename__in=codenames))
        return signed_in(player)

    return made


def signed_in(player: Player) -> Client:
    """Return a browser in which somebody has signed in."""
    client = Client()
    client.force_login(player, backend="accounts.backends.PlayerBackend")
    return client
