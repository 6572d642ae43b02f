"""An outage of the server or of outgoing mail moves all deadlines by its length, once."""

import json
from datetime import datetime, timedelta

import pytest

import accounts.services
from games import services, store
from games.record.export import check_match
from games.tables import Choice, Match, Outage
from tests.factories import NOON, make_match, play_on, waiting

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def match() -> Match:
    match = play_on(make_match(people=2, bots=0), 2)
    services.told([choice.pk for choice in match.choices.all()], now=NOON)
    return match


def silence(since: datetime, until: datetime) -> None:
    services.beat(now=since)
    services.beat(now=until)


def stood(choice: Choice) -> timedelta:
    return waiting(choice.match).deadline - choice.deadline


def test_a_server_that_beats_every_minute_has_no_outage(match: Match) -> None:
    for minute in range(30):
        services.beat(now=NOON + minute * MINUTE)
    assert not Outage.objects.exists()
    assert services.make_up(now=NOON + HOUR) == 0


def test_after_an_outage_nobody_loses_its_length(match: Match) -> None:
    choice = waiting(match)
    silence(NOON + HOUR, NOON + 5 * HOUR)
    assert services.time_out(now=choice.deadline) == 0  # not before it is made up for
    assert services.make_up(now=NOON + 5 * HOUR) == 1
    assert stood(choice) == 4 * HOUR
    moved = list(store.load_all(match.pk))[-1]
    assert (moved.cause, json.loads(moved.data)["reason"]) == ("clock", "outage")
    assert check_match(match).fault is None


def test_it_is_made_up_for_once(match: Match) -> None:
    choice = waiting(match)
    silence(NOON + HOUR, NOON + 5 * HOUR)
    for _ in range(3):
        services.beat(now=NOON + 5 * HOUR)
        services.make_up(now=NOON + 5 * HOUR)
    assert stood(choice) == 4 * HOUR
    assert Outage.objects.get().moved_at == NOON + 5 * HOUR


def test_it_goes_on_in_batches_the_most_urgent_first() -> None:
    matches = [play_on(make_match(people=2, bots=0), n) for n in (1, 2, 3)]
    silence(NOON + HOUR, NOON + 3 * HOUR)
    before = [waiting(match) for match in matches]
    made = [services.make_up(now=NOON + 3 * HOUR, limit=1) for _ in range(4)]
    assert made == [1, 1, 1, 0]
    assert [stood(choice) for choice in before] == 3 * [2 * HOUR]


def test_a_choice_that_arose_after_it_has_its_own_term(match: Match) -> None:
    silence(NOON + HOUR, NOON + 5 * HOUR)
    play_on(match, 1, NOON + 5 * HOUR)
    choice = waiting(match)
    services.make_up(now=NOON + 6 * HOUR)
    assert stood(choice) == timedelta()


def test_mail_that_could_not_leave_is_an_outage_too(match: Match) -> None:
    choice = waiting(match)
    for minutes in (0, 5, 120):
        services.mail_fails(now=NOON + minutes * MINUTE)
    services.mail_works(now=NOON + 3 * HOUR)
    services.mail_works(now=NOON + 4 * HOUR)
    services.make_up(now=NOON + 4 * HOUR)
    assert stood(choice) == 3 * HOUR


def test_a_short_failure_of_mail_is_none(match: Match) -> None:
    services.mail_fails(now=NOON)
    services.mail_works(now=NOON + 9 * MINUTE)
    assert not Outage.objects.exists()


def test_two_outages_at_the_same_time_count_once(match: Match) -> None:
    choice = waiting(match)
    services.mail_fails(now=NOON)
    silence(NOON + HOUR, NOON + 3 * HOUR)
    services.make_up(now=NOON + 3 * HOUR)
    services.mail_works(now=NOON + 4 * HOUR)
    services.make_up(now=NOON + 4 * HOUR)
    assert stood(choice) == 4 * HOUR


def test_what_stood_still_anyway_is_not_given_back_twice(match: Match) -> None:
    choice = waiting(match)
    assert choice.seat.player is not None
    today = NOON.date()
    off = accounts.services.take_time_off(choice.seat.player, today, today, now=NOON)
    services.pause(match, now=NOON + 6 * HOUR)
    silence(NOON + HOUR, NOON + 8 * HOUR)
    services.make_up(now=NOON + 8 * HOUR)
    services.resume(match, now=NOON + 8 * HOUR)
    services.settle_times_off(now=off.until)
    assert timedelta() <= waiting(match).deadline - choice.deadline - 12 * HOUR <= 9 * HOUR


def test_a_restored_server_takes_the_time_since_the_backup_for_no_outage(match: Match) -> None:
    services.beat(now=NOON)
    services.time_stood_still(9 * HOUR)
    services.beat(now=NOON + 9 * HOUR)
    assert not Outage.objects.exists()
