"""Time off: so many days a year, at once or for set days, given back when it ends early."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts import services
from accounts.errors import TimeOffRefused
from accounts.models import Player, TimeOff

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 12, 20, 22, 30, tzinfo=UTC)  # the 21st, 00:30 in Bucharest
TODAY = date(2026, 12, 21)
A_DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _ana_lives_in_bucharest(ana: Player) -> None:
    ana.time_zone = "Europe/Bucharest"
    ana.save()


def test_it_begins_at_once_and_lasts_until_the_end_of_its_last_local_day(ana: Player) -> None:
    off = services.take_time_off(ana, TODAY, TODAY + A_DAY, now=NOW)
    assert (off.since, off.until) == (NOW, datetime(2026, 12, 22, 22, tzinfo=UTC))
    assert services.days_left(ana, 2026) == 28


def test_days_count_in_the_year_in_which_they_lie(ana: Player) -> None:
    services.take_time_off(ana, date(2026, 12, 30), date(2027, 1, 3), now=NOW)
    assert [services.days_left(ana, year) for year in (2026, 2027)] == [28, 27]


def test_no_more_than_the_server_gives(ana: Player, settings: Settings) -> None:
    settings.TIME_OFF_DAYS = 3
    with pytest.raises(TimeOffRefused, match="3 days left in 2026"):
        services.take_time_off(ana, TODAY, TODAY + 3 * A_DAY, now=NOW)
    services.take_time_off(ana, TODAY, TODAY + 2 * A_DAY, now=NOW)
    with pytest.raises(TimeOffRefused, match="0 days left"):
        services.take_time_off(ana, TODAY + 4 * A_DAY, TODAY + 4 * A_DAY, now=NOW)


@pytest.mark.parametrize(("first", "last"), [(-1, 2), (2, 1), (1, 400)])
def test_only_days_that_are_to_come_in_order(ana: Player, first: int, last: int) -> None:
    with pytest.raises(TimeOffRefused):
        services.take_time_off(ana, TODAY + first * A_DAY, TODAY + last * A_DAY, now=NOW)


def test_a_day_is_taken_once(ana: Player) -> None:
    services.take_time_off(ana, TODAY, TODAY + A_DAY, now=NOW)
    with pytest.raises(TimeOffRefused):
        services.take_time_off(ana, TODAY + A_DAY, TODAY + 2 * A_DAY, now=NOW)
    services.take_time_off(ana, TODAY + 2 * A_DAY, TODAY + 2 * A_DAY, now=NOW)


def test_ended_early_it_gives_its_days_back(ana: Player) -> None:
    off = services.take_time_off(ana, TODAY, TODAY + 9 * A_DAY, now=NOW)
    services.end_time_off(ana, off.pk, now=NOW + A_DAY)
    assert services.days_left(ana, 2026) == 28
    services.end_time_off(ana, off.pk, now=NOW + 2 * A_DAY)
    assert TimeOff.objects.get().until == NOW + A_DAY


def test_what_has_not_begun_never_was(ana: Player) -> None:
    off = services.take_time_off(ana, TODAY + A_DAY, TODAY + A_DAY, now=NOW)
    services.end_time_off(ana, off.pk, now=NOW)
    assert services.days_left(ana, 2026) == 30


def test_nobody_ends_another_ones(ana: Player) -> None:
    off = services.take_time_off(ana, TODAY, TODAY, now=NOW)
    other = Player.objects.create_user("ben@example.org", display_name="Ben")
    services.end_time_off(other, off.pk, now=NOW)
    assert TimeOff.objects.get().until == off.until


def test_the_page_takes_and_ends_it(client: Client, ana: Player) -> None:
    client.force_login(ana)
    today = timezone.now().astimezone(timezone.get_fixed_timezone(120)).date()
    days = {"first": str(today + A_DAY), "last": str(today + 2 * A_DAY)}
    assert client.get("/me/time-off/").status_code == 200
    assert not TimeOff.objects.exists()
    assert client.post("/me/time-off/", days).status_code == 302
    off = TimeOff.objects.get()
    assert "Do not take it" in client.get("/me/time-off/").content.decode()
    assert client.post("/me/time-off/", days).status_code == 422
    client.get("/me/time-off/end/", {"number": off.pk})
    assert TimeOff.objects.exists()
    client.post("/me/time-off/end/", {"number": off.pk})
    assert not TimeOff.objects.exists()
    for wrong in ({"first": "soon"}, {"first": "2020-01-01", "last": "2020-01-02"}):
        assert client.post("/me/time-off/", wrong).status_code == 422
