"""A match for whoever has its address: watchers, results, records, the poll for news."""

import io

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services, store
from games.record.check import check
from games.tables import Match
from tests.factories import make_player
from tests.games.web.browsing import (
    Browser,
    address,
    lay_a_tile,
    page_of,
    rows,
    seat_at,
    send,
    sit,
    text_of,
    to_move,
)

pytestmark = pytest.mark.django_db


def of_match(match: Match, name: str = "match") -> str:
    return reverse(f"games:{name}", args=[match.slug])


def test_a_running_match_gives_nothing_away_to_a_stranger(match: Match) -> None:
    stranger = Browser()
    stranger.force_login(make_player())
    for browser in (Browser(), stranger):
        nothing = browser.get("/m/AAAAAAAAAAAAAAAAAAAAAA/")
        for name in ("match", "replay", "record", "news"):
            answer = browser.get(of_match(match, name))
            assert answer.status_code == nothing.status_code == 404
            assert text_of(answer) == text_of(nothing)
            assert "ETag" not in answer


def test_a_seat_signed_in_is_led_to_its_table(match: Match) -> None:
    seat = seat_at(match, 1)
    assert seat.player
    browser = Browser()
    browser.force_login(seat.player)
    assert browser.get(of_match(match))["Location"] == address(seat)


def test_watchers_see_a_table_that_was_opened_to_them_and_no_hand(match: Match) -> None:
    Match.objects.update(watchable=True)
    shown = Browser().get(of_match(match))
    assert shown.status_code == 200
    assert "is to move" in text_of(shown)
    assert not page_of(shown).select(".hand, main form")


@pytest.mark.parametrize(("query", "status"), [("round=2", 404), ("round=x", 400)])
def test_a_watcher_who_asks_for_no_round_is_led_back_to_the_table(
    match: Match, query: str, status: int
) -> None:
    Match.objects.update(watchable=True)
    answer = Browser().get(f"{of_match(match)}?{query}")
    assert answer.status_code == status
    assert page_of(answer).select(f"main a.button[href='{of_match(match)}']")


def test_the_result_shows_ranks_totals_and_every_round(over: Match) -> None:
    shown = Browser().get(of_match(over))
    assert shown.status_code == 200
    text = text_of(shown)
    for total in over.totals:
        assert str(total) in text
    assert len(page_of(shown).select(".points tbody tr")) == over.seats.count()
    assert len(page_of(shown).select(".points thead th")) == 4
    assert "won" in text


def test_an_abandoned_match_has_no_winner(match: Match) -> None:
    services.abandon(match, now=timezone.now())
    text = text_of(Browser().get(of_match(match)))
    assert "called off" in text
    assert "won" not in text.replace("nobody has won it", "")


def test_a_match_that_was_called_off_before_it_began_is_gone(match: Match) -> None:
    Match.objects.update(state=Match.State.CANCELLED)
    assert Browser().get(of_match(match)).status_code == 410


def test_the_record_of_a_match_that_is_over_checks(over: Match) -> None:
    answer = Browser().get(of_match(over, "record"))
    assert answer.status_code == 200
    assert answer.streaming
    assert answer["Content-Disposition"].startswith("attachment")
    lines = answer.getvalue()
    assert lines.startswith(b'{"format":"chickenfoot-record","version":1}\n')
    assert lines.count(b"\n") == 1 + over.head
    assert check(io.BytesIO(lines)).fault is None


def test_there_is_no_record_of_a_running_match(match: Match) -> None:
    seat = seat_at(match, 0)
    assert seat.player
    browser = Browser()
    browser.force_login(seat.player)
    assert browser.get(of_match(match, "record")).status_code == 409
    Match.objects.update(watchable=True)
    assert Browser().get(of_match(match, "record")).status_code == 409


def test_the_poll_answers_304_until_something_happens(match: Match) -> None:
    seat = to_move(match)
    browser = sit(seat)
    first = browser.get(address(seat, "seat_news"))
    assert first.status_code == 200
    assert first["Cache-Control"] == "private, no-cache"
    known = {"If-None-Match": first["ETag"]}
    before = rows()
    again = browser.get(address(seat, "seat_news"), headers=known)
    assert again.status_code == 304
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert rows() == before
    send(browser, lay_a_tile(browser, seat))
    moved = browser.get(address(seat, "seat_news"), headers=known)
    assert moved.status_code == 200
    assert moved.content == f"{list(store.load_all(match.pk))[-1].seq}.0".encode()


def test_the_poll_is_for_who_may_see_the_table(match: Match) -> None:
    seat = seat_at(match, 0)
    browser = sit(seat)
    assert Browser().get(address(seat, "seat_news")).status_code == 404
    assert browser.get(address(seat_at(match, 1), "seat_news")).status_code == 404
    services.revoke_seat(seat)
    assert browser.get(address(seat, "seat_news")).status_code == 404
    Match.objects.update(watchable=True)
    assert Browser().get(of_match(match, "news")).status_code == 200


def test_the_page_knows_the_head_that_the_poll_answers_with(match: Match) -> None:
    seat = to_move(match)
    browser = sit(seat)
    line = page_of(browser.get(address(seat))).select_one("[data-news]")
    assert line
    assert browser.get(str(line["data-news"])).content.decode() == line["data-head"]
