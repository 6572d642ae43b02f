"""Pages open in two browsers follow each other, within three seconds of their own clocks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.tables import Seat
from tests.browser.screens import DESKTOP, PHONE, Cookie, Lend, cookies_of, looking
from tests.factories import make_match, make_player, play_on
from tests.games.web.browsing import address, sit, to_move
from tests.games.web.tables import ME, OPEN, at, browser, lay

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SECONDS: Final = 1000
AN_HOUR: Final = 3600 * SECONDS


@contextmanager
def two_windows(
    chromium: Lend, server: str, mine: list[Cookie], other: list[Cookie]
) -> Iterator[tuple[Page, Page]]:
    """Open two windows of two people, the clocks of whose pages go as the test says."""
    with (
        chromium() as program,
        looking(program, server, PHONE, mine) as my_window,
        looking(program, server, DESKTOP, other) as other_window,
    ):
        pages = my_window.new_page(), other_window.new_page()
        for page in pages:
            page.clock.install()
        yield pages


def ask_once_more(page: Page) -> None:
    """Let time go by until the page has asked for news."""
    with page.expect_response(lambda answer: answer.url.endswith("/news/")):
        page.clock.run_for(3 * SECONDS)


def move(page: Page) -> None:
    """Make the first move that there is."""
    for selector in (".hand a.can-go", ".ends a, .confirm"):
        with page.expect_navigation():
            page.locator(selector).first.click()
    if (confirm := page.locator(".turn .confirm")).count():
        with page.expect_navigation():
            confirm.click()


def other_than(mine: Seat) -> Seat:
    return mine.match.seats.exclude(pk=mine.pk).select_related("match", "player")[0]


def test_a_table_follows_within_three_seconds_however_long_it_is_open(
    live_server: Any, chromium: Lend
) -> None:
    mine = to_move(make_match(people=2, bots=0, now=timezone.now()))
    other = other_than(mine)
    with two_windows(
        chromium, live_server.url, cookies_of(sit(mine)), cookies_of(sit(other))
    ) as pages:
        my_page, other_page = pages
        other_page.goto(address(other))
        before = other_page.locator("main h1").inner_text()
        for _ in range(3):
            ask_once_more(other_page)
        other_page.clock.fast_forward(AN_HOUR)
        # Its reader is back.
        other_page.keyboard.press("Shift")
        my_page.goto(address(mine))
        move(my_page)
        with other_page.expect_navigation():
            other_page.clock.run_for(3 * SECONDS)
        expect(other_page.locator("main h1")).not_to_have_text(before)


@pytest.mark.parametrize("scrolled", [0, 150])
def test_what_is_to_be_touched_stays_in_its_place_when_something_happens_elsewhere(
    live_server: Any, chromium: Lend, scrolled: int
) -> None:
    now = timezone.now()
    match = make_match(people=2, bots=0, rounds=3, pace="side_by_side", now=now)
    while len(set(match.choices.values_list("seat", flat=True))) < 2:
        play_on(match, choices=1, now=now)
    mine = to_move(match)
    other = other_than(mine)
    with two_windows(
        chromium, live_server.url, cookies_of(sit(mine)), cookies_of(sit(other))
    ) as pages:
        my_page, other_page = pages
        my_page.goto(address(mine))
        my_page.locator(".hand a.can-go").first.click()
        touched = my_page.locator(".turn a, .turn button").first
        touched.wait_for()
        my_page.evaluate("top => scrollTo(0, top)", scrolled)
        before = touched.bounding_box()
        other_page.goto(address(other))
        move(other_page)
        my_page.clock.run_for(3 * SECONDS)
        news = my_page.locator("[data-news]")
        expect(news).to_be_visible()
        assert touched.bounding_box() == before
        if not scrolled:
            expect(news).to_be_in_viewport(ratio=1)


def test_the_host_sees_who_joins_keeps_what_is_being_written_and_is_led_to_the_table(
    live_server: Any,
    chromium: Lend,
) -> None:
    host, ben, cleo = make_player("Host"), make_player("Ben"), make_player("Cleo")
    match = lay(ME, OPEN, OPEN, creator=host)
    mine, guests = cookies_of(browser(host)), cookies_of(browser(ben))
    last = cookies_of(browser(cleo))
    with two_windows(chromium, live_server.url, mine, guests) as (host_page, guest_page):
        host_page.goto(at(match, "match"))
        words = host_page.locator("input.words")
        words.fill("hens and horses")
        join(guest_page, at(match, "match"))
        host_page.clock.run_for(3 * SECONDS)
        who = host_page.locator("[data-live=who]")
        expect(who).to_have_text("Here so far: Host and Ben. 1 seat is still free.")
        expect(host_page.locator("[data-live=place-1]")).to_contain_text("is here")
        assert words.input_value() == "hens and horses"
        guest_page.context.clear_cookies()
        guest_page.context.add_cookies(
            [{"name": name, "value": value, "url": live_server.url} for name, value, _path in last]
        )
        join(guest_page, at(match, "match"))
        host_page.clock.run_for(3 * SECONDS)
        expect(host_page.locator("figure.board")).to_be_visible()


def test_who_came_too_late_for_the_last_seat_is_told_that_something_has_happened(
    live_server: Any, chromium: Lend
) -> None:
    match = lay(ME, OPEN, creator=make_player("Host"))
    late, quick = (cookies_of(browser(make_player())) for _ in range(2))
    with two_windows(chromium, live_server.url, late, quick) as (late_page, quick_page):
        late_page.goto(at(match, "match"))
        expect(late_page.locator("[data-news]")).to_be_hidden()
        join(quick_page, at(match, "match"))
        late_page.clock.run_for(3 * SECONDS)
        expect(late_page.locator("[data-news]")).to_be_visible()


def join(page: Page, path: str) -> None:
    page.goto(path)
    with page.expect_navigation():
        page.get_by_role("button", name="Take an open seat").click()
