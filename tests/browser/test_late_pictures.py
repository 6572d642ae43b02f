"""A page keeps the room of pictures that come late: what one is about to press does not move."""

import time

import pytest
from playwright.sync_api import Route

from tests.browser.admin_places import admin_places
from tests.browser.screens import DESKTOP, SHIFTED, Lend, keep, looking

pytestmark = pytest.mark.django_db(transaction=True)

LATE = 0.4


def come_late(route: Route) -> None:
    time.sleep(LATE)
    route.continue_()


def test_a_list_of_the_administration_does_not_move(live_server: object, chromium: Lend) -> None:
    lists = [place for place in admin_places() if place.name.startswith("all ")]
    with chromium() as browser, looking(browser, str(live_server), DESKTOP) as context:
        for place in lists:
            keep(context, str(live_server), place.cookies)
            page = context.new_page()
            page.route("**/*.svg", come_late)
            page.goto(place.path)
            assert page.evaluate(SHIFTED) == 0, place.name
            page.close()
    assert len(lists) == 2
