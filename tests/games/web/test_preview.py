"""The pictures beside a link, and what pages tell of themselves to who shows them."""

import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from games import drawing, engine, queries, store
from games.drawing.card import SIZE
from games.tables import Match
from games.web import cards
from games.web.budget import Budget
from games.web.cards import Card
from tests.factories import make_match, play_on
from tests.games.web.browsing import Browser, page_of, rows, seat_at, text_of
from tests.games.web.tables import ME, OPEN, lay

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Card]:
    """Return the cards that are drawn from here on; drawing them is another test's concern."""
    drawn: list[Card] = []

    def draw(card: Card) -> bytes:
        drawn.append(card)
        return card.mark.encode()

    monkeypatch.setattr(cards, "drawn", draw)
    return drawn


@pytest.fixture(autouse=True)
def budget(monkeypatch: pytest.MonkeyPatch) -> Budget:
    """Let a test draw all it wants, whatever others have drawn before it, until it says stop."""
    cards._kept.clear()
    plenty = Budget(reserve=1000, share=0.1)
    monkeypatch.setattr(cards, "_budget", plenty)
    return plenty


def of_step(match: Match, number: int, step: int) -> str:
    return reverse("games:step_preview", args=[match.slug, number, step])


def of_round(match: Match, number: int) -> list[store.Stored]:
    return [row for row in store.load_all(match.pk) if row.round == number]


def told(response: Any) -> dict[str, str]:
    """Return what a page tells of itself."""
    tags = page_of(response).select("meta[property], meta[name^=twitter]")
    return {str(tag.get("property") or tag["name"]): str(tag["content"]) for tag in tags}


def test_every_step_of_a_match_that_is_over_has_its_picture(over: Match) -> None:
    answer = Client().get(of_step(over, 1, 3))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert answer["X-Robots-Tag"] == "noindex"
    with Image.open(BytesIO(answer.content)) as image:
        assert image.size == SIZE


def test_a_picture_shows_its_step_and_no_hand(over: Match, shown: list[Card]) -> None:
    rows = [next(store.load_all(over.pk)), *of_round(over, 1)[:8]]
    seen = engine.replay(store.numbered(rows)).rounds[1]
    Client().get(of_step(over, 1, 7))
    assert shown[0].placements == seen.placements
    assert len(seen.placements) > 3
    assert shown[0].words.line.startswith("step 7 of")
    assert [name for name, _ in shown[0].words.rows] == [seat.name for seat in over.seats.all()]


def test_the_address_in_the_page_is_of_the_very_picture_and_may_be_kept_for_ever(
    over: Match, shown: list[Card]
) -> None:
    page = Browser().get(reverse("games:replay_step", args=[over.slug, 1, 5]) + "?hands=open")
    tags = told(page)
    assert tags["og:url"] == settings.SITE_URL + reverse(
        "games:replay_step", args=[over.slug, 1, 5]
    )
    assert tags["og:image"].startswith(settings.SITE_URL + of_step(over, 1, 5))
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["og:title"].startswith("Round 1, step 5 of ")
    assert "The starter is 9-9." in tags["og:image:alt"]
    image = tags["og:image"].removeprefix(settings.SITE_URL)
    answer = Client().get(image)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["ETag"].strip('"') in image
    assert Client().get(of_step(over, 1, 5))["Cache-Control"] == "public, no-cache"


def test_another_name_is_another_picture(over: Match, shown: list[Card]) -> None:
    path = reverse("games:replay_step", args=[over.slug, 1, 5])
    before = told(Browser().get(path))["og:image"].removeprefix(settings.SITE_URL)
    player = seat_at(over, 1).player
    assert player
    player.display_name = "Ελένη"
    player.save()
    after = told(Browser().get(path))["og:image"].removeprefix(settings.SITE_URL)
    assert before != after
    assert Client().get(before)["Cache-Control"] == "public, no-cache"
    assert ("Ελένη", "0") in shown[-1].words.rows


def test_who_has_the_picture_gets_no_second_one(over: Match, shown: list[Card]) -> None:
    path = of_step(over, 1, 5)
    etag = Client().get(path)["ETag"]
    again = Client().get(path, headers={"If-None-Match": f'"other", {etag}'})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    assert again["Cache-Control"] == "public, no-cache"
    assert len(shown) == 1
    assert Client().get(of_step(over, 1, 6), headers={"If-None-Match": etag}).status_code == 200


def test_a_picture_is_drawn_once_for_all_who_ask(
    over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Client().get(of_step(over, 1, 5))
    monkeypatch.setattr(drawing, "card", None)
    assert Client().get(of_step(over, 1, 5)).content == first.content


def test_who_asks_for_too_many_is_told_when_to_come_again_and_given_what_is_there(
    over: Match, budget: Budget, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Client().get(of_step(over, 1, 5))
    monkeypatch.setattr(budget, "_left", -2)
    busy = Client().get(of_step(over, 1, 6))
    assert busy.status_code == 429
    assert 10 < int(busy["Retry-After"]) <= 20
    assert busy["Cache-Control"] == "no-store"
    assert "The picture is not ready yet" in text_of(busy)
    assert Client().get(of_step(over, 1, 5)).content == first.content
    known = {"If-None-Match": first["ETag"]}
    cards._kept.clear()
    assert Client().get(of_step(over, 1, 5), headers=known).status_code == 304
    monkeypatch.setattr(budget, "_left", 1)
    assert Client().get(of_step(over, 1, 6)).status_code == 200


def test_a_card_that_many_ask_for_at_once_is_drawn_once_and_sent_to_all(
    over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "_budget", Budget(reserve=0.001, share=0.001))
    drawings = []
    together = Barrier(8)

    def slowly(*what: Any) -> bytes:
        drawings.append(what)
        time.sleep(0.3)
        return b"a picture"

    def ask(_who: int) -> bytes:
        together.wait()
        return cards.drawn(card)

    monkeypatch.setattr(drawing, "card", slowly)
    card = cards.of_step(queries.replay_page(over, None, 1, 5))
    with ThreadPoolExecutor(8) as people:
        assert set(people.map(ask, range(8))) == {b"a picture"}
    assert len(drawings) == 1


def test_a_head_says_what_a_get_would_and_a_get_changes_nothing(over: Match) -> None:
    before = rows()
    got = Client().get(of_step(over, 1, 5))
    head = Client().head(of_step(over, 1, 5))
    assert head.content == b""
    assert head.headers == got.headers
    assert int(head["Content-Length"]) == len(got.content)
    assert Client().post(of_step(over, 1, 5)).status_code == 405
    assert rows() == before


@pytest.mark.parametrize("language", ["ro", "sl", "uz", "el"])
def test_a_picture_speaks_the_language_of_its_address(
    over: Match, shown: list[Card], language: str
) -> None:
    for query in ("?lang=en", f"?lang={language}", "?lang=xx", ""):
        Client().get(of_step(over, 1, 5) + query, headers={"Accept-Language": "en"})
    assert len({card.mark for card in shown}) == 2
    assert shown[1].words != shown[0].words == shown[2].words == shown[3].words
    page = Browser(headers={"Accept-Language": language}).get(
        reverse("games:replay_step", args=[over.slug, 1, 5])
    )
    assert f"lang={language}" in told(page)["og:image"]


@pytest.mark.parametrize("tail", ["1/9999", "9/0", "0/0", "1/x", "1/00", "99/0", "1/-1"])
def test_steps_that_there_are_not_have_no_picture(over: Match, tail: str) -> None:
    answer = Client().get(f"/m/{over.slug}/replay/{tail}/preview.png", follow=True)
    assert answer.status_code == 404
    assert page_of(answer).select(f"main a[href^='/m/{over.slug}/']")


def test_a_match_that_is_not_open_to_visitors_has_the_card_of_one_that_there_is_not(
    shown: list[Card],
) -> None:
    match = make_match(people=2, bots=0)
    player = seat_at(match, 0).player
    assert player
    signed_in = Client()
    signed_in.force_login(player)
    nothing = match.slug[::-1]
    for client in (Client(), signed_in):
        for tail in ("replay/1/0/preview.png", "replay/3/77/preview.png", "preview.png"):
            hidden = client.get(f"/m/{match.slug}/{tail}", {"v": cards.plain().mark})
            unknown = client.get(f"/m/{nothing}/{tail}", {"v": cards.plain().mark})
            assert hidden.status_code == unknown.status_code == 200
            assert hidden.content == unknown.content == cards.plain().mark.encode()
            assert hidden.headers == unknown.headers
            assert hidden["Cache-Control"] == "public, no-cache"
    assert set(shown) == {cards.plain()}
    assert cards.plain().placements is None


def test_a_table_that_waits_has_the_plain_card(shown: list[Card]) -> None:
    match = lay(ME, OPEN, watchable=True)
    assert Client().get(reverse("games:match_preview", args=[match.slug])).status_code == 200
    assert Client().get(of_step(match, 1, 0)).status_code == 200
    assert set(shown) == {cards.plain()}


def test_a_record_that_cannot_be_read_has_the_plain_card(over: Match, shown: list[Card]) -> None:
    Match.objects.update(fault="digest of 7")
    assert Client().get(of_step(over, 1, 5)).status_code == 200
    assert Client().get(reverse("games:match_preview", args=[over.slug])).status_code == 200
    assert set(shown) == {cards.plain()}


def test_a_watched_match_shows_its_newest_table_and_the_result_the_last(
    shown: list[Card],
) -> None:
    match = make_match(people=2, bots=0, rounds=1, hand_size=5)
    Match.objects.update(watchable=True)
    play_on(match, choices=3)
    path = reverse("games:match_preview", args=[match.slug])
    running = Client().get(path)
    laid = [row for row in of_round(match, 1) if row.type == "tile_played"]
    assert len(shown[-1].placements or ()) == 1 + len(laid)
    assert shown[-1].words.line.endswith(" is to move")
    assert shown[-1].newest == {laid[-1].event().tile}
    play_on(match, now=timezone.now())
    ended = Client().get(path)
    assert running["ETag"] != ended["ETag"]
    assert ended["Cache-Control"] == "public, no-cache"
    assert shown[-1].words.headline.endswith(" won")
    assert sorted(int(total) for _, total in shown[-1].words.rows) == sorted(match.totals)


def test_names_that_no_font_has_are_the_seats(over: Match, shown: list[Card]) -> None:
    for number, name in enumerate(("李", "🐔", "Ana 🐔")):
        player = seat_at(over, number).player
        assert player
        player.display_name = name
        player.save()
    Client().get(of_step(over, 1, 5))
    assert [name for name, _ in shown[0].words.rows] == ["Seat 1", "Seat 2", "Ana"]


def test_pictures_cost_few_queries(over: Match, shown: list[Card]) -> None:
    for path in (of_step(over, 1, 5), reverse("games:match_preview", args=[over.slug])):
        with CaptureQueriesContext(connection) as asked:
            Client().get(path)
        assert len(asked) <= 9, [query["sql"] for query in asked]
