"""A whole round is played by touch, by mouse, by keyboard alone, and without JavaScript."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games import queries
from games.engine import PlaceTile
from games.tables import Match
from tests.browser.screens import (
    DESKTOP,
    PHONE,
    Lend,
    Screen,
    Watch,
    cookies_of,
    looking,
)
from tests.factories import make_match, play_on
from tests.games.web.browsing import address, link_to, seat_at, sit, to_move

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STEPS: Final = ".turn .confirm, .ends a, .hand a.can-go, .turn > a"
"""What leads on, nearest to the end first: confirm, where it goes, a tile, a pass."""
LONGEST_WAY: Final = 60


def tap(_page: Page, target: Locator) -> None:
    target.tap()


def click(_page: Page, target: Locator) -> None:
    target.click()


def press(page: Page, target: Locator) -> None:
    """Reach what is wanted by the key that everybody has, and press it."""
    for _ in range(LONGEST_WAY):
        page.keyboard.press("Tab")
        if target.evaluate("wanted => wanted === document.activeElement"):
            page.keyboard.press("Enter")
            return
    pytest.fail("it cannot be reached by Tab")


def next_step(page: Page) -> Locator | None:
    """Return what a player would touch next, None when there is nothing to decide."""
    for selector in STEPS.split(", "):
        found = page.locator(selector).first
        if found.count():
            return found
    return None


def play_the_round(page: Page, act: Callable[[Page, Locator], None]) -> int:
    """Play until nothing waits; returns how many moves were confirmed."""
    confirmed = 0
    for _ in range(200):
        step = next_step(page)
        if step is None:
            return confirmed
        confirmed += "confirm" in (step.get_attribute("class") or "")
        with page.expect_navigation():
            act(page, step)
    pytest.fail("the round does not end")


@pytest.mark.parametrize(
    ("screen", "act", "javascript"),
    [
        (PHONE, tap, True),
        (DESKTOP, click, True),
        (DESKTOP, press, True),
        (PHONE, tap, False),
    ],
    ids=["touch", "mouse", "keyboard", "no JavaScript"],
)
def test_a_round_is_played_to_its_end(
    live_server: Any,
    chromium: Lend,
    screen: Screen,
    act: Callable[[Page, Locator], None],
    javascript: bool,
) -> None:
    match = make_match(bots=1, highest=6, hand_size=5, rounds=1, now=timezone.now())
    link = link_to(seat_at(match, 0))
    with (
        chromium() as browser,
        looking(browser, live_server.url, screen, java_script_enabled=javascript) as context,
    ):
        page = context.new_page()
        watch = Watch(page, live_server.url)
        page.goto(link)
        with page.expect_navigation():
            act(page, page.get_by_role("button", name="Yes"))
        assert play_the_round(page, act) > 0
        assert not watch.found
    match.refresh_from_db()
    assert match.state == Match.State.ENDED


def test_an_open_table_follows_the_other_players_move(live_server: Any, chromium: Lend) -> None:
    match = make_match(people=2, bots=0, now=timezone.now())
    mine = to_move(match)
    other = match.seats.exclude(pk=mine.pk).select_related("match", "player")[0]
    jars = cookies_of(sit(mine)), cookies_of(sit(other))
    with (
        chromium() as browser,
        looking(browser, live_server.url, PHONE, jars[0]) as my_window,
        looking(browser, live_server.url, DESKTOP, jars[1]) as other_window,
    ):
        my_page, other_page = my_window.new_page(), other_window.new_page()
        other_page.goto(address(other))
        before = other_page.locator("main h1").inner_text()
        my_page.goto(address(mine))
        while (step := next_step(my_page)) is not None:
            last = "confirm" in (step.get_attribute("class") or "")
            with my_page.expect_navigation():
                step.tap()
            if last:
                break
        expect(other_page.locator("main h1")).not_to_have_text(before, timeout=3500)


def test_what_a_screen_reader_says_is_enough_to_play(live_server: Any, chromium: Lend) -> None:
    match = make_match(bots=1, now=timezone.now())
    seat = seat_at(match, 0)
    jar = cookies_of(sit(seat))
    view = queries.see_round(match, 1, 0).view
    playable = {str(move.tile) for move in view.legal if isinstance(move, PlaceTile)}
    with chromium() as browser, looking(browser, live_server.url, PHONE, jar) as window:
        page = window.new_page()
        page.goto(address(seat))
        said = page.locator("main").aria_snapshot()
    assert 'heading "Your turn"' in said
    assert 'figure "The table":' in said  # not all that stands in it, and then all of it again
    assert "listitem: The starter is 9-9." in said
    assert "listitem: One tile lies on the table." in said
    assert "must be joined to 9-9 before any other place opens" in said
    assert "9-9 has " in said
    for tile in map(str, view.hand or ()):
        assert (f'link "{tile}"' if tile in playable else f'img "{tile}, cannot go now"') in said


def test_what_a_screen_reader_says_of_a_full_table_names_every_open_end_and_where_it_is(
    live_server: Any, chromium: Lend
) -> None:
    now = timezone.now()
    match = play_on(make_match(people=2, bots=0, now=now), 12, now=now)
    while queries.table_page(match, to_move(match).number, None).view.foot is not None:
        match = play_on(match, 1, now=now)
    seat = to_move(match)
    view = queries.table_page(match, seat.number, None).view
    jar = cookies_of(sit(seat))
    with chromium() as browser, looking(browser, live_server.url, PHONE, jar) as window:
        page = window.new_page()
        page.goto(address(seat))
        said = page.get_by_role("figure").get_by_role("listitem").all_inner_texts()
    told = [re.fullmatch(r"From \d-\d: .*?(\d)-(\d); open at (\d)\.", line) for line in said]
    heard = {(found[1], found[2]) for found in told if found and found[2] == found[3]}
    single = [end.tile for end in view.ends if not end.tile.is_double]
    assert single
    assert {frozenset(pair) for pair in heard} == {
        frozenset((str(tile.low), str(tile.high))) for tile in single
    }


def test_a_key_leads_past_the_frame_into_the_page(live_server: Any, chromium: Lend) -> None:
    match = make_match(bots=1, now=timezone.now())
    seat = seat_at(match, 0)
    jar = cookies_of(sit(seat))
    with chromium() as browser, looking(browser, live_server.url, DESKTOP, jar) as window:
        page = window.new_page()
        page.goto(address(seat))
        page.keyboard.press("Tab")
        skip = page.evaluate("document.activeElement.textContent.trim()")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        inside = page.evaluate("document.querySelector('main').contains(document.activeElement)")
    assert skip
    assert inside
