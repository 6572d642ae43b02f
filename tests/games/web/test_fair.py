"""The check of a match in the reader's own browser, on the records of others and on forged ones."""

import hashlib
import io
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route

from games import engine
from games.record.imports import import_match
from games.tables import Match, SeatWords
from tests.browser.screens import DESKTOP, PHONE, Lend, Screen, opened
from tests.factories import make_match, make_player
from tests.games.record.records import BAD, GOOD, named, sealed
from tests.games.web.browsing import text_of
from tests.games.web.tables import ME, OPEN, browser, lay

NAME = "15-trains-3p"
KEY = "chickenfoot.words."
BROWSER = pytest.mark.browser
RUN = (
    "async (text) => (await chickenfoot.checkRecord(Uint8Array.from(text, (c) => c.charCodeAt(0))))"
)
FAULT = f"(text) => ({RUN})(text).then(() => '', (fault) => `${{fault.code}} ${{fault.number}}`)"
FOUND = {
    "00": "digest 382",
    "01": "digest 99",
    "15": "deal 1",
    "16": "deal 3",
    "17": "deal 1",
    "18": "seed 0",
    "24": "deal 1",
    "25": "deal 1",
    "32": "seed 0",
    "37": "seed 0",
    "38": "digest 34",
    "41": "header 0",
    "42": "header 0",
    "43": "header 0",
    "44": "header 0",
    "45": "text 0",
    **dict.fromkeys(("46", "47", "48", "49", "50"), "line 20"),
    "51": "text 0",
    "52": "digest 20",
    "53": "digest 21",
}


@pytest.fixture
def match(transactional_db: None) -> Match:
    """Return a match that was played by others."""
    return import_match(io.BytesIO(sealed(named(NAME))), now=timezone.now())


def result_of(page: Page, server: Any, match: Match, record: bytes | None = None) -> str:
    """Press the button on the result's page and return what is told, whatever comes as record."""

    def answer(route: Route) -> None:
        route.fulfill(body=record, content_type="application/x-ndjson")

    if record is not None:
        page.route("**/record/", answer)
    page.goto(server.url + reverse("games:match", args=[match.slug]))
    page.get_by_role("button", name="Check it in my browser").click()
    page.wait_for_selector("[data-fair] [role=status] .notice")
    page.wait_for_selector("[data-fair] button:not(:disabled)")
    return page.inner_text("[data-fair] [role=status]")


@BROWSER
@pytest.mark.parametrize("screen", [PHONE, DESKTOP])
def test_a_browser_finds_the_deals_as_promised(
    live_server: Any, chromium: Lend, match: Match, screen: Screen
) -> None:
    with chromium() as shared, opened(shared, live_server.url, screen) as page:
        told = result_of(page, live_server, match)
        assert "127 events" in told
        assert match.seed_commitment in told
        assert "2 rounds were dealt, each from that number" in told
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= screen.width


@BROWSER
def test_a_browser_finds_what_was_forged(live_server: Any, chromium: Lend, match: Match) -> None:
    events = named(NAME)
    yard = events[1]["data"]["yard"]
    yard[0], yard[1] = yard[1], yard[0]
    swapped = sealed(events)
    events = named(NAME)
    events[0]["data"]["seed_commitment"] = engine.commitment(bytes(32))
    promised = sealed(events)
    cut = sealed(named(NAME)[:-1])
    changed = sealed(named(NAME)).replace(b'"seat":1', b'"seat":2', 1)
    with chromium() as shared, opened(shared, live_server.url, PHONE) as page:
        for record, sentence in (
            (swapped, "Round 1 was not dealt"),
            (promised, "not the one that the fingerprint promised"),
            (cut, "has no end"),
            (changed, "does not follow from those before it"),
            (b"<!doctype html>", "no record that this page can read"),
        ):
            told = result_of(page, live_server, match, record)
            assert sentence in told
            assert "rounds were dealt" not in told


@BROWSER
def test_what_was_noted_down_is_held_against_the_record(
    live_server: Any, chromium: Lend, match: Match
) -> None:
    events = named(NAME)
    seed = bytes.fromhex(events[-1]["data"]["seed"])
    head = engine.head_of(seed, events[9]["digest"])
    digits = events[0]["data"]["words"][0]
    with chromium() as shared, opened(shared, live_server.url, PHONE) as page:
        for noted, sentence in (
            (match.seed_commitment.upper(), "is the fingerprint"),
            (head, "is the head of the match at event 10"),
            (digits, "digits of the words of seat 1"),
            ("0" * 64, "is nowhere in this record"),
        ):
            result_of(page, live_server, match)
            page.fill("#noted", noted)
            page.get_by_role("button", name="Check it in my browser").click()
            page.wait_for_selector("[data-fair] button:not(:disabled)")
            page.get_by_text(sentence).wait_for()


@BROWSER
def test_what_this_browser_noted_of_ones_words_is_looked_for(
    live_server: Any, chromium: Lend, match: Match
) -> None:
    digits = named(NAME)[0]["data"]["words"][1]
    key = KEY + match.seed_commitment
    with chromium() as shared, opened(shared, live_server.url, PHONE) as page:
        result_of(page, live_server, match)
        for noted, sentence in ((digits, "in the record: seat 2"), ("f" * 40, "They are not")):
            page.evaluate("([key, noted]) => localStorage.setItem(key, noted)", [key, noted])
            assert sentence in result_of(page, live_server, match)


@BROWSER
def test_a_browser_offers_words_and_notes_their_digits(
    live_server: Any, chromium: Lend, transactional_db: None
) -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, creator=host)
    cookie = browser(host).cookies["sessionid"].value
    with chromium() as shared, opened(shared, live_server.url, PHONE) as page:
        page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page.goto(live_server.url + reverse("games:match", args=[match.slug]))
        offered = page.input_value("[data-words]")
        assert len(offered.split()) == 7
        page.get_by_role("button", name="Other random words").click()
        assert page.input_value("[data-words]") != offered
        page.fill("[data-words]", " soup ")
        nonce = page.input_value("[data-nonce]")
        digits = hashlib.sha256(f"{nonce}soup".encode()).hexdigest()[:40]
        page.locator("[data-digits]", has_text=digits).wait_for()
        page.get_by_role("button", name="Keep these words").click()
        page.get_by_text("Your words are kept.").wait_for()
        assert page.input_value("[data-words]") == "soup"
        page.locator("[data-digits]", has_text=digits).wait_for()
        noted = page.evaluate("(key) => localStorage.getItem(key)", KEY + match.seed_commitment)
    assert noted == digits == SeatWords.objects.get().digits


@BROWSER
def test_a_browser_says_the_same_of_every_record_as_this_project(
    live_server: Any, chromium: Lend
) -> None:
    with chromium() as shared, opened(shared, live_server.url, PHONE) as page:
        page.goto(f"{live_server.url}/rules/")
        page.add_script_tag(url="/static/games/check_record.js")
        for path in GOOD:
            found = page.evaluate(FAULT, path.read_bytes().decode("latin-1"))
            assert found == ("unfinished 0" if "unfinished" in path.stem else ""), path.stem
        for number, fault in FOUND.items():
            (path,) = [path for path in BAD if path.name.startswith(number)]
            assert page.evaluate(FAULT, path.read_bytes().decode("latin-1")) == fault, path.stem


def test_the_check_is_offered_when_a_match_is_over_and_not_before(
    client: Any, match: Match
) -> None:
    assert "Check this match" in text_of(client.get(reverse("games:match", args=[match.slug])))
    replay = client.get(reverse("games:replay_step", args=[match.slug, 1, 0]))
    assert "Check this match" in text_of(replay)
    runs = make_match(people=2, bots=0)
    runs.watchable = True
    runs.save()
    replay = client.get(reverse("games:replay_step", args=[runs.slug, 1, 0]))
    assert "Check this match" not in text_of(replay)


def test_the_program_to_download_is_the_one_that_is_tested(client: Any, match: Match) -> None:
    page = client.get(reverse("games:match", args=[match.slug])).content.decode()
    assert 'href="/static/games/check_deals.py" download="check_deals.py"' in page
    assert Path("games/static/games/check_deals.py").is_file()
