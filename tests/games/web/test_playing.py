"""Moves from the pages of a table: every way to make one, and every way to get it wrong."""

from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.urls import reverse

from games import store
from games.engine import Caused, MatchPaused, PassTurn, PlaceTile, Tile
from games.services import recording
from games.tables import Match, Seat
from tests.factories import NOON, make_match, play_on, waiting
from tests.games.web.browsing import (
    Browser,
    address,
    fields_of,
    form_of,
    hrefs,
    lay_a_tile,
    page_of,
    rows,
    send,
    sit,
    text_of,
    to_move,
)
from tests.games.web.moves import fields, post_move, view_of

pytestmark = pytest.mark.django_db


def played_at(match: Match) -> list[str]:
    return [row.type for row in store.load_all(match.pk)]


def test_a_move_is_made_by_links_and_one_button(browser: Browser, seat: Seat) -> None:
    shown = browser.get(address(seat))
    assert "Your turn" in text_of(shown)
    form = lay_a_tile(browser, seat)
    move = fields_of(form)
    answer = send(browser, form)
    assert answer.status_code == 302
    after = browser.get(answer["Location"])
    assert "is to move" in text_of(after)
    assert "You laid" in text_of(after)
    last = list(store.load_all(seat.match_id))[-1]
    assert f'"tile":"{move["tile"]}"' in last.data
    assert last.cause == "player"


def test_only_tiles_that_can_go_are_links(browser: Browser, seat: Seat) -> None:
    shown = browser.get(address(seat))
    legal = {str(c.tile) for c in view_of(seat).legal if isinstance(c, PlaceTile)}
    links = page_of(shown).select(".hand a")
    assert {str(link["aria-label"]) for link in links} == legal
    assert len(page_of(shown).select(".hand li")) == len(view_of(seat).hand or ())


def test_one_end_only_is_one_step_less(browser: Browser, seat: Seat) -> None:
    """While the starter is filled, a tile goes nowhere else."""
    shown = browser.get(address(seat))
    laid = browser.get(address(seat) + hrefs(shown, ".hand")[0])
    assert form_of(laid, "play/")


def test_the_page_says_why_only_some_tiles_can_go(browser: Browser, seat: Seat) -> None:  # R4.1
    assert "The starter is filled first" in text_of(browser.get(address(seat)))


def test_where_several_ends_fit_one_is_chosen(match: Match) -> None:
    for _ in range(60):
        seat = to_move(match)
        by_tile: dict[Tile, list[PlaceTile]] = {}
        for command in view_of(seat).legal:
            if isinstance(command, PlaceTile):
                by_tile.setdefault(command.tile, []).append(command)
        found = next((tile for tile, places in by_tile.items() if len(places) > 1), None)
        if found:
            break
        play_on(match, choices=1)
    assert found
    browser = sit(seat)
    chosen = browser.get(address(seat) + f"?round=1&tile={found}")
    ends = hrefs(chosen, ".ends")[:-1]
    assert len(ends) == len(by_tile[found])
    assert not page_of(chosen).select("form[action$='play/']")
    laid = browser.get(address(seat) + ends[0])
    assert send(browser, form_of(laid, "play/")).status_code == 302


def test_a_link_with_a_move_shows_it_laid(browser: Browser, seat: Seat) -> None:
    move = fields(seat)
    query = "&".join(f"{name}={value}" for name, value in move.items())
    form = form_of(browser.get(f"{address(seat)}?{query}"), "play/")
    sent = fields_of(form)
    assert {name: str(value) for name, value in move.items()}.items() <= sent.items()


def test_an_outdated_link_shows_the_table_as_it_is(browser: Browser, seat: Seat) -> None:
    link = f"{address(seat)}?round=1&tile=4-9&on=9-9&seq=1"
    shown = browser.get(link)
    assert shown.status_code == 200
    assert "The table has moved on since this link was made" in text_of(shown)
    assert not page_of(shown).select("form[action$='play/']")


def test_a_link_whose_move_was_made_says_so(browser: Browser, seat: Seat) -> None:
    move = fields_of(lay_a_tile(browser, seat))
    send(browser, lay_a_tile(browser, seat))
    query = "&".join(f"{name}={move[name]}" for name in ("round", "tile", "on", "seq"))
    shown = browser.get(f"{address(seat)}?{query}")
    assert shown.status_code == 200
    assert "This move has been played already" in text_of(shown)


def test_a_double_click_is_one_move(browser: Browser, seat: Seat) -> None:
    form = lay_a_tile(browser, seat)
    first = send(browser, form)
    events = played_at(seat.match)
    second = send(browser, form)
    assert (first.status_code, second.status_code) == (302, 302)
    assert played_at(seat.match) == events
    assert "played already" in text_of(browser.get(second["Location"]))


def test_a_stale_move_is_409_above_the_table_as_it_is(browser: Browser, seat: Seat) -> None:
    before = rows()
    answer = post_move(browser, seat, fields(seat, seq=1))
    assert answer.status_code == 409
    assert "moved on" in text_of(answer)
    assert page_of(answer).select_one(".hand")
    assert rows() == before


def test_a_pass_is_confirmed_as_a_move_is() -> None:  # R3.3, may_play
    match = make_match(people=2, bots=0, preset="four-arms")
    for _ in range(200):
        seat = to_move(match)
        legal = view_of(seat, waiting(match).round).legal
        if any(isinstance(command, PassTurn) for command in legal):
            break
        play_on(match, choices=1)
    browser = sit(seat)
    shown = browser.get(address(seat))
    assert "You may play it or pass" in text_of(shown)
    asked = browser.get(address(seat) + hrefs(shown, ".turn")[0])
    assert send(browser, form_of(asked, "play/")).status_code == 302
    assert "turn_passed" in played_at(match)


def test_a_match_that_cannot_be_replayed_stands_still(browser: Browser, seat: Seat) -> None:
    data = fields(seat)
    token = fields_of(lay_a_tile(browser, seat))["csrfmiddlewaretoken"]
    Match.objects.update(fault="seq 3: unreadable")
    for answer in (
        browser.get(address(seat)),
        browser.get(address(seat, "seat_replay")),
        browser.post(address(seat, "play"), {**data, "csrfmiddlewaretoken": token}),
    ):
        assert answer.status_code == 503
        assert "stands still" in text_of(answer)


def test_a_paused_match_shows_its_table_and_takes_no_move(browser: Browser, seat: Seat) -> None:
    form = lay_a_tile(browser, seat)
    match = Match.objects.select_related("secret").get(pk=seat.match_id)
    recording.record(recording.load(match, 1), [Caused(MatchPaused("admin"), "admin")], NOON)
    shown = browser.get(address(seat))
    assert "The match is paused" in text_of(shown)
    assert hrefs(shown, ".hand") == []
    answer = send(browser, form)
    assert answer.status_code == 422
    assert "The match is paused" in text_of(answer)


def test_the_last_move_leads_to_the_result() -> None:
    match = make_match(people=2, bots=0, rounds=1, hand_size=5)
    before = transaction.savepoint()
    while not play_on(match, choices=1).is_over:
        before = transaction.savepoint()
    transaction.savepoint_rollback(before)
    seat = to_move(match)
    browser = sit(seat)
    answer = post_move(browser, seat, fields(seat))
    assert answer["Location"] == reverse("games:match", args=[match.slug])
    assert browser.get(answer["Location"]).status_code == 200


def test_times_are_the_seats_players_own(browser: Browser, seat: Seat) -> None:
    assert seat.player
    seat.player.time_zone = "Pacific/Auckland"
    seat.player.save()
    local = waiting(seat.match).deadline.astimezone(ZoneInfo("Pacific/Auckland"))
    assert f"{local:%H:%M}" in text_of(browser.get(address(seat)))
