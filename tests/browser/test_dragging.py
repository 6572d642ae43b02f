"""A tile is dragged to an end that is lit, by mouse and by finger; the picture is still pinched."""

from functools import partial
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games import queries
from games.engine import PlaceTile
from games.tables import Seat
from tests.browser.screens import DESKTOP, PHONE, Lend, cookies_of, opened
from tests.factories import make_match, play_on
from tests.games.web.browsing import address, sit, to_move

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Point = tuple[float, float]
Points = tuple[Point, ...]
TILE: Final = ".hand a.can-go"
OFFSET: Final = "tile => tile.offsetHeight * 0.75"


@pytest.fixture
def seat(transactional_db: None) -> Seat:
    """Return a seat that is to move and holds a tile which fits more than one end."""
    now = timezone.now()
    match = play_on(make_match(people=2, bots=0, now=now), 12, now=now)
    while not any(len(ends) > 1 for ends in places(to_move(match)).values()):
        match = play_on(match, 1, now=now)
    return to_move(match)


def places(seat: Seat) -> dict[str, list[str]]:
    """Return the tiles of a hand that can go, each with the ends it fits."""
    found: dict[str, list[str]] = {}
    for move in queries.table_page(seat.match, seat.number, None).view.legal:
        if isinstance(move, PlaceTile):
            found.setdefault(str(move.tile), []).append(str(move.on))
    return found


def some_tile(seat: Seat) -> tuple[str, list[str]]:
    return next((tile, ends) for tile, ends in places(seat).items() if len(ends) > 1)


def middle_of(part: Locator) -> Point:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_to_be_laid(page: Page, tile: str, end: str) -> None:
    expect(page.locator(".turn input[name=tile]")).to_have_value(tile)
    expect(page.locator(".turn input[name=on]")).to_have_value(end)
    expect(page.locator(".turn .confirm")).to_be_visible()
    expect(page.locator(f".cf-laid[data-tile='{tile}']")).to_be_visible()


def test_a_tile_dragged_to_a_lit_end_asks_for_the_confirmation(
    live_server: Any, chromium: Lend, seat: Seat
) -> None:
    tile, ends = some_tile(seat)
    jar = cookies_of(sit(seat))
    with chromium() as browser, opened(browser, live_server.url, DESKTOP, jar) as page:
        page.goto(address(seat))
        held = page.locator(f"{TILE}[aria-label='{tile}']")
        place = middle_of(held)
        page.mouse.move(*place)
        page.mouse.down()
        page.mouse.move(place[0] + 30, place[1] - 30)
        lit = page.locator(".cf-mark.fits").evaluate_all("all => all.map(m => m.dataset.on)")
        assert sorted(lit) == sorted(ends)
        page.mouse.move(*middle_of(page.locator(f".cf-mark[data-on='{ends[1]}']")), steps=4)
        with page.expect_navigation():
            page.mouse.up()
        expect_to_be_laid(page, tile, ends[1])


def test_a_tile_dropped_elsewhere_goes_back_and_can_still_be_touched(
    live_server: Any, chromium: Lend, seat: Seat
) -> None:
    tile, ends = some_tile(seat)
    jar = cookies_of(sit(seat))
    with chromium() as browser, opened(browser, live_server.url, DESKTOP, jar) as page:
        page.emulate_media(reduced_motion="reduce")
        page.goto(address(seat))
        held = page.locator(f"{TILE}[aria-label='{tile}']")
        place = middle_of(held)
        for ends_by_key in (False, True):
            page.mouse.move(*place)
            page.mouse.down()
            page.mouse.move(place[0] + 60, place[1] + 30, steps=3)
            assert middle_of(held) == pytest.approx((place[0] + 60, place[1] + 30), abs=1)
            page.keyboard.press("Escape") if ends_by_key else page.mouse.up()
            assert middle_of(held) == place
            assert page.locator(".fits, .near, .takes, .dragged").count() == 0
        page.mouse.up()
        assert page.url.endswith(address(seat))
        with page.expect_navigation():
            held.click()
        assert page.locator(".cf-mark").count() == len(ends)


def test_a_finger_drags_a_tile_and_two_fingers_still_pinch_the_picture(
    live_server: Any, chromium: Lend, seat: Seat
) -> None:
    tile, ends = some_tile(seat)
    jar = cookies_of(sit(seat))
    with (
        chromium() as browser,
        opened(browser, live_server.url, PHONE, jar, is_mobile=True) as page,
    ):
        touch = Touch(page)
        page.goto(address(seat))
        x, y = middle_of(page.locator(".board"))
        touch.draw(((x - 20, y), (x + 20, y)), ((x - 110, y), (x + 110, y)))
        page.wait_for_function("visualViewport.scale > 1.5")
        page.goto(address(seat))
        held = page.locator(f"{TILE}[aria-label='{tile}']")
        goal = middle_of(page.locator(f".cf-mark[data-on='{ends[1]}']"))
        ahead = held.evaluate(OFFSET)
        with page.expect_navigation():
            touch.draw((middle_of(held),), ((goal[0], goal[1] + ahead),))
        expect_to_be_laid(page, tile, ends[1])


class Touch:
    """Fingers on the screen of a page."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def draw(self, start: Points, goal: Points) -> None:
        """Put a finger on each of some points, draw them to others and lift them."""
        for number in range(len(start)):
            self._send("touchStart", start[: number + 1])
        for part in (0.05, 0.15, 0.3, 0.6, 1):
            self._send("touchMove", tuple(map(partial(between, part), start, goal)))
        self._send("touchEnd", ())

    def _send(self, kind: str, points: Points) -> None:
        fingers = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def between(part: float, start: Point, goal: Point) -> Point:
    return start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part
