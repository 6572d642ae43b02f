"""A page costs a few queries, and no more in a late round than in the first."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.tables import Match
from tests.factories import make_match, play_on
from tests.games.web.browsing import Browser, address, sit, to_move

pytestmark = pytest.mark.django_db


def cost(look: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        look()
    return len(queries)


def test_a_table_costs_its_seat_ten_queries() -> None:
    match = make_match(people=2, bots=0, hand_size=5, rounds=4)
    seat = to_move(match)
    browser = sit(seat)
    assert cost(lambda: browser.get(address(seat))) == 10
    while not match.rounds.filter(number=4).exists():
        play_on(match, choices=1)
    assert cost(lambda: browser.get(address(seat))) == 10


def test_side_by_side_a_table_costs_the_same() -> None:
    match = make_match(people=4, bots=0, pace="side_by_side")
    seat = to_move(match)
    browser = sit(seat)
    assert cost(lambda: browser.get(address(seat))) == 10


def test_a_player_signed_in_costs_the_session_too() -> None:
    match = make_match(people=2, bots=0)
    seat = to_move(match)
    assert seat.player
    browser = Browser()
    browser.force_login(seat.player)
    assert cost(lambda: browser.get(address(seat))) == 12


def test_the_poll_costs_one_query_and_touches_no_event() -> None:
    match = make_match(people=2, bots=0)
    seat = to_move(match)
    browser = sit(seat)
    with CaptureQueriesContext(connection) as queries:
        browser.get(address(seat, "seat_news"))
    assert len(queries) == 1
    assert "games_event" not in queries[0]["sql"]
    Match.objects.update(watchable=True)
    assert cost(lambda: Browser().get(reverse("games:news", args=[match.slug]))) == 1


def test_results_and_replays() -> None:
    match = play_on(make_match(people=3, bots=0, hand_size=5, rounds=3), now=timezone.now())
    step = reverse("games:replay_step", args=[match.slug, 2, 3])
    assert cost(lambda: Browser().get(step)) == 4
    assert cost(lambda: Browser().get(reverse("games:match", args=[match.slug]))) == 3


def test_a_step_of_all_rounds_costs_two_queries_more_than_one_of_its_round() -> None:
    match = make_match(people=3, bots=0, hand_size=5, rounds=3, pace="side_by_side")
    play_on(match, now=timezone.now())
    of_round = reverse("games:replay_step", args=[match.slug, 2, 3])
    of_all = reverse("games:replay_all_step", args=[match.slug, 20])
    assert cost(lambda: Browser().get(of_round)) == 4
    assert cost(lambda: Browser().get(of_all)) == 6
    assert cost(lambda: Browser().get(of_round, headers={"Replay-Reel": "2.2.9."})) == 4
