"""The pages of a match that stands still say so, and change nothing."""

import pytest
from django.urls import reverse

from games import services
from tests.factories import NOON, make_match, play_on
from tests.games.web.browsing import Browser, address, sit, to_move

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["table", "seat_replay"])
def test_a_table_says_that_it_stands_still(page: str) -> None:
    match = make_match(people=2, bots=0)
    seat = to_move(match)
    browser = sit(seat)
    services.stop(match.pk, "seq 2: digest", NOON)
    answer = browser.get(address(seat, page))
    assert answer.status_code == 503
    assert "<h1>This table stands still</h1>" in answer.content.decode()
    assert "digest" not in answer.content.decode()


def test_a_move_is_refused_with_the_same_sentence() -> None:
    match = make_match(people=2, bots=0)
    seat = to_move(match)
    browser = sit(seat)
    services.stop(match.pk, "seq 2: digest", NOON)
    browser.handler.enforce_csrf_checks = False
    move = {"round": "1", "tile": "0-0", "on": "9-9", "seq": "2"}
    answer = browser.post(address(seat, "play"), move)
    assert answer.status_code == 503
    assert "<h1>This table stands still</h1>" in answer.content.decode()


def test_a_result_says_that_its_record_is_looked_at_and_offers_no_replay() -> None:
    match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=4))
    page = reverse("games:match", args=[match.slug])
    assert "An administrator looks" not in Browser().get(page).content.decode()
    services.stop(match.pk, "seq 2: digest", NOON)
    answer = Browser().get(page)
    assert answer.status_code == 200
    assert "An administrator looks" in answer.content.decode()
    replay = reverse("games:replay_step", args=[match.slug, 1, 0])
    assert f'class="button" href="{replay}"' not in answer.content.decode()
    assert Browser().get(replay).status_code == 503
