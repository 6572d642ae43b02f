"""A real browser for a test: the system's Chromium, as a phone or as a desktop."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, sync_playwright

PHONE = (360, 740)
DESKTOP = (1440, 900)


@contextmanager
def chromium(size: tuple[int, int] = PHONE) -> Iterator[Page]:
    """Open a page; at its end, nothing may have gone wrong in the browser's console.

    Nothing may ask the database within: Playwright's loop runs in this thread.
    """
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        try:
            yield page
        finally:
            browser.close()
    assert not wrong, wrong
