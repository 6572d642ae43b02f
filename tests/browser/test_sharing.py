"""The address of a step of a replay, given to the clipboard or to the device."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.browser.screens import PHONE, Lend, Watch, looking
from tests.factories import make_match, play_on

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CLIPBOARD = ["clipboard-read", "clipboard-write"]
# What a device does that has a list of ways to send something.
DEVICE = "navigator.share = async (what) => { window.sent = what; };"


def test_the_address_of_a_step_can_be_copied_and_sent(live_server: object, chromium: Lend) -> None:
    over = play_on(make_match(people=2, bots=0, rounds=1, hand_size=3), now=timezone.now())
    path = reverse("games:replay_step", args=[over.slug, 1, 2])
    with (
        chromium() as browser,
        looking(browser, str(live_server), PHONE, permissions=CLIPBOARD) as context,
    ):
        context.add_init_script(DEVICE)
        page = context.new_page()
        watch = Watch(page, str(live_server))
        page.goto(path)
        address = page.get_by_label("Address of this step").input_value()
        assert address.endswith(path)
        page.get_by_role("button", name="Copy the address").click()
        page.get_by_text("The address is copied.").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == address
        page.get_by_role("button", name="Send it to somebody").click()
        assert page.evaluate("window.sent.url") == address
        page.get_by_role("link", name="Forward").click()
        page.wait_for_url(f"**{reverse('games:replay_step', args=[over.slug, 1, 3])}")
        page.get_by_role("button", name="Send it to somebody").click()
        assert page.evaluate("window.sent.url") == address.replace("/2/", "/3/")
        assert not watch.found
