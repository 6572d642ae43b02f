"""When the next turn mail may leave (MAIL.md, Which mails)."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from pytest_django import Settings

from games.tables import Choice
from notifications import turns
from tests.factories import NOON

DELAY = timedelta(minutes=2)
UTC = ZoneInfo("UTC")


@pytest.fixture(autouse=True)
def _delay(settings: Settings) -> None:
    settings.TURN_MAIL_DELAY = DELAY


def choice(since: datetime = NOON, told_at: datetime | None = None) -> Choice:
    return Choice(since=since, told_at=told_at)


def test_a_choice_waits_for_a_moment_before_its_mail() -> None:
    assert turns.due([choice()], UTC) == NOON + DELAY


def test_the_oldest_choice_counts() -> None:
    later = NOON + timedelta(minutes=1)
    assert turns.due([choice(later), choice(NOON)], UTC) == NOON + DELAY


def test_nothing_untold_wants_no_mail() -> None:
    assert turns.due([choice(told_at=NOON)], UTC) is None
    assert turns.due([], UTC) is None


def test_an_unanswered_mail_is_followed_by_the_next_on_another_day() -> None:
    assert turns.due([choice(told_at=NOON), choice()], UTC) == datetime(2026, 3, 3, 7, tzinfo=UTC)


def test_the_day_is_the_readers_own() -> None:
    auckland = ZoneInfo("Pacific/Auckland")  # 2 March, noon in UTC is 3 March, 1 o'clock there
    due = turns.due([choice(told_at=NOON), choice()], auckland)
    assert due == datetime(2026, 3, 4, 7, tzinfo=auckland)


def test_a_day_begins_at_seven_also_when_the_clocks_change() -> None:
    bucharest = ZoneInfo("Europe/Bucharest")
    told = datetime(2026, 3, 28, 20, tzinfo=bucharest)
    assert turns.next_day(told, bucharest).hour == 7
    assert turns.next_day(told, bucharest) - told == timedelta(hours=11)
