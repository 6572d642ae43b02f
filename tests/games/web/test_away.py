"""The table says who has time off, and shows no deadline of a clock that stands still."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

import accounts.services
from games.tables import Match
from tests.factories import make_match, play_on, waiting
from tests.games.web.browsing import Browser, address, seat_at, sit, text_of

pytestmark = pytest.mark.django_db


def test_the_others_see_until_when_somebody_is_away() -> None:
    now = timezone.now()
    match = play_on(make_match(people=2, bots=0, now=now), 1, now)
    choice = waiting(match)
    mine, theirs = choice.seat, seat_at(match, 1 - choice.seat.number)
    assert "time off" not in text_of(sit(theirs).get(address(theirs)))
    assert mine.player is not None
    today = now.date()
    accounts.services.take_time_off(mine.player, today, today + timedelta(days=3), now=now)
    shown = text_of(sit(theirs).get(address(theirs)))
    assert f"{mine.name} has time off" in shown
    assert "Your clock" not in shown
    own = text_of(sit(mine).get(address(mine)))
    assert "your clock stands still" in own
    assert "Time until" not in own


def test_watchers_see_it_too_and_no_deadline_of_a_clock_that_stands_still() -> None:
    now = timezone.now()
    match = play_on(make_match(people=2, bots=0, now=now), 1, now)
    Match.objects.update(watchable=True)
    mover = waiting(match).seat
    assert mover.player is not None
    watched = reverse("games:match", args=[match.slug])
    assert "has time off" not in text_of(Browser().get(watched))
    today = now.date()
    accounts.services.take_time_off(mover.player, today, today + timedelta(days=3), now=now)
    shown = text_of(Browser().get(watched))
    assert f"{mover.name} has time off" in shown
    assert shown.count("until") == 1


def test_the_home_page_says_who_is_away_at_which_table() -> None:
    now = timezone.now()
    match = play_on(make_match(people=2, bots=0, now=now), 1, now)
    away, other = (seat.player for seat in match.seats.select_related("player"))
    assert away is not None
    assert other is not None
    today = now.date()
    accounts.services.take_time_off(away, today, today + timedelta(days=3), now=now)
    pages = []
    for player in (away, other):
        browser = Browser()
        browser.force_login(player)
        pages.append(text_of(browser.get("/")))
    assert "You have time off until" in pages[0]
    assert f"{away.display_name} is away until" in pages[1]
    assert "You have time off" not in pages[1]
    assert "is away" not in pages[0]


def test_time_off_to_come_is_on_ones_own_home_page_alone() -> None:
    now = timezone.now()
    match = make_match(people=2, bots=0, now=now)
    away, other = (seat.player for seat in match.seats.select_related("player"))
    assert away is not None
    assert other is not None
    day = now.date() + timedelta(days=5)
    accounts.services.take_time_off(away, day, day, now=now)
    for player, is_told in ((away, True), (other, False)):
        browser = Browser()
        browser.force_login(player)
        shown = text_of(browser.get("/"))
        assert ("You have time off from" in shown) is is_told
        assert "is away" not in shown
