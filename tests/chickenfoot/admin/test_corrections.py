"""Pauses, rewinds and seats handed over by an administrator: events, reasons, what is shown."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

from games import queries, store
from games.record.export import check_match
from games.tables import Match
from tests.factories import make_match, make_player, play_on, waiting

from .pages import act, do, kept, page, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, now=timezone.now())


def last(match: Match) -> tuple[str, str]:
    *_before, row = store.load_all(match.pk)
    return row.type, row.cause


def told(match: Match) -> list[str]:
    return [line.text for line in queries.table_page(match, 0, 1).corrections]


def test_a_match_is_paused_and_goes_on(browser: Client, match: Match) -> None:
    do(browser, match, "pause", reason="a storm")
    assert match.paused
    assert last(match) == ("match_paused", "admin")
    assert told(match) == ["The match was paused. An administrator’s reason: “a storm”"]
    assert act(match, "pause") not in browser.get(page(match)).content.decode()
    do(browser, match, "resume", reason="it is over")
    assert not match.paused
    assert told(match)[0] == "The match goes on. An administrator’s reason: “it is over”"
    assert kept(match)[0] == ("Chief", "End the pause: it is over")
    assert check_match(match).fault is None


def test_moves_are_taken_back_from_one_that_is_named(browser: Client, match: Match) -> None:
    first = waiting(match)
    play_on(match, choices=3, now=timezone.now())
    form = BeautifulSoup(browser.get(act(match, "rewind")).content, "html.parser")
    options = form.select("select[name=back] option")
    assert len(options) == 3
    assert options[-1].text.startswith("Round 1: ")
    do(browser, match, "rewind", back=str(options[-1]["value"]), reason="a cat on the keys")
    assert waiting(match).seat == first.seat
    assert last(match) == ("moves_rewound", "admin")
    sentence = "The last moves of round 1 were taken back."
    assert told(match) == [f"{sentence} An administrator’s reason: “a cat on the keys”"]


def test_what_can_be_taken_back_names_no_hidden_tile(browser: Client) -> None:
    match = make_match(people=2, bots=0, hand_size=6, now=timezone.now())
    while not any(row.type == "tile_drawn" for row in store.load_all(match.pk)):
        play_on(match, choices=1, now=timezone.now())
    seen = {
        str(event.data.get("tile"))
        for number in match.rounds.values_list("number", flat=True)
        for event in queries.see_round(match, number, None).happened
    }
    for way in queries.ways_back(match):
        named = set(way.text.replace(".", "").split()) & {
            f"{low}-{high}" for low in range(10) for high in range(low, 10)
        }
        assert named <= seen | {str(queries.see_round(match, way.round, None).view.starter)}


@pytest.mark.parametrize("back", ["1-0", "1-999999", "2-1", "x", "", "1-2-3", "-"])
def test_what_was_not_offered_is_not_taken_back(browser: Client, match: Match, back: str) -> None:
    play_on(match, choices=1, now=timezone.now())
    assert "errorlist" in refused(browser, match, "rewind", back=back)


def test_a_seat_is_given_to_another_player(browser: Client, match: Match) -> None:
    dora = make_player("Dora")
    seat = match.seats.get(number=0)
    said = {"seat": seat.pk, "player": dora.email.upper()}
    do(browser, match, "give-to-player", **said, reason="Ana moved away")
    seat.refresh_from_db()
    assert seat.player == dora
    sentence = "Seat 1 was given to Dora."
    assert f"{sentence} An administrator’s reason: “Ana moved away”" in told(match)


def test_a_seat_is_given_only_to_somebody_who_can_play(browser: Client, match: Match) -> None:
    seat = match.seats.get(number=0)
    suspended = make_player(suspended_at=timezone.now())
    other = match.seats.get(number=1).player
    assert other is not None
    for address, sentence in (
        ("nobody@example.org", "There is no player with this address."),
        (suspended.email, "This account is suspended."),
        (other.email, "You sit at this table already."),
        ("x", "valid email address"),
    ):
        said = {"seat": seat.pk, "player": address}
        assert sentence in refused(browser, match, "give-to-player", **said)


def test_a_seat_goes_back_to_its_player(browser: Client, match: Match) -> None:
    assert act(match, "give-back") not in browser.get(page(match)).content.decode()
    seat = match.seats.get(number=0)
    do(browser, match, "give-to-bot", seat=seat.pk, reason="ill")
    do(browser, match, "give-back", seat=seat.pk, reason="well again")
    seat.refresh_from_db()
    assert seat.is_person
    assert any("reason: “well again”" in line for line in told(match))


def test_no_reason_enters_the_log(browser: Client, match: Match) -> None:
    play_on(match, choices=1, now=timezone.now())
    do(browser, match, "pause", reason="canary")
    do(browser, match, "resume", reason="canary")
    do(browser, match, "abandon", sure="on", reason="canary")
    assert all("canary" not in row.data for row in store.load_all(match.pk))
    assert match.reasons.filter(words="canary").count() == 3
