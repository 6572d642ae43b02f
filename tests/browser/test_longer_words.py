"""No page breaks, and no tile is torn, where words are 60 % longer, or letters 50 % larger."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.place import Place
from tests.browser.places import places
from tests.browser.problem_places import problem_places
from tests.browser.screens import PHONE, Lend, keep, looking
from tests.factories import make_player

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("odd_addresses"),
]

SAMPLE: Final = {"my turn", "is it meant", "their turn, with a plan", "games:home", "games:new"}
LONGER: Final = r"""() => {
    for (const part of document.querySelectorAll("details")) part.open = true;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const node of texts) {
        const text = node.data.trim();
        if (!/\p{L}{2}/u.test(text)) continue;
        if (node.parentElement.closest("bdi, code, svg, option")) continue;
        const more = text.slice(0, Math.ceil(text.length * 0.6));
        node.data = node.data.trimEnd() + (text.includes(" ") ? " " + more : more.toLowerCase());
    }
}"""
LARGER: Final = """() => { document.documentElement.style.fontSize = "150%"; }"""
BROKEN: Final = r"""() => {
    const wordsOf = (part) => part.textContent.trim().slice(0, 60);
    const name = (part) => `<${part.tagName} ${part.className}> ${wordsOf(part)}`;
    const isScrolled = (part) => part && part !== document.documentElement
        && (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(part).overflowX)
            || isScrolled(part.parentElement));
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
    for (const part of document.body.querySelectorAll("*:not(svg *)")) {
        const { left, right, width } = part.getBoundingClientRect();
        if (width > 1 && (right > innerWidth + 1 || left < -1) && !isScrolled(part.parentElement))
            found.push(`beyond the screen: ${name(part)}`);
        if (part.matches(".button, button, h1, h2, summary, label, .tag, .notice, p")
            && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1
            && getComputedStyle(part).display !== "inline")
            found.push(`its words stick out: ${name(part)}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.parentElement.closest("code, svg, option, .visually-hidden")) continue;
        for (const tile of node.data.matchAll(/\b\d{1,2}-\d{1,2}\b/g)) {
            range.setStart(node, tile.index);
            range.setEnd(node, tile.index + tile[0].length);
            if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1)
                found.push(`torn: ${tile[0]} in ${name(node.parentElement)}`);
        }
    }
    return found;
}"""


def broken(browser: Browser, server: str, seen: list[Place], change: str = LONGER) -> list[str]:
    found: list[str] = []
    with looking(browser, server, PHONE) as window:
        page = window.new_page()
        for place in seen:
            keep(window, server, place.cookies)
            found += [f"{place.name}: {fault}" for fault in _of(page, place, change)]
    return found


def _of(page: Page, place: Place, change: str) -> list[str]:
    page.goto(place.path)
    if place.press:
        with page.expect_navigation():
            page.locator(place.press).click()
    page.evaluate(change)
    return list(page.evaluate(BROKEN))


def test_the_pages_that_hold_most_keep_to_a_phone_with_longer_words(
    live_server: object, chromium: Lend
) -> None:
    seen = [place for place in places() if place.name in SAMPLE]
    assert len(seen) == len(SAMPLE)
    with chromium() as browser:
        found = broken(browser, str(live_server), seen)
    assert not found, "\n".join(found)


def test_tables_and_replays_keep_to_a_phone_with_larger_letters(
    live_server: object, chromium: Lend
) -> None:  # WCAG 2.2, 1.4.4
    seen = [place for place in places() if place.name in SAMPLE or "replay" in place.name]
    assert any("replay" in place.name for place in seen)
    with chromium() as browser:
        found = broken(browser, str(live_server), seen, LARGER)
    assert not found, "\n".join(found)


@pytest.mark.proof
def test_every_page_keeps_to_a_phone_with_longer_words(live_server: object, chromium: Lend) -> None:
    seen = [*places(), *problem_places(make_player("Vera"))]
    with chromium() as browser:
        found = broken(browser, str(live_server), seen)
    assert not found, "\n".join(found)
