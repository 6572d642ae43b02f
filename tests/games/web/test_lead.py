"""Somebody new is led through the first move by the page itself, once."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import accounts.services
from accounts.models import Player
from games import services
from games.engine import PassTurn
from games.tables import Match, Seat
from tests.factories import NOON, make_match, play_on, sensible, waiting
from tests.games.web import tables
from tests.games.web.browsing import (
    address,
    form_of,
    hrefs,
    lay_a_tile,
    page_of,
    rows,
    send,
    sit,
    to_move,
)
from tests.games.web.moves import view_of

pytestmark = pytest.mark.django_db


def steps(page: Any) -> list[tuple[str, str]]:
    """Return the steps of the lead, each with whether it is done, to be done now, or to come."""
    return [
        (str(step["class"][0]), step.get_text(strip=True))
        for step in page_of(page).select(".lead-on li")
    ]


def at(browser: Client, seat: Seat, query: str = "") -> Any:
    return browser.get(address(seat) + query)


def is_newcomer(seat: Seat) -> bool:
    return Player.objects.get(seats=seat).is_newcomer


def test_the_first_step_is_to_pick_a_tile(browser: Client, seat: Seat) -> None:
    page = at(browser, seat)
    assert [state for state, _text in steps(page)] == ["now", "later", "later"]
    assert "those that stand out can go" in steps(page)[0][1]
    current = page_of(page).select(".lead-on [aria-current=step]")
    assert [step.get_text(strip=True) for step in current] == [steps(page)[0][1]]


def test_where_one_place_fits_it_is_picked_and_the_last_step_is_to_confirm(
    browser: Client, seat: Seat
) -> None:
    page = at(browser, seat, hrefs(at(browser, seat), ".hand")[0])
    assert form_of(page, "play/")
    assert [state for state, _text in steps(page)] == ["done", "done", "now"]
    assert steps(page)[1][1] == "It goes on the double nine."
    assert "Nothing counts before that" in steps(page)[2][1]


def test_where_several_fit_the_second_step_is_to_pick_one(match: Match) -> None:
    for _ in range(60):
        seat = to_move(match)
        browser = sit(seat)
        several = [href for href in hrefs(at(browser, seat), ".hand") if "on=" not in href]
        if several:
            break
        play_on(match, choices=1)
    Player.objects.update(is_newcomer=True)
    page = at(browser, seat, several[0])
    assert [state for state, _text in steps(page)] == ["done", "now", "later"]
    assert steps(page)[0][1].startswith("You have picked")


def test_what_the_lead_says_is_no_empty_part_of_the_page_besides(match: Match) -> None:
    for _ in range(60):
        seat = to_move(match)
        if not page_of(at(sit(seat), seat)).select(".turn p"):
            break
        Player.objects.update(is_newcomer=False)
        play_on(match, choices=1)
        Player.objects.update(is_newcomer=True)
    page = page_of(at(sit(seat), seat))
    assert page.select(".lead-on")
    assert not page.select(".turn")
    assert page.select(".board + .hand")


def test_a_pass_is_confirmed_in_two_steps() -> None:  # R3.3, may_play
    match = make_match(people=2, bots=0, preset="four-arms")
    while not any(
        isinstance(command, PassTurn)
        for command in view_of(to_move(match), waiting(match).round).legal
    ):
        play_on(match, choices=1)
    Player.objects.update(is_newcomer=True)
    seat = to_move(match)
    browser = sit(seat)
    page = at(browser, seat, hrefs(at(browser, seat), ".turn")[0])
    assert [state for state, _text in steps(page)] == ["done", "now"]
    assert steps(page)[0][1] == "You have chosen to pass."


def test_after_the_first_move_nobody_is_led_any_more(browser: Client, seat: Seat) -> None:
    send(browser, lay_a_tile(browser, seat))
    assert not is_newcomer(seat)
    other = waiting(seat.match)
    while other.seat_id != seat.pk:
        services.play(other.seat, other.round, sensible(other), other.seq, now=NOON)
        other = waiting(seat.match)
    page = at(browser, seat)
    assert page_of(page).select(".hand a.can-go")
    assert not steps(page)


def test_a_move_by_any_other_way_counts_as_well(seat: Seat) -> None:
    """By a mail's answer or a program too: all of them go through one service."""
    choice = waiting(seat.match)
    services.play(seat, choice.round, sensible(choice), choice.seq, now=NOON)
    assert not is_newcomer(seat)


def test_what_the_clock_or_a_bot_plays_is_no_move_of_theirs(match: Match, seat: Seat) -> None:
    match.choices.update(told_at=NOON)
    assert services.time_out(now=waiting(match).deadline) == 1
    assert match.rounds.get().last_seq > 2
    assert is_newcomer(seat)


def test_it_is_put_away_for_good_and_the_step_is_kept(browser: Client, seat: Seat) -> None:
    href = hrefs(at(browser, seat), ".hand")[0]
    page = at(browser, seat, href)
    answer = send(browser, form_of(page, "/alone/"))
    assert not is_newcomer(seat)
    after = browser.get(answer["Location"])
    assert form_of(after, "play/")
    assert not steps(after)
    assert not steps(at(browser, seat))


def test_looking_is_no_first_move_and_changes_nothing(browser: Client, seat: Seat) -> None:
    before = rows()
    for _ in range(2):
        assert steps(at(browser, seat))
    assert browser.get(address(seat, "alone")).status_code == 405
    assert rows() == before


def test_who_waits_or_watches_or_is_no_newcomer_is_not_led(match: Match, seat: Seat) -> None:
    other = match.seats.exclude(pk=seat.pk).select_related("match", "player")[0]
    assert not steps(at(sit(other), other))
    Match.objects.update(watchable=True)
    assert not steps(Client().get(reverse("games:match", args=[match.slug])))
    assert seat.player_id
    accounts.services.settle_in(seat.player_id)
    assert not steps(at(sit(seat), seat))


def test_nobody_puts_it_away_for_somebody_else(browser: Client, seat: Seat, match: Match) -> None:
    other = match.seats.exclude(pk=seat.pk).select_related("match", "player")[0]
    form = form_of(at(browser, seat), "/alone/")
    form["action"] = address(other, "alone")
    assert send(browser, form).status_code == 403
    assert is_newcomer(other)


def test_what_cannot_be_read_puts_no_lead_away(browser: Client, seat: Seat) -> None:
    form = form_of(at(browser, seat), "/alone/")
    form["action"] = address(seat, "alone") + "?round=one"
    assert send(browser, form).status_code == 400
    assert is_newcomer(seat)


def test_who_sits_at_several_tables_is_led_at_the_first_alone(seat: Seat) -> None:
    assert seat.player
    browser = tables.browser(seat.player)
    send(browser, lay_a_tile(browser, seat))
    second = services.create_match(
        seat.player,
        preset="trains",
        options={},
        seats=[services.SeatPlan("me"), services.SeatPlan("bot", "hen")],
        turn_time=seat.match.turn_time,
        now=NOON,
    )
    assert not steps(browser.get(reverse("games:table", args=[second.slug, 0])))
