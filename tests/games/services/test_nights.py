"""No time runs out in the quiet hours of the seat that decides, whatever made its deadline."""

from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.models import Player
from games import projections, services
from games.tables import Match
from tests.factories import NOON, make_match, play_on, waiting

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 3, 2, 20, 40, tzinfo=UTC)
MORNING = datetime(2026, 3, 4, 4, 0, tzinfo=UTC)


@pytest.fixture
def match() -> Match:
    """Return a match of three, of whom all sleep from 20:00 till 4:00 UTC."""
    match = make_match(people=3, bots=0)
    Player.objects.update(time_zone="Asia/Tashkent", quiet_from=time(1), quiet_until=time(9))
    return match


def test_a_move_gives_the_next_seat_until_the_end_of_its_night(match: Match) -> None:
    play_on(match, 1, EVENING)
    assert waiting(match).deadline == MORNING


def test_it_is_the_night_of_who_decides_that_counts(match: Match) -> None:
    owl = waiting(match).seat
    Player.objects.filter(seats=owl).update(quiet_from=None, quiet_until=None)
    seen = {}
    for _ in range(8):
        play_on(match, 1, EVENING)
        choice = waiting(match)
        seen[choice.seat == owl] = choice.deadline
    assert seen == {True: datetime(2026, 3, 3, 20, 45, tzinfo=UTC), False: MORNING}


def test_the_next_round_begins_by_day(match: Match) -> None:
    while not match.rounds.filter(number=2).exists():
        play_on(match, 1, EVENING)
    assert waiting(match).deadline == MORNING


def test_a_pause_ends_in_no_night(match: Match) -> None:
    services.pause(match, now=NOON)
    services.resume(match, now=NOON + timedelta(hours=9))
    assert waiting(match).deadline == MORNING


def test_a_late_mail_gives_until_the_morning(match: Match) -> None:
    services.told([waiting(match).pk], now=EVENING)
    assert waiting(match).deadline == MORNING


def test_a_table_made_anew_waits_until_the_morning(match: Match) -> None:
    match.choices.all().delete()
    projections.rebuild(match, now=EVENING)
    assert waiting(match).deadline == MORNING


def test_a_choice_that_was_taken_back_waits_until_the_morning(match: Match) -> None:
    to_seq = waiting(match).seq
    play_on(match, 2)
    services.rewind(match, 1, to_seq, now=EVENING)
    assert waiting(match).deadline == MORNING
