"""On paper, without colours and without cloth, the marks of a table are told apart by shape."""

from typing import Any, Final

import pytest
from django.utils import timezone

from games import queries
from tests.browser.screens import Lend, Screen, cookies_of, opened
from tests.factories import make_match, play_on
from tests.games.web.browsing import address, sit, to_move

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGE: Final = Screen(794, 1123)
OUTLINE: Final = """part => {
    const { stroke, strokeDasharray, strokeWidth } = getComputedStyle(part);
    const [red, green, blue] = stroke.match(/[0-9]+/g).map(Number);
    const dark = Math.max(red, green, blue) < 64 && red === green && green === blue;
    return [dark, strokeDasharray !== "none", parseFloat(strokeWidth)];
}"""

BEHIND = """part => {
    const { backgroundColor, filter } = getComputedStyle(part);
    return [backgroundColor, filter];
}"""


def test_open_ends_new_tiles_and_an_unfinished_foot_are_told_apart_in_black_and_white(
    live_server: Any, chromium: Lend
) -> None:
    now = timezone.now()
    match = play_on(make_match(people=2, bots=0, now=now), 2, now=now)
    while queries.table_page(match, to_move(match).number, None).view.foot is None:
        match = play_on(match, 1, now=now)
    seat = to_move(match)
    jar = cookies_of(sit(seat))
    with (
        chromium() as browser,
        opened(browser, live_server.url, PAGE, jar, color_scheme="dark") as page,
    ):
        page.emulate_media(media="print")
        page.goto(address(seat))
        looks = {
            name: page.locator(f".board {name}").first.evaluate(OUTLINE)
            for name in (".cf-new", ".cf-foot", ".cf-mark rect", ".cf-plus", ".cf-face")
        }
        behind = page.locator(".board").evaluate("part => getComputedStyle(part).backgroundColor")
        paper = page.locator("body").evaluate("part => getComputedStyle(part).backgroundColor")
        page.goto(address(seat, "seat_sheet"))
        small = page.locator(".glance").first.evaluate(BEHIND)
    assert all(dark for dark, _dashed, _wide in looks.values()), looks
    dashed = {name for name, (_dark, dashed, _wide) in looks.items() if dashed}
    assert dashed == {".cf-foot", ".cf-mark rect"}
    assert looks[".cf-new"][2] > 3 * looks[".cf-face"][2]
    assert (behind, paper) == ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
    assert small == ["rgba(0, 0, 0, 0)", "none"]
