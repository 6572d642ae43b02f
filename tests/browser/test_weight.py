"""A table comes quickly over a slow line, and nothing on it moves once it is there."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from games.tables import Seat
from tests.browser.screens import PHONE, SHIFTED, Lend, cookies_of, looking
from tests.factories import make_match, play_on
from tests.games.web.browsing import address, sit, to_move

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HEAVIEST: Final = 120 * 1024
# What browsers call a good 3G line: 1.6 Mbit/s, 150 ms there and back.
SLOW: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
PAINTED: Final = """() => new Promise((resolve) => new PerformanceObserver((list) => {
    const first = list.getEntriesByName("first-contentful-paint")[0];
    if (first) resolve(first.startTime);
}).observe({ type: "paint", buffered: true }))"""


@pytest.fixture
def seat(transactional_db: None) -> Seat:
    """Return the seat that is to move at a table of many tiles."""
    now = timezone.now()
    return to_move(play_on(make_match(people=2, bots=2, now=now), 24, now=now))


def test_a_full_table_is_light_and_stands_still(
    live_server: Any, chromium: Lend, seat: Seat
) -> None:
    sizes: dict[str, int] = {}
    with opened(chromium, live_server.url, seat) as page:
        page.on("response", lambda got: sizes.update({got.url: len(gzip.compress(got.body()))}))
        page.goto(address(seat), wait_until="networkidle")
        shifted = page.evaluate(SHIFTED)
    assert len(sizes) > 3
    assert sum(sizes.values()) <= HEAVIEST, sizes
    assert shifted == 0


@pytest.mark.proof
def test_a_full_table_is_painted_soon_over_a_slow_line(
    live_server: Any, chromium: Lend, seat: Seat
) -> None:
    with opened(chromium, live_server.url, seat) as page:
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
        page.goto(address(seat), wait_until="networkidle")
        assert page.evaluate(PAINTED) <= 1500


@contextmanager
def opened(chromium: Lend, server: str, seat: Seat) -> Iterator[Page]:
    """Open a window of the player at a seat."""
    jar = cookies_of(sit(seat))
    with chromium() as browser, looking(browser, server, PHONE, jar) as window:
        yield window.new_page()
