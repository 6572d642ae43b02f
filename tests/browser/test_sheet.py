"""The sheet of a match side by side in a real browser: read as sentences, and left but once."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.screens import PHONE, Lend, cookies_of, opened
from tests.factories import make_match, play_on
from tests.games.web.browsing import address, sit, to_move

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def lay_something(page: Page) -> None:
    """Tap what leads on until a move is made."""
    for _ in range(3):
        step = page.locator(".turn .confirm, .ends a, .hand a.can-go").first
        last = "confirm" in (step.get_attribute("class") or "")
        with page.expect_navigation():
            step.tap()
        if last:
            return


def test_the_sheet_reads_as_sentences_and_one_tap_leads_from_choice_to_choice(
    live_server: Any, chromium: Lend
) -> None:
    now = timezone.now()
    match = make_match(people=2, bots=0, rounds=4, pace="side_by_side", now=now)
    while match.choices.filter(seat=(seat := to_move(match))).count() < 3:
        play_on(match, choices=1, now=now)
    other = match.seats.exclude(pk=seat.pk).select_related("player")[0]
    jar = cookies_of(sit(seat))
    rounds = list(match.choices.filter(seat=seat).order_by("deadline", "round"))
    first, following = rounds[0].round, next(r.round for r in rounds if r.round > rounds[0].round)
    with chromium() as browser, opened(browser, live_server.url, PHONE, jar) as page:
        page.goto(address(seat, "seat_sheet"))
        said = page.locator("main").aria_snapshot()
        assert f'heading "{len(rounds)} rounds wait for you"' in said
        assert f'link "Round {first}, on ' in said
        assert "paragraph: Your turn until" in said
        assert f"paragraph: {other.name} is to move until" in said
        assert "img" not in said
        page.get_by_role("link", name=f"Round {first}, on").tap()
        lay_something(page)
        where = f"That was round {first}. This is round {following}, and it waits for you too."
        expect(page.locator(".onwards")).to_contain_text(where)
        assert page.locator(".hand a.can-go").count()
