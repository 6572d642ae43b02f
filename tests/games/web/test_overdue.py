"""At a table that waits, the others may ask for a bot on its page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.tables import Choice, Match
from tests.factories import make_match, play_on, waiting
from tests.games.web.browsing import address, form_of, seat_at, send, sit, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def overdue() -> Choice:
    now = timezone.now()
    match = play_on(make_match(people=2, bots=0, now=now - timedelta(days=3)), 1, now)
    Match.objects.update(out_of_time=Match.OutOfTime.WAIT)
    choice = waiting(match)
    match.choices.update(told_at=now, deadline=now)
    services.time_out(now=now)
    return choice


def test_another_player_asks_for_a_bot_that_makes_the_move(overdue: Choice) -> None:
    theirs = seat_at(overdue.match, 1 - overdue.seat.number)
    them = sit(theirs)
    shown = them.get(address(theirs))
    assert f"The time of {overdue.seat.name} ran out" in text_of(shown)
    assert send(them, form_of(shown, "ask-bot/")).status_code == 302
    assert waiting(overdue.match).seq > overdue.seq
    again = send(them, form_of(shown, "ask-bot/"))
    assert again.status_code == 409
    assert "moved on" in text_of(again)


def test_who_is_late_is_offered_their_move_and_no_bot(overdue: Choice) -> None:
    late = seat_at(overdue.match, overdue.seat.number)
    shown = sit(late).get(address(late))
    assert "ask-bot" not in shown.content.decode()


def test_a_get_asks_for_nothing(overdue: Choice) -> None:
    theirs = seat_at(overdue.match, 1 - overdue.seat.number)
    assert sit(theirs).get(address(theirs) + "ask-bot/").status_code == 405
    assert waiting(overdue.match).seq == overdue.seq


def test_a_bot_that_thinks_is_asked_once_and_the_page_says_so(overdue: Choice) -> None:
    Match.objects.update(stand_in="rooster")
    theirs = seat_at(overdue.match, 1 - overdue.seat.number)
    them = sit(theirs)
    form = form_of(them.get(address(theirs)), "ask-bot/")
    for _ in range(2):
        assert send(them, form).status_code == 302
    shown = them.get(address(theirs))
    assert "it thinks about it" in text_of(shown)
    assert "ask-bot" not in shown.content.decode()
    services.play_asked(overdue.match_id, now=timezone.now())
    assert waiting(overdue.match).seq > overdue.seq
