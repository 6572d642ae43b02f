"""Those who share a running table with a player are told, once, of their time off."""

from datetime import timedelta

import pytest

import accounts.services
from games.tables import Match
from notifications import noticing
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, play_on
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=2, bots=0), 2)


def test_the_others_at_the_tables_are_told_once(match: Match, drain: Drain) -> None:
    away, other = match.seats.select_related("player").order_by("number")
    assert away.player is not None
    today = NOON.date()
    off = accounts.services.take_time_off(away.player, today, today + timedelta(days=4), now=NOON)
    noticing.notice_time_off(off, now=NOON)
    (notice,) = Notice.objects.filter(kind=Kind.TIME_OFF)
    assert notice.player == other.player
    told = [mail for mail in drain(NOON) if "has time off" in mail.body]
    assert len(told) == 1
    assert away.name in told[0].body


def test_time_off_that_was_not_taken_is_told_to_nobody(match: Match, drain: Drain) -> None:
    away = match.seats.select_related("player").first()
    assert away is not None
    assert away.player is not None
    today = NOON.date() + timedelta(days=1)
    off = accounts.services.take_time_off(away.player, today, today, now=NOON)
    accounts.services.end_time_off(away.player, off.pk, now=NOON)
    assert not [mail for mail in drain(NOON) if "has time off" in mail.body]
