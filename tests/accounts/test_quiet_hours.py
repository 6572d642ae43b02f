"""A player's night, in their own time, through changes of the clock."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError

from accounts.quiet_hours import QuietHours, check

BUCHAREST = ZoneInfo("Europe/Bucharest")
NIGHT = QuietHours(BUCHAREST, time(22), time(7))


def test_a_night_goes_from_evening_to_morning() -> None:
    morning = datetime(2026, 3, 3, 5, tzinfo=UTC)
    assert NIGHT.end_of_night(datetime(2026, 3, 2, 20, tzinfo=UTC)) == morning
    assert NIGHT.end_of_night(datetime(2026, 3, 3, 4, 59, tzinfo=UTC)) == morning


def test_a_day_is_no_night() -> None:
    assert NIGHT.end_of_night(datetime(2026, 3, 2, 19, 59, tzinfo=UTC)) is None
    assert NIGHT.end_of_night(datetime(2026, 3, 3, 5, tzinfo=UTC)) is None


def test_quiet_hours_may_lie_within_a_day() -> None:
    siesta = QuietHours(BUCHAREST, time(13), time(16))
    at = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert siesta.end_of_night(at) == datetime(2026, 3, 2, 14, tzinfo=UTC)
    assert siesta.end_of_night(datetime(2026, 3, 2, 14, tzinfo=UTC)) is None


def test_the_morning_follows_the_local_clock_when_it_changes() -> None:
    evening = datetime(2026, 3, 28, 21, tzinfo=UTC)  # summer time begins at 3:00 that night
    assert NIGHT.end_of_night(evening) == datetime(2026, 3, 29, 4, tzinfo=UTC)


def test_a_time_that_does_not_exist_moves_forward() -> None:
    early = QuietHours(BUCHAREST, time(20), time(3, 30))  # 3:00 is followed by 4:00
    late = QuietHours(BUCHAREST, time(3, 15), time(9))
    leap = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert early.end_of_night(datetime(2026, 3, 29, 0, 50, tzinfo=UTC)) == leap
    assert late.end_of_night(leap) == datetime(2026, 3, 29, 6, tzinfo=UTC)
    assert late.end_of_night(datetime(2026, 3, 29, 0, 59, tzinfo=UTC)) is None


def test_a_time_that_comes_twice_counts_once() -> None:
    # On 25 October 2026 the hour from 3:00 on comes twice: at 0:00 and at 1:00 UTC.
    second = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    early = QuietHours(BUCHAREST, time(20), time(3, 30))
    late = QuietHours(BUCHAREST, time(3, 30), time(9))
    assert early.end_of_night(datetime(2026, 10, 25, 0, 30, tzinfo=UTC)) == second
    assert early.end_of_night(second) is None
    for at in (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)):
        assert late.end_of_night(at) == datetime(2026, 10, 25, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        (time(22), None),
        (None, time(7)),
        (time(22), time(8, 15)),
        (time(8), time(22)),
        (time(7), time(7)),
    ],
)
def test_ten_hours_at_most_and_both_or_none(begin: time | None, end: time | None) -> None:
    with pytest.raises(ValidationError):
        check(begin, end)


@pytest.mark.parametrize(
    ("begin", "end"), [(None, None), (time(22), time(8)), (time(1), time(11)), (time(23), time(5))]
)
def test_up_to_ten_hours_or_none_at_all(begin: time | None, end: time | None) -> None:
    check(begin, end)
