"""A replay by slider, keys and play: steps change, and nothing else does."""

import re
from datetime import timedelta
from typing import Any, Final

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import Player
from games import queries
from games.tables import Match
from tests.browser.screens import PHONE, Lend, opened
from tests.factories import NOON, make_match, play_on

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STAYS: Final = (
    "#step-forward",
    "#replay-slider",
    "#replay-play",
    "#replay-line",
    ".a-hand >> nth=2",
)


NAMES: Final = ("Grandmother Rosa", "Marko Kovačič")


@pytest.fixture
def match(transactional_db: None) -> Match:
    return play_on(make_match(people=3, bots=0, rounds=2, hand_size=5))


def test_a_replay_is_gone_through_by_slider_keys_and_play(
    chromium: Lend, live_server: Any, match: Match
) -> None:
    last = queries.last_step(match, 1)
    first = reverse("games:replay_step", args=[match.slug, 1, 0])
    with chromium() as browser, opened(browser, live_server.url, PHONE) as page:
        page.clock.install(time=NOON)
        page.goto(reverse("games:match", args=[match.slug]))
        page.goto(first)
        page.evaluate("window.sameDocument = true")
        places = _places(page)

        page.locator("#step-forward").click()
        _stands(page, 1, last)
        assert page.evaluate("document.activeElement.id") == "step-forward"
        page.keyboard.press("End")
        _stands(page, last, last)
        page.keyboard.press("Home")
        _stands(page, 0, last)
        assert page.evaluate("document.activeElement.id") == "step-forward"
        page.keyboard.press("ArrowLeft")
        page.evaluate("for (const _ of 'four') document.getElementById('step-forward').click()")
        _stands(page, 4, last)
        page.evaluate("for (const _ of 'six---') document.getElementById('step-back').click()")
        _stands(page, 0, last)
        page.keyboard.press("ArrowRight")
        _stands(page, 1, last)

        slider = page.locator("#replay-slider")
        slider.focus()
        page.keyboard.press("ArrowRight")
        _stands(page, 2, last)
        slider.fill(str(last - 1))
        _stands(page, last - 1, last)
        page.keyboard.press("Home")
        _stands(page, 0, last)
        assert page.evaluate("document.activeElement.id") == "replay-slider"

        page.locator("#step-first").evaluate("link => link.focus()")
        page.get_by_role("radio", name="Fast").check()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("radio", name="Medium")).to_be_checked()
        _stands(page, 0, last)

        page.clock.pause_at(NOON + timedelta(hours=1))
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        _stands(page, 1, last)
        page.clock.run_for(1400)
        _stands(page, 1, last)
        page.clock.run_for(200)
        _stands(page, 2, last)
        page.get_by_role("button", name="Pause").click()
        page.clock.run_for(10_000)
        _stands(page, 2, last)
        assert _places(page) == places
        page.clock.resume()

        page.locator(".every-move a").nth(last).click()
        _stands(page, last, last)
        page.locator("#step-forward").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
        expect(page.locator(".every-move li").first).to_contain_text("Round 2 was dealt")
        page.go_back()
        _stands(page, last, last)
        assert page.evaluate("window.sameDocument")
        page.go_back()
        expect(page).to_have_url(re.compile(rf"/m/{match.slug}/$"))


@pytest.mark.parametrize("pace", ["in_turn", "side_by_side"])
def test_no_sentence_moves_the_hands_below_it(
    chromium: Lend, live_server: Any, transactional_db: None, pace: str
) -> None:
    match = play_on(make_match(people=2, bots=0, rounds=2, hand_size=4, yard_reserve=45, pace=pace))
    for player, name in zip(Player.objects.order_by("pk"), NAMES, strict=True):
        player.display_name = name
        player.save(update_fields=["display_name"])
    reel = 1 if pace == "in_turn" else None
    last = queries.last_step(match, reel)
    first = ["replay_step", match.slug, 1, 0] if reel else ["replay_all_step", match.slug, 0]
    with chromium() as browser, opened(browser, live_server.url, PHONE) as page:
        page.goto(reverse(f"games:{first[0]}", args=first[1:]))
        places, sentences = set(), []
        for step in range(last + 1):
            expect(page.locator("#replay-slider")).to_have_attribute("value", str(step))
            places.add(page.locator(".a-hand").first.bounding_box()["y"])  # type: ignore[index]
            sentences.append(page.locator("#replay-line").inner_text())
            page.keyboard.press("ArrowRight")
    assert any("ended" in said or "is over" in said for said in sentences)
    assert len(places) == 1


def test_without_a_script_a_replay_is_gone_through_by_links_and_a_number(
    chromium: Lend, live_server: Any, match: Match
) -> None:
    with (
        chromium() as browser,
        opened(browser, live_server.url, PHONE, java_script_enabled=False) as page,
    ):
        page.goto(reverse("games:replay_step", args=[match.slug, 1, 4]))
        expect(page.locator("#replay-slider")).to_be_hidden()
        expect(page.locator("#replay-play")).to_be_hidden()
        page.get_by_role("link", name="Forward").click()
        expect(page).to_have_url(re.compile(r"/replay/1/5/$"))
        page.get_by_role("spinbutton", name="Step").fill("2")
        page.get_by_role("button", name="Go there").click()
        expect(page).to_have_url(re.compile(r"/replay/1/2/$"))


def _stands(page: Page, step: int, last: int) -> None:
    """Expect that a page shows a step everywhere, its address included."""
    expect(page).to_have_url(re.compile(rf"/replay/1/{step}/$"))
    expect(page).to_have_title(re.compile(rf"step {step} "))
    expect(page.locator(".table-head p").first).to_have_text(f"step {step} of {last}")
    slider = page.locator("#replay-slider")
    expect(slider).to_have_value(str(step))
    expect(slider).to_have_attribute("aria-valuetext", f"step {step} of {last}")
    now = page.locator(".every-move [aria-current=step]")
    expect(page.locator("#replay-line")).to_have_text(now.inner_text())
    assert page.locator(".every-move a").nth(step).get_attribute("aria-current") == "step"


def _places(page: Page) -> list[Any]:
    return [page.locator(part).bounding_box() for part in STAYS]
