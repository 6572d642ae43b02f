"""What was put right by hand is seen by everybody who sees the match, in its replay too."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import queries, services, store
from games.record.export import check_match
from games.services import Why
from games.tables import Match
from tests.factories import make_match, play_on
from tests.games.web.browsing import Browser, address, page_of, seat_at, sit, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=2, bots=0, now=timezone.now()), choices=4)


def take_back(match: Match, moves: int = 2) -> list[store.Stored]:
    """Take back the last moves, and return what is taken back."""
    way = queries.ways_back(match)[moves - 1]
    services.rewind(match, way.round, way.to_seq, why=Why("A cat"), now=timezone.now())
    rows = list(store.load_all(match.pk))
    back = store.taken_back(rows)
    return [row for row in rows if row.seq in back]


def steps(browser: Browser, match: Match, number: int = 1) -> list[Any]:
    """Return every step of a round's replay, as pages."""
    path = reverse("games:replay_step", args=[match.slug, number, 0])
    pages = []
    while path:
        shown = browser.get(path, follow=True)
        assert shown.status_code == 200
        pages.append(page_of(shown))
        link = pages[-1].select_one("a[rel=next]")
        path = str(link["href"]) if link and f"/replay/{number}/" in str(link["href"]) else ""
    return pages


def test_a_match_that_was_rewound_and_abandoned_replays_with_what_was_taken_back(
    match: Match,
) -> None:
    back = take_back(match)
    play_on(match, choices=2, now=timezone.now())
    services.abandon(match, why=Why("All have moved away"), now=timezone.now())
    assert check_match(match).fault is None
    pages = steps(Browser(), match)
    rows = [row for row in store.load_all(match.pk) if row.seq > 1]
    assert len(pages) == len(rows)
    marked = pages[-1].select(".every-move .taken-back")
    assert len(marked) == len(back) > 0
    assert all(line.text.startswith("Taken back: ") for line in marked)
    told = pages[-1].select_one(".every-move").get_text(" ")
    assert "were taken back. An administrator’s reason: “A cat”" in told
    assert "The match was called off" in told
    assert "All have moved away" in told


def test_a_step_that_was_taken_back_shows_the_table_as_it_was_then(match: Match) -> None:
    back = take_back(match)
    played = [row for row in back if row.type == "tile_played"]
    services.abandon(match, now=timezone.now())
    last = queries.last_step(match, 1)
    found = [queries.replay_page(match, None, 1, step) for step in range(last + 1)]
    seen = {str(page.played) for page in found if page.played}
    for row in played:
        event = row.event()
        assert str(getattr(event, "tile", None)) in seen
    sizes = [len(page.view.placements) for page in found]
    assert max(sizes) > sizes[-1]


def test_a_seat_is_shown_what_was_taken_back_since_its_last_move(match: Match) -> None:
    take_back(match)
    for number in (0, 1):
        seat = seat_at(match, number)
        text = text_of(sit(seat).get(address(seat)))
        assert "Corrections" in text
        assert "The last moves of round 1 were taken back." in text


def test_the_result_of_an_abandoned_match_says_why(match: Match) -> None:
    services.abandon(match, why=Why("All have moved away"), now=timezone.now())
    shown = Browser().get(reverse("games:match", args=[match.slug]))
    assert "An administrator’s reason: “All have moved away”" in text_of(shown)


def test_words_of_a_reason_are_shown_as_text(match: Match) -> None:
    services.pause(match, why=Why("<script>alert(1)</script>"), now=timezone.now())
    seat = seat_at(match, 0)
    shown = sit(seat).get(address(seat))
    assert page_of(shown).select_one("main script") is None
    assert "<script>alert(1)</script>" in text_of(shown)


def test_a_table_without_corrections_has_no_list_of_them(match: Match) -> None:
    seat = seat_at(match, 0)
    assert "Corrections" not in text_of(sit(seat).get(address(seat)))
