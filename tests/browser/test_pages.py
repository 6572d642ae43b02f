"""No page fails axe (WCAG 2.2 AA), complains, asks another host, moves, or is too wide."""

from collections.abc import Sequence
from time import sleep
from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Browser, Page, Route

from tests.browser.admin_places import admin_places
from tests.browser.mailed_places import mailed_places
from tests.browser.place import Place
from tests.browser.places import places
from tests.browser.problem_places import problem_places
from tests.browser.screens import (
    DESKTOP,
    PHONE,
    SHIFTED,
    Lend,
    Screen,
    Watch,
    keep,
    looking,
    opened,
)
from tests.factories import make_player

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("odd_addresses", "mailbox"),
]

Scheme = Literal["light", "dark"]

RULES: Final = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    "resultTypes": ["violations"],  # to describe all that is well takes three times as long
}
NOT_OURS: Final = {"exclude": [[".help-tooltip"]]}
"""What Django's administration draws by scripts."""
LANGUAGES: Final = [code for code, _ in settings.LANGUAGES]


UNFOLDED: Final = """() => {
    for (const part of document.querySelectorAll("main details:not([open]) > summary"))
        if (part.checkVisibility()) part.click();
}"""
"""Opens what is folded, and what is folded in it."""
SETTLED: Final = "() => Promise.allSettled(document.getAnimations().map((one) => one.finished))"
"""Waits until colours that change have changed."""
CHECKED: Final = "([without, rules]) => axe.run(without, rules).then((all) => all.violations)"


def faults_of(page: Page, place: Place, server: str, schemes: Sequence[Scheme]) -> list[str]:
    """Open a page and return what is wrong with it in any of these schemes, in sentences."""
    watch = Watch(page, server)
    page.emulate_media(color_scheme=schemes[0])
    answer = page.goto(place.path)
    if place.press:
        with page.expect_navigation() as gone:
            page.locator(place.press).click()
        answer = gone.value
    found = []
    if answer is None or answer.status != place.status:
        found.append(f"answered {answer and answer.status}")
    if moved := page.evaluate(SHIFTED):
        found.append(f"moved by {moved} after it came")
    page.evaluate(UNFOLDED)
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("wider than the screen")
    found += watch.found  # before axe, which complains of its own
    page.evaluate(Axe().axe_script)
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLED)
        for rule in page.evaluate(CHECKED, [NOT_OURS, RULES]):
            where = [node["html"][:200] for node in rule["nodes"][:3]]
            found.append(f"axe, {scheme}: {rule['id']}: {where}")
    return [f"{place.name}: {fault}" for fault in found]


def faults(
    browser: Browser,
    server: str,
    seen: list[Place],
    screen: Screen,
    schemes: Sequence[Scheme],
    language: str = "en",
) -> list[str]:
    """Return what is wrong with any of these pages on a screen."""
    found: list[str] = []
    with looking(browser, server, screen, locale=language) as context:
        for place in seen:
            keep(context, server, place.cookies)
            page = context.new_page()
            found += [
                f"{screen.width}: {fault}" for fault in faults_of(page, place, server, schemes)
            ]
            page.close()
    return found


def every_place() -> list[Place]:
    host = make_player("Vera")
    return [*places(), *problem_places(host), *mailed_places(), *admin_places()]


def test_every_page_can_be_used_by_everybody_on_a_phone(
    live_server: object, chromium: Lend
) -> None:
    seen = [*places(), *problem_places(make_player("Vera"))]
    with chromium() as browser:
        found = faults(browser, str(live_server), seen, PHONE, ["dark"])
    assert not found, "\n".join(found)


def test_every_page_can_be_used_by_everybody_on_a_desktop(
    live_server: object, chromium: Lend
) -> None:
    seen = [*places(), *mailed_places(), *admin_places()]
    with chromium() as browser:
        found = faults(browser, str(live_server), seen, DESKTOP, ["light"])
    assert not found, "\n".join(found)


@pytest.mark.proof
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(
    live_server: object, chromium: Lend, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.factories.LANGUAGE", language)
    seen = every_place()
    with chromium() as browser:
        found = [
            *faults(browser, str(live_server), seen, PHONE, ["dark", "light"], language),
            *faults(browser, str(live_server), seen, DESKTOP, ["light", "dark"], language),
        ]
    assert not found, "\n".join(found)


def test_a_refused_form_stands_still_however_late_its_script_comes(
    live_server: object, chromium: Lend
) -> None:
    named = {place.name: place for place in problem_places(make_player("Vera"))}
    refused = named["new table refused"]

    def late(route: Route) -> None:
        sleep(0.3)
        route.continue_()

    with (
        chromium() as browser,
        opened(browser, str(live_server), PHONE, refused.cookies) as page,
    ):
        page.route("**/new_table.js", late)
        page.goto(refused.path)
        with page.expect_navigation():
            page.locator(refused.press).click()
        assert page.evaluate(SHIFTED) == 0


def test_what_only_a_script_can_do_is_offered_by_scripts_alone(
    live_server: object, chromium: Lend
) -> None:
    named = {place.name: place for place in places()}
    seen = [named["result"], named["invitation"]]
    shown = []
    with chromium() as browser:
        for script in (True, False):
            with looking(
                browser,
                str(live_server),
                PHONE,
                java_script_enabled=script,
                timezone_id="Asia/Tashkent",
            ) as context:
                page = context.new_page()
                keep(context, str(live_server), seen[0].cookies)
                page.goto(seen[0].path)
                shown.append(page.get_by_role("button", name="Check it in my browser").is_visible())
                keep(context, str(live_server), seen[1].cookies)
                page.goto(seen[1].path)
                zone = page.locator("select[name=time_zone]")
                shown.append(zone.is_visible())
                if script:
                    assert zone.input_value() == "Asia/Tashkent"
    assert shown == [True, False, False, True]
