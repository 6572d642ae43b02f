"""That a seat has a plan, and what is left of it, reaches nobody but its maker (R8).

Two worlds are compared in one database: before a plan is made, and after. Whatever anybody else is
shown is the same to the last byte, until a move says by its cause that it came by a plan.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from django.urls import reverse

from accounts.models import Player
from games import bell, queries, services
from games.engine import Wish
from games.record.archive import beside
from games.record.export import export_match
from games.record.partial import export_partial
from games.tables import Match, Plan, Seat
from notifications import mailbox, noticing, outbox
from tests.factories import NOON, make_match, make_player, play_on, waiting
from tests.games.api.asking import Program, at
from tests.games.web.browsing import Browser, address, sit

pytestmark = pytest.mark.django_db
VARIES = re.compile(
    rb'csrfmiddlewaretoken" value="\w+"|name="key" value="\w+"|nonce-[\w+/=-]+|nonce="[^"]+"'
)


@pytest.fixture
def match() -> Match:
    """Return a match that anybody may watch, with a round that goes on."""
    match = make_match(people=3, bots=0, rounds=2)
    Match.objects.filter(pk=match.pk).update(watchable=True)
    return match


@pytest.fixture
def seat(match: Match) -> Seat:
    return match.seats.select_related("match").get(number=(waiting(match).seat.number + 1) % 3)


@pytest.fixture
def others(match: Match, seat: Seat) -> list[Seat]:
    return list(match.seats.select_related("match", "player").exclude(pk=seat.pk))


@pytest.fixture
def boss(client: Browser) -> Any:
    client.force_login(make_player("Boss", is_staff=True, is_superuser=True))
    return client


def player_of(seat: Seat) -> Player:
    assert seat.player is not None
    return seat.player


def plan(seat: Seat) -> list[str]:
    """Plan everything in hand, and return it; the first of it cannot go at once."""
    hand = queries.see_round(seat.match, 1, seat.number).view.hand or ()
    services.make_plan(
        seat, 1, sorted(map(Wish, hand), key=lambda wish: 9 in (wish.tile.low, wish.tile.high)),
        "stop", now=NOON,
    )  # fmt: skip
    return [str(tile) for tile in hand]


def shown_by(browser: Any, places: list[str]) -> Iterator[bytes]:
    for place in places:
        answer = browser.get(place, follow=True)
        content = b"".join(answer) if answer.streaming else answer.content
        yield place.encode() + VARIES.sub(b"", content)


def pages(match: Match, browsers: dict[str, Browser], others: list[Seat]) -> list[bytes]:
    """Return every page of the table that the others and a watcher see."""
    found: list[bytes] = []
    for seat in others:
        names = ("table", "seat_news", "seat_record", "seat_replay")
        found += shown_by(browsers[seat.name], [address(seat, name) for name in names])
        home = Browser()
        home.force_login(player_of(seat))
        found += shown_by(home, [reverse("games:home")])
    watched = [reverse(f"games:{name}", args=[match.slug]) for name in ("match", "news")]
    return [*found, *shown_by(Browser(), watched)]


def answers(match: Match, others: list[Seat]) -> list[bytes]:
    """Return what programs of the others and a watcher are told."""
    places = [at(match), at(match, "rounds", 1), at(match, "plan"), at(match, "rounds", 1, "plan")]
    programs = [*map(Program, others), Program()]
    return [found for program in programs for found in shown_by(program, places)]


def lists(match: Match, boss: Any) -> list[bytes]:
    """Return what an administrator is shown of a match that runs."""
    places = [
        reverse("admin:games_match_changelist"),
        reverse("admin:games_match_change", args=[match.pk]),
        reverse("admin:index"),
    ]
    return [re.sub(rb"\d+ (seconds?|minutes?)", b"", page) for page in shown_by(boss, places)]


def records(match: Match, others: list[Seat]) -> list[bytes]:
    """Return every export but the maker's own."""
    told = beside.with_all(Match.objects.filter(pk=match.pk)).get()
    return [
        *("\n".join(export_partial(match, seat.number)).encode() for seat in others),
        "\n".join(export_match(match)).encode(),
        beside.text_of(told).encode(),
        *(repr(queries.personal_data(player_of(seat))).encode() for seat in others),
    ]


def test_others_cannot_tell_a_table_with_a_plan_from_one_without(
    match: Match, seat: Seat, others: list[Seat], boss: Any
) -> None:
    browsers = {other.name: sit(other) for other in others}

    def everything() -> list[bytes]:
        return [
            *pages(match, browsers, others),
            *answers(match, others),
            *lists(match, boss),
            *records(match, others),
        ]

    before = everything()
    with structlog.testing.capture_logs() as logs:
        plan(seat)
        services.play_bots(match.pk, now=NOON)
    assert Plan.objects.exists()
    assert everything() == before
    assert logs == []


def test_the_mails_of_others_are_the_same_with_a_plan_and_without(
    match: Match, seat: Seat, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    settings.MAILBOX_DIR = tmp_path
    monkeypatch.setattr(bell, "ring", lambda *_: None)
    plan(seat)
    noticing.notice_match(match.pk, now=NOON)
    assert Plan.objects.exists()
    outbox.drain(clock=lambda: NOON.replace(hour=18))
    mails = mailbox.newest()
    assert mails
    told = [f"{mail.text} {mail.html}".lower() for mail in mails]
    assert not [text for text in told if "plan" in text.replace("explan", "")]


def test_a_plan_that_cannot_be_used_leaves_no_trace(match: Match, seat: Seat) -> None:
    plan(seat)
    events = match.head
    play_on(match, choices=1)
    services.play_bots(match.pk, now=NOON)
    assert not [row for row in export_match(match) if '"cause":"plan"' in row]
    assert match.head > events


def test_the_maker_reads_it_in_their_own_data_alone(
    match: Match, seat: Seat, others: list[Seat]
) -> None:
    hand = plan(seat)
    (mine,) = queries.personal_data(player_of(seat))["seats"]
    assert set(hand) == {tile for tile, _on in mine["plans"][0]["wishes"]}
    for other in others:
        (theirs,) = queries.personal_data(player_of(other))["seats"]
        assert theirs["plans"] == []
