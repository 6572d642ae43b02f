"""A real browser as players have it: a phone or a desktop, light or dark, with seats' cookies."""

import asyncio
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.games.web import browsing


class Screen(NamedTuple):
    """What somebody looks at: its size in CSS pixels, and how one points there."""

    width: int
    height: int
    touch: bool = False


PHONE: Final = Screen(360, 740, touch=True)
DESKTOP: Final = Screen(1440, 900)


class Cookie(NamedTuple):
    """A cookie of a page, and the path it goes below."""

    name: str
    value: str
    path: str


def cookies_of(client: Client) -> list[Cookie]:
    """Return the cookies that a test's client has been given."""
    if isinstance(client, browsing.Browser):
        return [Cookie(name, kept.coded_value, path) for (path, name), kept in client.jar.items()]
    return [
        Cookie(name, kept.coded_value, kept["path"] or "/") for name, kept in client.cookies.items()
    ]


Lend = Callable[[], AbstractContextManager[Browser]]
"""What the fixture `chromium` is: called, it lends the browser for a `with`."""


class Chromium:
    """The browser that all tests of a process share: started once, lent to one at a time."""

    def __init__(self) -> None:
        """Start the system's Chromium, or skip the test where there is none."""
        program = shutil.which("chromium")
        if program is None:
            pytest.skip("there is no Chromium on this machine")
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"]
        )
        self._loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)

    @contextmanager
    def lent(self) -> Iterator[Browser]:
        """Lend the browser; nothing may ask the database within, as its loop runs here.

        Between two loans the loop is put away: to Django, one that runs forbids the database.
        """
        asyncio._set_running_loop(self._loop)
        try:
            yield self._browser
        finally:
            for context in self._browser.contexts:
                context.close()
            asyncio._set_running_loop(None)

    def close(self) -> None:
        """End it for good."""
        with self.lent() as browser:
            browser.close()
            self._playwright.stop()


@contextmanager
def looking(
    browser: Browser, server: str, screen: Screen, cookies: Iterable[Cookie] = (), **more: Any
) -> Iterator[BrowserContext]:
    """Open a window of this size; `more` is what Playwright's `new_context` knows."""
    context = browser.new_context(
        base_url=server,
        viewport={"width": screen.width, "height": screen.height},
        has_touch=screen.touch,
        **more,
    )
    keep(context, server, cookies)
    try:
        yield context
    finally:
        context.close()


def keep(context: BrowserContext, server: str, cookies: Iterable[Cookie]) -> None:
    """Give a window these cookies and no others."""
    context.clear_cookies()
    host = urlsplit(server).hostname or ""
    context.add_cookies(
        [
            {"name": name, "value": value, "domain": host, "path": path}
            for name, value, path in cookies
        ]
    )


@contextmanager
def opened(
    browser: Browser, server: str, screen: Screen, cookies: Iterable[Cookie] = (), **more: Any
) -> Iterator[Page]:
    """Open a page in a window of its own, on which nothing may go wrong."""
    with looking(browser, server, screen, cookies, **more) as context:
        page = context.new_page()
        watch = Watch(page, server)
        yield page
    assert not watch.found, watch.found


SHIFTED: Final = """async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let moved = 0;
    const add = (entries) => { for (const shift of entries) moved += shift.value; };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.loading !== "lazy");
    await Promise.all(shown.map((image) => image.decode().catch(() => {})));
    await frame();
    await frame();
    add(observer.takeRecords());
    return moved;
}"""
"""How far a page has moved by itself since it came, as browsers count it; 0 stands still."""


class Watch:
    """What goes wrong on a page while it is open, as sentences."""

    def __init__(self, page: Page, server: str) -> None:
        self.found: list[str] = []
        self._server = server
        page.on("pageerror", lambda fault: self.found.append(f"script: {fault}"))
        page.on("console", lambda line: self._console(line.type, line.text))
        page.on("request", lambda request: self._request(request.url))
        page.on("response", lambda answer: self._answer(answer.url, answer.status))

    def _console(self, kind: str, text: str) -> None:
        # The console repeats the status of the page itself, which the test asks for.
        if kind in {"error", "warning"} and "the server responded with a status" not in text:
            self.found.append(f"console: {text}")

    def _request(self, url: str) -> None:
        if not url.startswith((self._server, "data:", "blob:")):
            self.found.append(f"another host: {url}")

    def _answer(self, url: str, status: int) -> None:
        if "/static/" in url and status >= 400:
            self.found.append(f"missing: {url}")
