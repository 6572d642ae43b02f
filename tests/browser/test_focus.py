"""Where the keyboard is: from top to bottom, always seen, and led to what has changed."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.place import Place
from tests.browser.places import places
from tests.browser.screens import DESKTOP, PHONE, Lend, looking

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PARTS: Final = (".skip", ".site-header", ".cf-mark", ".turn", ".hand", ".hint", ".beside")
REACHED: Final = """(parts) => {
    const here = document.activeElement;
    const box = here.getBoundingClientRect();
    const isRinged = getComputedStyle(here).outlineStyle !== "none" || here.matches(".cf-mark");
    return {
        part: parts.findIndex((part) => here.closest(part)),
        seen: isRinged && box.width > 0 && box.bottom > 0 && box.top < innerHeight,
        name: here.outerHTML.slice(0, 120),
        isOver: here === document.body || Boolean(here.closest(".site-footer")),
    };
}"""


@pytest.fixture
def seen(transactional_db: None) -> dict[str, Place]:
    return {place.name: place for place in places()}


def test_keys_lead_through_a_table_from_top_to_bottom_and_are_always_seen(
    live_server: Any, chromium: Lend, seen: dict[str, Place]
) -> None:
    place = seen["where it goes"]
    reached = []
    with chromium() as browser, looking(browser, live_server.url, DESKTOP, place.cookies) as window:
        page = window.new_page()
        page.goto(place.path)
        page.locator(".skip").focus()
        reached.append(page.evaluate(REACHED, PARTS))
        while len(reached) < 100:
            page.keyboard.press("Tab")
            stop = page.evaluate(REACHED, PARTS)
            if stop["isOver"]:
                break
            reached.append(stop)
    assert [stop["name"] for stop in reached if not stop["seen"]] == []
    order = [stop["part"] for stop in reached]
    assert order == sorted(order)
    assert set(order) == set(range(len(PARTS)))


def test_each_step_of_a_move_takes_the_keys_to_the_next_and_what_is_refused_to_the_reason(
    live_server: Any, chromium: Lend, seen: dict[str, Place]
) -> None:
    place = seen["where it goes"]
    with chromium() as browser, looking(browser, live_server.url, DESKTOP, place.cookies) as window:
        page = window.new_page()
        page.goto(place.path)
        expect(page.locator(".turn")).to_be_focused()
        press(page, "Tab")
        expect(page.locator(".ends a").first).to_be_focused()
        follow(page)
        expect(page.locator(".turn")).to_be_focused()
        press(page, "Tab")
        expect(page.locator(".turn .confirm")).to_be_focused()
        page.locator(".turn input[name=seq]").evaluate("field => { field.value = 1; }")
        follow(page)
        expect(page.locator(".notice.error[role=alert]")).to_be_focused()


def test_a_form_that_was_refused_takes_the_keys_to_the_field_and_its_reason(
    live_server: Any, chromium: Lend
) -> None:
    with chromium() as browser, looking(browser, live_server.url, PHONE) as window:
        page = window.new_page()
        page.goto("/sign-in/")
        page.locator("[name=address]").fill("ana")
        with page.expect_navigation():
            page.locator("[name=address]").press("Enter")
        field = page.locator("[name=address]")
        expect(field).to_be_focused()
        reason = page.locator(".errorlist").inner_text()
        expect(field).to_have_accessible_description(re.compile(re.escape(reason)))


def test_what_is_closed_gives_the_keys_back_to_what_opened_it(
    live_server: Any, chromium: Lend, seen: dict[str, Place]
) -> None:
    place = seen["is it meant"]
    with chromium() as browser, looking(browser, live_server.url, DESKTOP, place.cookies) as window:
        page = window.new_page()
        page.goto(place.path)
        opener, field = page.locator(".with-move summary"), page.locator("#say")
        opener.focus()
        press(page, "Enter", "Tab")
        expect(field).to_be_focused()
        press(page, "Shift+Tab")
        expect(opener).to_be_focused()
        press(page, "Enter")
        expect(field).not_to_be_visible()
        expect(opener).to_be_focused()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def follow(page: Page) -> None:
    with page.expect_navigation():
        page.keyboard.press("Enter")
