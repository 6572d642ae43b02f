"""Every page that somebody may see, laid with what is to be seen there."""

from datetime import timedelta
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

import accounts.services
from accounts.models import Player
from games import services
from games.tables import Match
from notifications import preferences
from tests.browser.screens import Cookie, cookies_of
from tests.factories import make_match, make_player, play_on
from tests.games.web.browsing import address, seat_at, sit, to_move
from tests.games.web.tables import ANA, BOT, ME, OPEN, browser, lay, link_of


class Place(NamedTuple):
    """A page: its name, its address, who looks, and what it is answered with."""

    name: str
    path: str
    cookies: tuple[Cookie, ...] = ()
    status: int = 200


def places() -> list[Place]:
    """Lay tables and return the pages of all of them, of players, and of what goes wrong."""
    host = make_player("Zofka")
    return [*_tables(), *_waiting(host), *_over(), *_mine(host), *_anybodys(), *_wrong()]


def _tables() -> list[Place]:
    now = timezone.now()
    match = play_on(make_match(people=2, bots=2, now=now), 12, now=now)
    mine = to_move(match)
    other = match.seats.exclude(pk=mine.pk).select_related("match", "player")[0]
    services.say(other, "Shall we say until Sunday?", "a" * 32, now=now)
    paused = make_match(people=2, bots=0, now=now)
    services.pause(paused, now=now)
    stood = seat_at(paused, 0)
    side = play_on(
        make_match(people=2, bots=0, pace="side_by_side", rounds=4, now=now), 60, now=now
    )
    many = to_move(side)
    first = to_move(make_match(people=2, bots=0, now=now))
    at_mine, at_other = tuple(cookies_of(sit(mine))), tuple(cookies_of(sit(other)))
    return [
        Place("my turn", address(mine), at_mine),
        Place("talk", address(mine, "talk"), at_mine),
        Place("their turn", address(other), at_other),
        Place("my replay so far", address(other, "seat_replay"), at_other),
        Place("paused", address(stood), tuple(cookies_of(sit(stood)))),
        Place("side by side", address(many), at_many := tuple(cookies_of(sit(many)))),
        Place("a first move", address(first), tuple(cookies_of(sit(first)))),
        Place("all rounds", address(many, "seat_sheet"), at_many),
        Place("all rounds so far", address(many, "seat_replay_all"), at_many),
    ]


def _waiting(host: Player) -> list[Place]:
    match = lay(ME, ANA, OPEN, BOT, creator=host)
    invitation = match.seats.get(number=1).invitations.get()
    return [
        Place("waiting room", _of(match), _signed(host)),
        Place("invitation", link_of(invitation)),
    ]


def _over() -> list[Place]:
    match = play_on(make_match(people=2, bots=1, highest=6, hand_size=5, rounds=2))
    return [
        Place("result", _of(match)),
        Place("replay", reverse("games:replay", args=[match.slug])),
        Place("replay of a step", reverse("games:replay_step", args=[match.slug, 1, 5])),
    ]


def _mine(host: Player) -> list[Place]:
    today = timezone.now().date()
    day = timedelta(days=30)
    accounts.services.take_time_off(host, today + day, today + day, now=timezone.now())
    names = (
        "games:home",
        "games:new",
        "accounts:profile",
        "accounts:address",
        "accounts:time_off",
        "accounts:delete",
        "notifications:my_settings",
        "notifications:my_calendar",
        "notifications:webhooks",
    )
    signed = _signed(host)
    own = [Place(name, reverse(name), signed) for name in names]
    newcomer = Place("an empty home", reverse("games:home"), _signed(make_player("Ana")))
    token = preferences.token_of_all(host)
    mailed = Place("mail settings", reverse("notifications:settings", args=[token]))
    return [*own, newcomer, mailed]


def _anybodys() -> list[Place]:
    names = ("games:home", "games:rules", "accounts:sign_in", "accounts:sent")
    return [Place(f"anybody's {name}", reverse(name)) for name in names]


def _wrong() -> list[Place]:
    return [
        Place("not found", "/no-such-page/", status=404),
        Place("a link that is not whole", reverse("games:link", args=["broken"]), status=403),
    ]


def _of(match: Match) -> str:
    return reverse("games:match", args=[match.slug])


def _signed(player: Player) -> tuple[Cookie, ...]:
    return tuple(cookies_of(browser(player)))
