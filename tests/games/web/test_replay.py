"""A match again, step by step."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import engine, queries, store
from games.drawing import branches_in_words
from games.engine import Caused, MatchPaused, MatchResumed, MovesRewound
from games.services import recording
from games.tables import Match
from tests.factories import NOON, make_match, play_on
from tests.games.web.browsing import Browser, address, page_of, seat_at, sit, text_of, to_move

pytestmark = pytest.mark.django_db

# A round of a few events: two tiles a hand, and none can be drawn.
SHORT: dict[str, Any] = {"hand_size": 2, "yard_reserve": 50}


def step_at(match: Match, number: int, step: int) -> str:
    return reverse("games:replay_step", args=[match.slug, number, step])


def test_every_step_can_be_reached_forward_and_back() -> None:
    over = play_on(make_match(people=2, bots=0, rounds=2, **SHORT), now=timezone.now())
    browser = Browser()
    places = []
    path = step_at(over, 1, 0)
    while path:
        shown = browser.get(path, follow=True)
        assert shown.status_code == 200
        places.append((path, page_of(shown)))
        link = places[-1][1].select_one("a[rel=next]")
        path = str(link["href"]) if link else ""
    told = [row for row in store.load_all(over.pk) if row.type != "match_started"]
    assert len(places) == len(told)
    for _path, page in reversed(places):
        link = page.select_one("a[rel=prev]")
        if link is None:
            break
        assert browser.get(str(link["href"]), follow=True).status_code == 200
    assert "The match is over." in str(places[-1][1])


def test_the_replay_opens_at_its_end(over: Match) -> None:
    browser = Browser()
    shown = browser.get(reverse("games:replay", args=[over.slug]), follow=True)
    assert shown.status_code == 200
    assert page_of(shown).select_one("a[rel=next]") is None
    assert page_of(shown).select_one("a[data-key=Home]")


def test_a_step_shows_the_table_of_its_moment(over: Match) -> None:
    rows = [row for row in store.load_all(over.pk) if row.round == 1]
    for step in range(0, len(rows), 6):
        shown = Browser().get(step_at(over, 1, step))
        seen = engine.replay(store.numbered([next(store.load_all(over.pk)), *rows[: step + 1]]))
        assert " ".join(branches_in_words(seen.rounds[1])) in text_of(shown)


def test_hands_are_open_or_closed(over: Match) -> None:
    opened = Browser().get(step_at(over, 1, 0) + "?hands=open")
    closed = Browser().get(step_at(over, 1, 0) + "?hands=closed")
    assert len(page_of(opened).select(".hands .tile")) == 15
    assert page_of(closed).select(".hands .tile") == []
    link = page_of(closed).select_one("a[rel=next]")
    assert link
    assert "hands=closed" in str(link["href"])
    assert Browser().get(step_at(over, 1, 0) + "?hands=%FF").status_code == 200


def led_to(answer: Any) -> list[str]:
    """Return the addresses to which the page of a problem leads."""
    return [str(link["href"]) for link in page_of(answer).select("main .buttons a")]


def test_a_step_that_there_is_not_leads_to_the_last_and_to_the_first(over: Match) -> None:
    last = queries.last_step(over, 1)
    answer = Browser().get(step_at(over, 1, 9999) + "?hands=closed")
    assert answer.status_code == 404
    assert f"The steps of this replay go from 0 to {last}." in text_of(answer)
    ends = [f"{step_at(over, 1, step)}?hands=closed" for step in (last, 0)]
    assert led_to(answer) == [*ends, "/"]


@pytest.mark.parametrize("tail", ["3/0/", "3/", "19/"])
def test_a_round_that_there_is_not_leads_to_the_end_of_the_last(over: Match, tail: str) -> None:
    answer = Browser().get(f"/m/{over.slug}/replay/{tail}")
    assert answer.status_code == 404
    assert "The last round that was dealt is round 2." in text_of(answer)
    assert led_to(answer) == [reverse("games:replay_round", args=[over.slug, 2]), "/"]


@pytest.mark.parametrize("tail", ["0/0/", "1/x/", "1/00/", "99/0/", "1/-1/", "x/", "1/2/3/"])
def test_what_is_no_step_at_all_leads_to_the_replay(over: Match, tail: str) -> None:
    answer = Browser().get(f"/m/{over.slug}/replay/{tail}")
    assert answer.status_code == 404
    assert led_to(answer) == [reverse("games:replay_round", args=[over.slug, 2]), "/"]


def test_a_seat_is_led_back_to_the_replay_below_its_own_address() -> None:
    match = play_on(make_match(people=2, bots=0), choices=4)
    seat = to_move(match)
    browser, own = sit(seat), address(seat, "seat_replay_round", 1)
    for tail in ("2/0/", "1/x/"):
        assert led_to(browser.get(f"{address(seat, 'seat_replay')}{tail}"))[0] == own
    last = queries.last_step(match, 1)
    beyond = browser.get(address(seat, "seat_replay_step", 1, 9999))
    assert led_to(beyond)[0] == address(seat, "seat_replay_step", 1, last)


def test_one_step_alone_is_not_called_the_first_and_the_last() -> None:
    match = make_match(people=2, bots=0)
    seat = to_move(match)
    assert queries.last_step(match, 1) == 0
    beyond = sit(seat).get(address(seat, "seat_replay_step", 1, 9999))
    assert beyond.status_code == 404
    assert led_to(beyond) == [address(seat, "seat_replay_round", 1), "/"]


@pytest.mark.parametrize("tail", ["1/9999/", "3/0/", "1/x/", "1/?step=x"])
def test_of_a_replay_that_may_not_be_seen_nothing_is_said(tail: str) -> None:
    match = play_on(make_match(people=2, bots=0), choices=4)
    hidden = Browser().get(f"/m/{match.slug}/replay/{tail}")
    nothing = Browser().get(f"/m/{match.slug[::-1]}/replay/{tail}")
    assert hidden.status_code == nothing.status_code == 404
    assert text_of(hidden) == text_of(nothing)
    assert led_to(hidden) == led_to(nothing) == ["/"]


def test_a_seat_replays_a_running_round_as_far_as_it_may_see() -> None:
    match = play_on(make_match(people=2, bots=0), choices=4)
    seat = to_move(match)
    browser = sit(seat)
    shown = browser.get(address(seat, "seat_replay"), follow=True)
    assert shown.status_code == 200
    assert "Not seen before the round is over" in text_of(shown)
    page = page_of(browser.get(address(seat, "seat_replay_step", 1, 0)))
    assert len(page.select(".hands .tile")) == 21
    assert Browser().get(step_at(match, 1, 0)).status_code == 404


def test_an_ended_round_of_a_running_match_is_open_to_its_seats() -> None:  # R8.4
    match = make_match(people=2, bots=0, hand_size=5, rounds=3)
    while not match.rounds.filter(number=2).exists():
        play_on(match, choices=1)
    seat = to_move(match)
    page = page_of(sit(seat).get(address(seat, "seat_replay_step", 1, 0)))
    assert len(page.select(".hands .tile")) == 10


def test_watchers_replay_a_table_that_was_opened_to_them() -> None:
    match = make_match(people=2, bots=0)
    Match.objects.update(watchable=True)
    shown = Browser().get(step_at(match, 1, 0))
    assert shown.status_code == 200
    assert page_of(shown).select(".hands .tile") == []


def test_what_befell_the_match_is_a_step_too() -> None:
    match = play_on(make_match(people=2, bots=0), choices=3)
    locked = Match.objects.select_related("secret").get(pk=match.pk)
    reason = "admin"
    for event in (MatchPaused(reason), MatchResumed(reason)):
        recording.record(recording.load(locked, 1), [Caused(event, "admin")], NOON)
    seat = seat_at(match, 0)
    shown = sit(seat).get(address(seat, "seat_replay"), follow=True)
    assert "The match was paused." in text_of(shown)
    assert "The match goes on." in text_of(shown)


def test_a_rewind_is_a_line_and_its_table_is_that_of_before() -> None:
    match = play_on(make_match(people=2, bots=0), choices=4)
    locked = Match.objects.select_related("secret").get(pk=match.pk)
    position = recording.load(locked, 1)
    *_, kept, _taken_back = [row for row in position.stored if row.type == "tile_played"]
    recording.record(position, [Caused(MovesRewound(1, kept.seq, "admin"), "admin")], NOON)
    seat = seat_at(match, 0)
    shown = sit(seat).get(address(seat, "seat_replay"), follow=True)
    assert "The last moves of round 1 were taken back." in text_of(shown)
    state = engine.replay(store.numbered(store.load_all(match.pk))).rounds[1]
    assert " ".join(branches_in_words(state)) in text_of(shown)
