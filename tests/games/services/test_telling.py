"""Who sends mails says back what was sent; deadlines follow."""

from datetime import timedelta

import pytest

from games import services
from tests.factories import NOON, make_match, waiting

pytestmark = pytest.mark.django_db


def test_a_turn_mail_that_left_in_time_moves_no_deadline() -> None:
    choice = waiting(make_match(people=2, bots=0))
    services.told([choice.pk], now=NOON + timedelta(minutes=2))
    told = waiting(choice.match)
    assert (told.told_at, told.deadline) == (NOON + timedelta(minutes=2), choice.deadline)


def test_a_turn_mail_that_left_late_gives_a_full_term_from_then() -> None:
    choice = waiting(make_match(people=2, bots=0))
    late = NOON + timedelta(hours=20)
    services.told([choice.pk], now=late)
    told = waiting(choice.match)
    assert told.deadline == late + choice.match.turn_time
    assert told.remind_at is not None
    assert told.remind_at > late


def test_a_second_mail_moves_nothing() -> None:
    choice = waiting(make_match(people=2, bots=0))
    services.told([choice.pk], now=NOON)
    services.told([choice.pk], now=NOON + timedelta(hours=20))
    assert waiting(choice.match).deadline == choice.deadline


def test_reminders_run_out() -> None:
    choice = waiting(make_match(people=2, bots=0))
    while choice.remind_at is not None:
        at = choice.remind_at
        services.reminded(choice, now=at)
        choice = waiting(choice.match)
        assert choice.remind_at is None or choice.remind_at > at


def test_noticed_never_goes_back() -> None:
    match = make_match(people=2, bots=0)
    services.noticed(match, 5)
    services.noticed(match, 3)
    match.refresh_from_db()
    assert match.noticed == 5
