"""At a table that waits, the others are told once whose time ran out."""

from datetime import timedelta

import pytest

from games import services
from games.tables import Choice, Match
from notifications import noticing
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, play_on, waiting
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db


@pytest.fixture
def overdue() -> Choice:
    match = play_on(make_match(people=3, bots=0), 1)
    Match.objects.update(out_of_time=Match.OutOfTime.WAIT)
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    services.time_out(now=choice.deadline)
    return waiting(match)


def told() -> set[int | None]:
    return set(Notice.objects.filter(kind=Kind.RAN_OUT).values_list("player_id", flat=True))


def test_the_others_are_told_and_nobody_twice(overdue: Choice, drain: Drain) -> None:
    for _ in range(2):
        noticing.notice_match(overdue.match_id, now=overdue.deadline)
    others = overdue.match.seats.exclude(pk=overdue.seat_id)
    assert told() == set(others.values_list("player_id", flat=True))
    mails = drain(overdue.deadline)
    assert len(mails) == 2
    for mail in mails:
        assert f"Round 1: the time of {overdue.seat.name} ran out." in mail.body
        assert "ask for a bot" in mail.body
    assert drain(overdue.deadline + timedelta(hours=1)) == []


def test_a_lost_bell_is_found_again(overdue: Choice) -> None:
    assert overdue.match_id in noticing.unnoticed(now=NOON)
    noticing.notice_match(overdue.match_id, now=overdue.deadline)
    Match.objects.filter(pk=overdue.match_id).update(noticed=overdue.match.head)
    assert overdue.match_id not in noticing.unnoticed(now=NOON)


def test_who_has_moved_meanwhile_is_not_told_of(overdue: Choice, drain: Drain) -> None:
    noticing.notice_match(overdue.match_id, now=overdue.deadline)
    play_on(overdue.match, 1, overdue.deadline)
    assert not [mail for mail in drain(overdue.deadline) if "ran out" in mail.body]
