"""Taking back and pausing by agreement, on the page of a table."""

import pytest
from django.utils import timezone

from games import services
from games.tables import Match
from tests.factories import make_match, play_on
from tests.games.services.test_agreeing import play_by_hand
from tests.games.web.browsing import (
    Browser,
    address,
    form_of,
    page_of,
    rows,
    seat_at,
    send,
    sit,
    text_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, now=timezone.now())


def test_one_asks_the_other_agrees_and_the_play_is_taken_back(match: Match) -> None:
    mine = play_by_hand(match)
    theirs = seat_at(match, 1 - mine.number)
    me, them = sit(mine), sit(theirs)
    shown = me.get(address(mine))
    assert "Anything further is for an administrator." in text_of(shown)
    assert send(me, form_of(shown, "ask-back/")).status_code == 302
    assert f"Still to agree: {theirs.name}." in text_of(me.get(address(mine)))
    asked = them.get(address(theirs))
    assert f"{mine.name} asks to take back their last play in round 1." in text_of(asked)
    assert send(them, form_of(asked, "answer/"), answer="yes").status_code == 302
    after = me.get(address(mine))
    assert "Taken back: You laid" in text_of(after)
    assert "The players agreed to take back a play of round 1." in text_of(after)
    assert page_of(after).select_one("a.tile, .hand a")


def test_the_table_is_paused_and_goes_on(match: Match) -> None:
    mine, theirs = seat_at(match, 0), seat_at(match, 1)
    me, them = sit(mine), sit(theirs)
    send(me, form_of(me.get(address(mine)), "ask-pause/"))
    send(them, form_of(them.get(address(theirs)), "answer/"), answer="yes")
    paused = me.get(address(mine))
    assert "The match is paused" in text_of(paused)
    assert "Time until" not in text_of(paused)
    send(me, form_of(paused, "go-on/"))
    assert "The match is paused" not in text_of(me.get(address(mine)))


def test_what_an_administrator_paused_has_no_button(match: Match) -> None:
    services.pause(match, why=services.Why("A storm"), now=timezone.now())
    seat = seat_at(match, 0)
    shown = sit(seat).get(address(seat))
    assert "An administrator lets it go on." in text_of(shown)
    assert "An administrator’s reason: “A storm”" in text_of(shown)
    with pytest.raises(AssertionError):
        form_of(shown, "go-on/")


def test_a_no_is_told_and_changes_nothing(match: Match) -> None:
    mine, theirs = seat_at(match, 0), seat_at(match, 1)
    me, them = sit(mine), sit(theirs)
    send(me, form_of(me.get(address(mine)), "ask-pause/"))
    send(them, form_of(them.get(address(theirs)), "answer/"), answer="no")
    assert f"{theirs.name} does not agree" in text_of(me.get(address(mine)))
    match.refresh_from_db()
    assert not match.paused


def test_an_offer_that_lapsed_is_refused_above_the_table(match: Match) -> None:
    mine = play_by_hand(match)
    theirs = seat_at(match, 1 - mine.number)
    me, them = sit(mine), sit(theirs)
    send(me, form_of(me.get(address(mine)), "ask-back/"))
    form = form_of(them.get(address(theirs)), "answer/")
    play_on(match, choices=1, now=timezone.now())
    answer = send(them, form, answer="yes")
    assert answer.status_code == 410
    assert "This question is settled" in text_of(answer)


def test_a_play_that_cannot_be_taken_back_says_who_may(match: Match) -> None:
    seat = seat_at(match, 0)
    me = sit(seat)
    form = form_of(me.get(address(seat)), "ask-pause/")
    last_seq = match.rounds.get().last_seq
    token = {"csrfmiddlewaretoken": str(form.select("input")[0]["value"])}
    said = {"round": "1", "seq": str(last_seq), **token}
    answer = me.post(address(seat, "ask_back"), said)
    assert answer.status_code == 409
    assert "Anything further is for an administrator." in text_of(answer)


@pytest.mark.parametrize(
    "said", [{}, {"offer": "x", "answer": "yes"}, {"offer": "1", "answer": "perhaps"}]
)
def test_half_an_answer_is_none(match: Match, said: dict[str, str]) -> None:
    seat = seat_at(match, 0)
    me = sit(seat)
    form = form_of(me.get(address(seat)), "ask-pause/")
    token = {"csrfmiddlewaretoken": str(form.select("input")[0]["value"])}
    assert me.post(address(seat, "answer"), {**said, **token}).status_code == 400


def test_reading_a_table_with_offers_changes_nothing(match: Match) -> None:
    mine, theirs = seat_at(match, 0), seat_at(match, 1)
    me, them = sit(mine), sit(theirs)
    send(me, form_of(me.get(address(mine)), "ask-pause/"))
    before = rows()
    for browser, seat in ((me, mine), (them, theirs), (Browser(), mine)):
        for name in ("table", "ask_back", "ask_pause", "answer", "go_on"):
            browser.get(address(seat, name))
    assert rows() == before


def test_watchers_are_shown_no_offer(match: Match) -> None:
    Match.objects.update(watchable=True)
    mine = seat_at(match, 0)
    me = sit(mine)
    send(me, form_of(me.get(address(mine)), "ask-pause/"))
    shown = Browser().get(f"/m/{match.slug}/")
    assert shown.status_code == 200
    assert "paused" not in text_of(shown)
