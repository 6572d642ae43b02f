"""The clocks of who has time off stand still, at every table, and go on when they are back."""

import json
from datetime import datetime, timedelta

import pytest

import accounts.services
from accounts.models import Player, TimeOff
from games import services, store
from games.record.export import check_match
from games.tables import Choice, Match
from notifications import noticing
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, play_on, waiting

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def match() -> Match:
    match = play_on(make_match(people=2, bots=0), 2)
    services.told([choice.pk for choice in match.choices.all()], now=NOON)
    return match


def player_of(choice: Choice) -> Player:
    assert choice.seat.player is not None
    return choice.seat.player


def away(choice: Choice, days: int, now: datetime = NOON) -> TimeOff:
    """Let a choice's player take time off from `now` for some nights."""
    first = now.date()
    return accounts.services.take_time_off(
        player_of(choice), first, first + (days - 1) * A_DAY, now=now
    )


def test_no_time_runs_out_and_nobody_is_reminded_meanwhile(match: Match) -> None:
    off = away(waiting(match), 5)
    assert services.time_out(now=off.until - HOUR) == 0
    noticing.notice_reminders(now=off.until - HOUR)
    assert not Notice.objects.filter(kind=Kind.REMINDER).exists()
    assert services.time_out(now=off.until + HOUR) == 0  # not before it is settled


def test_deadlines_move_by_its_length_once(match: Match) -> None:
    before = waiting(match)
    off = away(before, 5)
    assert services.settle_times_off(now=off.until) == 1
    after = waiting(match)
    assert after.deadline >= before.deadline + (off.until - off.since)
    assert after.deadline - before.deadline - (off.until - off.since) <= timedelta(hours=10)
    assert services.settle_times_off(now=off.until + HOUR) == 0
    assert waiting(match).deadline == after.deadline
    *_rest, moved = store.load_all(match.pk)
    assert json.loads(moved.data)["reason"] == "time_off"
    assert check_match(match).fault is None
    assert services.time_out(now=after.deadline) == 1


def test_the_others_clocks_run_on(match: Match) -> None:
    choice = waiting(match)
    other = match.seats.exclude(pk=choice.seat_id).select_related("player").get()
    assert other.player is not None
    today = NOON.date()
    accounts.services.take_time_off(other.player, today, today + 9 * A_DAY, now=NOON)
    assert services.time_out(now=choice.deadline) == 1


def test_who_comes_back_early_has_as_much_time_left_as_before(match: Match) -> None:
    before = waiting(match)
    off = away(before, 9)
    accounts.services.end_time_off(player_of(before), off.pk, now=NOON + A_DAY)
    assert waiting(match).deadline == before.deadline + A_DAY
    assert services.time_out(now=before.deadline + A_DAY) == 1


def test_a_choice_that_arises_meanwhile_has_a_full_term_afterwards(match: Match) -> None:
    first = waiting(match)
    other = match.seats.exclude(pk=first.seat_id).select_related("player").get()
    assert other.player is not None
    off = accounts.services.take_time_off(
        other.player, NOON.date(), NOON.date() + 3 * A_DAY, now=NOON
    )
    while waiting(match).seat_id != other.pk:
        play_on(match, 1, NOON + A_DAY)
    services.settle_times_off(now=off.until)
    assert waiting(match).deadline >= off.until + match.turn_time


@pytest.mark.parametrize(("begins", "ends"), [(-1, 1), (1, 2), (2, 9), (-1, 9)])
def test_a_pause_meanwhile_is_given_back_once(match: Match, begins: int, ends: int) -> None:
    before = waiting(match)
    days = sorted([(begins * 12, "pause"), (ends * 12, "resume"), (0, "off"), (72, "back")])
    stood = max(ends * 12, 72) - min(begins * 12, 0)
    start = NOON + 12 * HOUR
    off = None
    for hours, what in days:
        now = start + hours * HOUR
        if what == "pause":
            services.pause(match, now=now)
        elif what == "resume":
            services.resume(match, now=now)
        elif what == "off":
            off = away(before, 20, now)
        elif off is not None:
            accounts.services.end_time_off(player_of(before), off.pk, now=now)
    due = before.deadline + stood * HOUR
    assert timedelta(0) <= waiting(match).deadline - due <= timedelta(hours=9)
