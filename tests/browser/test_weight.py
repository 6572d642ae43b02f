"""A table comes quickly over a slow line, and nothing on it moves once it is there."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from games.tables import Seat
from tests.browser.screens import DESKTOP, PHONE, SHIFTED, Lend, cookies_of, looking
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
SOON: Final = 1500
PAINTED: Final = """() => new Promise((resolve) => new PerformanceObserver((list) => {
    const first = list.getEntriesByName("first-contentful-paint")[0];
    const page = performance.getEntriesByType("navigation")[0];
    const thought = Math.max(0, page.responseStart - page.requestStart - 150);
    if (first) resolve(first.startTime - thought);
}).observe({ type: "paint", buffered: true }))"""
"""After how many milliseconds a page is painted, but for those that the server thought: how many
those are is the machine's doing and not the page's."""


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


@pytest.mark.parametrize("last", ["</li>", '<footer class="site-footer">'])
def test_what_has_come_of_a_page_stays_where_it_is(
    live_server: Any, chromium: Lend, seat: Seat, last: str
) -> None:
    page = sit(seat).get(address(seat)).content
    page = page.replace(b'"/static/', f'"{live_server.url}/static/'.encode())
    after = page.index(last.encode(), page.index(b'<section class="hand"')) + len(last)
    with (
        halting(page, after) as (server, go_on),
        chromium() as browser,
        looking(browser, server, DESKTOP) as window,
    ):
        half = window.new_page()
        half.goto("/", wait_until="commit")
        half.wait_for_function("document.querySelector('.hand li')", polling=20)
        assert half.evaluate("performance.getEntriesByType('paint')") == []
        go_on.set()
        half.wait_for_load_state()
        assert half.evaluate(SHIFTED) == 0


def test_a_full_table_is_painted_soon_over_a_slow_line(
    live_server: Any, chromium: Lend, seat: Seat
) -> None:
    # A busy machine paints late whatever the page is like: the best of some counts.
    painted: list[float] = []
    while len(painted) < 5 and min(painted, default=SOON + 1) > SOON:
        with opened(chromium, live_server.url, seat) as page:
            page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
            page.goto(address(seat), wait_until="load")
            painted.append(page.evaluate(PAINTED))
    assert min(painted) <= SOON, painted


@contextmanager
def opened(chromium: Lend, server: str, seat: Seat) -> Iterator[Page]:
    """Open a window of the player at a seat."""
    jar = cookies_of(sit(seat))
    with chromium() as browser, looking(browser, server, PHONE, jar) as window:
        yield window.new_page()


@contextmanager
def halting(page: bytes, after: int) -> Iterator[tuple[str, threading.Event]]:
    """Serve a page that halts after so many bytes until the event is set."""
    go_on = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page[:after])
            go_on.wait()
            self.wfile.write(page[after:])

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", go_on
        finally:
            go_on.set()
            server.shutdown()
