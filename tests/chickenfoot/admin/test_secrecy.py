"""No page of the administration holds what R8 hides, and none holds what a strict policy bars."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain

import pytest
from bs4 import BeautifulSoup
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games import engine, services, store
from games.services import SeatPlan
from games.tables import Match
from notifications.models import Notice, Webhook
from tests.factories import make_match, make_player, play_on

from .pages import act, do, listed, page

pytestmark = pytest.mark.django_db

WORDS = "purple hens walk home"


@pytest.fixture
def match() -> Match:
    """Return a match in its first round, in which a tile was drawn."""
    while True:
        made = make_secretive_match()
        while not (drawn := "tile_drawn" in types(made)) and made.rounds.count() == 1:
            play_on(made, choices=1, now=timezone.now())
        if drawn and made.rounds.count() == 1:
            return made


def types(match: Match) -> set[str]:
    return {row.type for row in store.load_all(match.pk)}


def make_secretive_match() -> Match:
    now = timezone.now()
    made = services.create_match(
        make_player("Ana"),
        preset="trains",
        options={"rounds": 2, "hand_size": 12},
        seats=[SeatPlan("me"), SeatPlan("open")],
        turn_time=timedelta(days=1),
        words=WORDS,
        now=now,
    )
    services.take_open_seat(made, make_player("Ben"), now=now)
    made.refresh_from_db()
    return made


def addresses(match: Match) -> Iterator[str]:
    """Yield every address of the administration that has to do with a match."""
    yield from map(listed, (Player, Match, Notice, LogEntry))
    yield "/admin/"
    for part in ("change/", "history/", "log/", "check/"):
        yield page(match).replace("change/", part)
    for name in ("extend-deadline", "give-to-bot", "abandon"):
        yield act(match, name)
    for seat in match.seats.exclude(player=None):
        assert seat.player is not None
        yield page(seat.player)
        yield page(seat.player).replace("change/", "history/")
    for notice in match.notices.all():
        yield page(notice)


def texts(browser: Client, match: Match) -> Iterator[tuple[str, str]]:
    for address in addresses(match):
        answer = browser.get(address)
        assert answer.status_code == 200, address
        yield address, answer.content.decode() + str(answer.headers)


def hidden_tiles(match: Match) -> set[str]:
    """Return every tile that lies in a hand or the yard of a running round."""
    state = engine.replay(store.numbered(store.load_all(match.pk)))
    (running,) = state.rounds.values()
    return {str(tile) for tile in chain(*running.hands, running.yard)}


def tiles_in(text: str) -> set[str]:
    """Return what reads like a tile, outside of the drawings of buttons."""
    return set(re.findall(r"(?<![\w-])\d+-\d+(?![\w-])", re.sub(r"(?s)<svg.*?</svg>", "", text)))


def test_no_page_shows_a_hidden_tile(browser: Client, match: Match) -> None:
    do(browser, match, "give-to-bot", seat=match.seats.get(number=0).pk)
    tiles = hidden_tiles(match)
    assert len(tiles) > 10
    for address, text in texts(browser, match):
        assert not tiles_in(text) & tiles, address


def test_no_page_shows_the_seed_the_words_a_link_or_a_digest(browser: Client, match: Match) -> None:
    words = match.seats.get(number=0).words
    seat = match.seats.get(number=0)
    secrets = {
        bytes(match.secret.seed).hex(),
        WORDS,
        words.nonce,
        services.token(services.capability_for(seat)),
        *[row.digest for row in store.load_all(match.pk)],
        *[row.digest[:12] for row in store.load_all(match.pk)],
    }
    for address, text in texts(browser, match):
        assert not {secret for secret in secrets if secret in text}, address


def test_what_was_hidden_is_open_when_the_match_is_over(browser: Client, match: Match) -> None:
    tiles = hidden_tiles(match)
    do(browser, match, "abandon", sure="on")
    text = browser.get(page(match).replace("change/", "log/")).content.decode()
    assert tiles <= tiles_in(text)
    assert list(store.load_all(match.pk))[-1].digest in text


def test_a_round_that_ended_is_open_while_the_next_is_not(browser: Client) -> None:
    match = make_match(people=2, bots=0, rounds=3, hand_size=5)
    while not match.rounds.filter(number=2).exists():
        play_on(match, choices=1)
    deals = [row.data for row in store.load_all(match.pk) if row.type == "round_dealt"]
    text = browser.get(page(match).replace("change/", "log/")).content.decode()
    shown = [deal.replace('"', "&quot;") in text for deal in deals]
    assert shown == [True, *[False] * (len(deals) - 1)]


def test_no_page_has_what_the_content_policy_bars(browser: Client, match: Match) -> None:
    for address, text in texts(browser, match):
        soup = BeautifulSoup(text, "html.parser")
        for script in soup.find_all("script"):
            assert script.get("src") or script.get("type") == "application/json", address
        assert not soup.find_all("style"), address
        for tag in soup.find_all(True):
            barred = [name for name in tag.attrs if name == "style" or name.startswith("on")]
            assert not barred, (address, tag)


@pytest.mark.parametrize("model", [Player, Match, Notice, LogEntry])
def test_a_list_costs_the_same_however_long_it_is(
    browser: Client, model: type, match: Match
) -> None:
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            browser.get(listed(model))
        costs.append(len(queries))
        for number in range(3):
            other = make_match(people=2, bots=1)
            player = other.seats.get(number=0).player
            assert player is not None
            browser.post(act(player, "revoke-links"), {"reason": "why"})
            Notice.objects.create(
                kind="match_over",
                player=player,
                match=other,
                key=str(number),
                due_at=timezone.now(),
                message_id=f"{player.pk}.{number}",
            )
    assert costs[0] == costs[1]


@pytest.mark.parametrize(
    ("model", "asked"),
    [
        (Webhook, "secret__startswith=whsec_"),
        (Webhook, "url__contains=token"),
        (Notice, "sealed__isnull=False"),
        (Match, "verified_digest__gt=a"),
        (Match, "seats__plans__isnull=False"),
        (Match, "secret__isnull=False"),
        (Player, "password__startswith=pbkdf2"),
    ],
)
def test_what_no_page_shows_cannot_be_guessed_by_asking_a_list(
    browser: Client, model: type, asked: str
) -> None:
    assert browser.get(f"{listed(model)}?{asked}").status_code == 400
