"""When a choice has to be made, and when its player is reminded (MAIL.md, Clocks)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from accounts import habits
from accounts.habits import Habits
from accounts.quiet_hours import QuietHours
from games import clock

TIMES = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))
TERMS = st.timedeltas(clock.SHORTEST, clock.LONGEST)


@given(TIMES, TERMS)
def test_a_deadline_is_a_full_quarter_hour_and_never_early(
    since: datetime, term: timedelta
) -> None:
    until = clock.deadline(since, term, None)
    assert until.minute % 15 == until.second == until.microsecond == 0
    assert timedelta(0) <= until - (since + term) < clock.QUARTER


@given(TIMES, TERMS)
def test_reminders_come_between_in_order_and_once(since: datetime, term: timedelta) -> None:
    until = clock.deadline(since, term, None)
    times = clock.reminders(since, until, Habits())
    assert times == sorted(set(times))
    assert all(since < at < until for at in times)
    seen = []
    after: datetime | None = since
    while after is not None:
        after = clock.next_reminder(since, until, after, Habits())
        seen.append(after)
    assert seen == [*times, None]


def test_three_days_remind_at_half_and_twelve_hours_before() -> None:
    since = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
    assert clock.reminders(since, since + timedelta(days=3), Habits()) == [
        since + timedelta(hours=36),
        since + timedelta(hours=60),
    ]


@given(TIMES, TERMS, st.timedeltas(timedelta(0), timedelta(days=60)))
def test_a_late_mail_gives_a_full_term_and_an_early_one_changes_nothing(
    since: datetime, term: timedelta, late: timedelta
) -> None:
    until = clock.deadline(since, term, None)
    moved = clock.after_late_mail(since, until, term, since + late, None)
    assert moved >= until
    if late <= clock.SHORTEST:
        assert moved == until
    else:
        assert moved >= since + late + term


NIGHT = QuietHours(ZoneInfo("Europe/Bucharest"), time(22), time(7))


def test_a_deadline_at_night_is_the_next_morning() -> None:
    since = datetime(2026, 3, 2, 21, 20, tzinfo=UTC)  # 23:20 in Bucharest
    assert clock.deadline(since, timedelta(days=1), NIGHT) == datetime(2026, 3, 4, 5, tzinfo=UTC)


def test_a_morning_between_two_quarters_is_rounded_up() -> None:
    night = QuietHours(ZoneInfo("UTC"), time(22), time(7, 5))
    since = datetime(2026, 3, 2, 1, tzinfo=UTC)
    assert clock.deadline(since, timedelta(days=1), night) == datetime(
        2026, 3, 3, 7, 15, tzinfo=UTC
    )


@given(TIMES, TERMS)
def test_only_the_last_reminder_comes_at_night(since: datetime, term: timedelta) -> None:
    until = clock.deadline(since, term, NIGHT)
    *early, last = [*clock.reminders(since, until, Habits(NIGHT)), until]
    assert all(NIGHT.end_of_night(at) is None for at in early[:-1])
    assert [*early, last] == sorted({*early, last})


def test_a_reminder_at_night_waits_for_the_morning() -> None:
    since = datetime(2026, 3, 2, 10, tzinfo=UTC)
    until = since + timedelta(days=3)  # half of it is 22:00 UTC, midnight in Bucharest
    assert clock.reminders(since, until, Habits(NIGHT))[0] == datetime(2026, 3, 4, 5, tzinfo=UTC)


@given(TIMES, TERMS, st.sets(st.sampled_from(sorted(habits.LABELS))))
def test_chosen_reminders_come_in_order_each_once_and_only_the_last_at_night(
    since: datetime, term: timedelta, names: set[str]
) -> None:
    until = clock.deadline(since, term, NIGHT)
    chosen = Habits(NIGHT, habits.as_text(names))
    times = clock.reminders(since, until, chosen)
    assert times == sorted(set(times))
    assert len(times) <= len(names)
    assert all(since < at < until for at in times)
    assert all(NIGHT.end_of_night(at) is None for at in times[:-1])


def test_all_reminders_of_three_days() -> None:
    since = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
    until = since + timedelta(days=3)
    times = clock.reminders(since, until, Habits(None, "half 24h 12h 3h 1h"))
    assert [until - at for at in times] == [timedelta(hours=h) for h in (36, 24, 12, 3, 1)]


def test_none_is_a_choice_too() -> None:
    since = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
    assert clock.reminders(since, since + timedelta(days=3), Habits(None, "")) == []
