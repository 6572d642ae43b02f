"""A match that was over before its first deal, as a record may tell of one, has pages too."""

import io

import pytest
from django.urls import reverse

from games.record.imports import import_match
from games.tables import Match
from tests.factories import NOON
from tests.games.record.records import named, sealed
from tests.games.web.browsing import Browser, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Return a match of a record that has a start and an end, and nothing between."""
    events = [line for line in named("abandoned") if line["type"].startswith("match_")]
    assert [line["type"] for line in events] == ["match_started", "match_abandoned"]
    return import_match(io.BytesIO(sealed(events)), now=NOON)


@pytest.mark.parametrize(
    "rest",
    [
        "replay/",
        "replay/?step=3",
        "replay/1/",
        "replay/1/0/",
        "replay/all/",
        "replay/all/0/",
        "replay/x/",
        "replay/1/film.gif",
    ],
)
def test_every_address_of_its_replay_leads_to_the_result(match: Match, rest: str) -> None:
    result = reverse("games:match", args=[match.slug])
    answer = Browser().get(f"{result}{rest}")
    assert answer.status_code == 404
    assert page_of(answer).select(f'main a[href="{result}"]')


def test_its_result_offers_nothing_to_watch(match: Match) -> None:
    page = page_of(Browser().get(reverse("games:match", args=[match.slug])))
    assert page.h1 is not None
    assert "called off" in page.h1.text
    assert not page.select('a[href*="/replay/"]')


def test_its_card_says_how_it_ended_above_no_table(match: Match) -> None:
    answer = Browser().get(reverse("games:match_preview", args=[match.slug]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
