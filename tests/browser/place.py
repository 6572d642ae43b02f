"""A page that somebody may see, and how a browser gets there."""

from typing import NamedTuple

from django.test import Client

from accounts.models import Player
from tests.browser.screens import Cookie, cookies_of
from tests.games.web.tables import browser


class Place(NamedTuple):
    """A page: its name, its address, who looks, what it is answered with.

    `press` is what is pressed first where only that leads there.
    """

    name: str
    path: str
    cookies: tuple[Cookie, ...] = ()
    status: int = 200
    press: str = ""


def signed(player: Player) -> tuple[Cookie, ...]:
    """Return the cookies of a player who is signed in."""
    return tuple(cookies_of(browser(player)))


def of_seat(sitting: Client) -> tuple[Cookie, ...]:
    """Return the cookies of a browser that sits at a table."""
    return tuple(cookies_of(sitting))
