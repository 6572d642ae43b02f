"""What no page, header or picture may tell a seat or a visitor (R8)."""

import json
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from django.urls import reverse

from games import store
from games.tables import Match, Seat
from tests.factories import make_match, play_on
from tests.games.web.browsing import (
    Browser,
    address,
    form_of,
    hrefs,
    link_to,
    page_of,
    seat_at,
    send,
    sit,
)

pytestmark = pytest.mark.django_db

# Dates and the like are no tiles: nothing that goes on with a digit, a dash or a letter is one.
TILE = re.compile(r"(?<![\w.-])(\d-\d)(?![\w-]|\.\d)")

# The doubles that rounds are played on are known to everybody from the rules.
STARTERS = {f"{pips}-{pips}" for pips in range(10)}


def told(response: Any) -> set[str]:
    """Return every tile that is named anywhere in an answer."""
    content = b"".join(response) if response.streaming else response.content
    found = content.decode() + repr(dict(response.headers)) + str(response.cookies)
    return set(TILE.findall(found))


def hidden_from(match: Match, number: int | None) -> set[str]:
    """Return the tiles of the running rounds that a seat may not know, by the log itself."""
    secret: set[str] = set()
    for row in store.load_all(match.pk):
        data = json.loads(row.data)
        match row.type:
            case "round_dealt":
                dealt = [
                    tile
                    for seat, hand in enumerate(data["hands"])
                    if seat != number
                    for tile in hand
                ]
                secret |= {*dealt, *data["yard"]}
            case "tile_played":
                secret.discard(data["tile"])
            case "tile_drawn" if data["seat"] == number:
                secret.discard(data["tile"])
    return secret


def pages_of(browser: Browser, seat: Seat) -> list[Any]:
    """Return everything that a seat is shown when it follows all links of its pages once."""
    slug = seat.match.slug
    answers = [
        browser.get(address(seat)),
        browser.get(address(seat, "seat_news")),
        browser.get(address(seat, "resign")),
        browser.get(address(seat, "seat_record")),
        browser.get(reverse("games:match", args=[slug]), follow=True),
        browser.get(reverse("games:record", args=[slug])),
    ]
    answers += [
        browser.get(urljoin(address(seat), href), follow=True) for href in hrefs(answers[0], "main")
    ]
    last = answers[0].context["page"].round
    step = 0
    while (shown := browser.get(address(seat, "seat_replay_step", last, step))).status_code == 200:
        answers.append(shown)
        step += 1
    data = {"round": last, "seq": 1, "tile": "0-0", "on": "9-9"}
    token = form_of(answers[2], "resign/").find("input")
    assert token is not None
    wrong = {**data, "csrfmiddlewaretoken": str(token["value"])}
    answers += [
        browser.post(address(seat, "play"), {**wrong, "tile": tile, "seq": seq})
        for tile in sorted(seat_tiles(seat))[:3]
        for seq in (1, answers[0].context["page"].last_seq)
    ]
    return answers


def seat_tiles(seat: Seat) -> set[str]:
    """Return tiles that do lie open, for moves that are refused without naming another tile."""
    return {
        json.loads(row.data)["tile"]
        for row in store.load_all(seat.match_id)
        if row.type == "tile_played"
    }


@pytest.mark.parametrize("preset", ["trains", "four-arms"])
def test_no_page_of_a_seat_names_a_tile_it_may_not_know(preset: str) -> None:
    match = make_match(people=3, bots=0, preset=preset, hand_size=12)
    browsers = [sit(seat_at(match, number)) for number in range(3)]
    play_on(match, choices=10)
    # Of a round that ended all is open (R8.4), and the next one has the same tiles again.
    assert match.rounds.count() == 1
    for number, browser in enumerate(browsers):
        seat = seat_at(match, number)
        hidden = hidden_from(match, number) - STARTERS
        assert hidden
        for answer in pages_of(browser, seat):
            assert not told(answer) & hidden, answer.request["PATH_INFO"]


def test_a_watcher_is_told_no_tile_that_does_not_lie() -> None:
    match = make_match(people=3, bots=0)
    Match.objects.update(watchable=True)
    for _ in range(3):
        play_on(match, choices=4)
        hidden = hidden_from(match, None) - STARTERS
        path = reverse("games:match", args=[match.slug])
        shown = Browser().get(path)
        answers = [
            shown,
            *[Browser().get(urljoin(path, href), follow=True) for href in hrefs(shown, "main")],
        ]
        assert len(answers) > 1
        for answer in answers:
            assert not told(answer) & hidden


def test_who_is_asked_for_a_name_is_told_no_tile() -> None:
    match = make_match(people=2, bots=0)
    seat = seat_at(match, 0)
    browser = Browser()
    asked = browser.get(link_to(seat, "?round=1"), follow=True)
    assert told(asked) == set()
    assert page_of(asked).select("svg.cf-table") == []
    send(browser, form_of(asked, "enter/"))
