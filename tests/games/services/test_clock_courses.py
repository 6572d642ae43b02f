"""Clock × pause × time off × outage × rewind × daylight saving, in five zones, at random.

What is promised: no deadline in the night of who decides, none earlier than what was promised
before and all time that stood still after it, none lost, none moved twice for the same time.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import accounts.services
from accounts.errors import TimeOffRefused
from accounts.models import Player, TimeOff
from games import services
from games.record.export import check_match
from games.services import NothingToTakeBack
from games.tables import Choice, Heartbeat, Match
from tests.factories import make_match, play_on, waiting

ZONES = (
    "Europe/Bucharest",
    "Asia/Tashkent",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour of summer time
    "Asia/Kathmandu",  # 5:45
)
# A week around each change of the clock in 2026, north and south.
STARTS = (
    datetime(2026, 3, 5, 9, 7, tzinfo=UTC),
    datetime(2026, 3, 26, 20, 31, tzinfo=UTC),
    datetime(2026, 4, 2, 13, 59, tzinfo=UTC),
    datetime(2026, 10, 1, 3, 2, tzinfo=UTC),
    datetime(2026, 10, 23, 15, 44, tzinfo=UTC),
    datetime(2026, 10, 30, 23, 15, tzinfo=UTC),
)
NIGHTS = ((time(22), time(7)), (time(1, 30), time(9)), (time(21, 15), time(3, 30)))
NIGHT: timedelta = timedelta(hours=11, minutes=15)  # ten hours, one twice, and the rounding
ACTIONS = ("move", "pause", "resume", "off", "back", "outage", "rewind", "nothing")
STEPS = st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(1, 40)), min_size=4, max_size=9)


@dataclass
class Course:
    """A match, a clock, and for each choice what it was promised and what stood still since."""

    match: Match
    now: datetime
    paused: datetime | None = None
    promised: dict[int, datetime] = field(default_factory=dict)
    stood: dict[int, timedelta] = field(default_factory=dict)

    def pass_time(self, hours: int, *, outage: bool = False) -> None:
        """Let time go by quarter by quarter, counting for whom it stands still."""
        step, choice = timedelta(hours=hours), waiting(self.match)
        off = self.off(choice)
        for quarter in range(hours * 4):
            at = self.now + quarter * timedelta(minutes=15)
            gone = off is not None and off[0] <= at < off[1]
            if outage or self.paused or gone:
                self.stood[choice.pk] = self.stood.get(choice.pk, timedelta()) + timedelta(
                    minutes=15
                )
        self.now += step
        if not outage:  # it beat all the while
            Heartbeat.objects.update(at=self.now)

    def off(self, choice: Choice) -> tuple[datetime, datetime] | None:
        found = TimeOff.objects.filter(player=choice.seat.player_id, settled_at=None)
        return found.values_list("since", "until").first()

    def sweep(self) -> None:
        """Do what the worker does every minute, twice at once being once."""
        for _ in range(2):
            services.beat(now=self.now)
            services.make_up(now=self.now)
            services.settle_times_off(now=self.now)

    def check(self) -> None:
        choice = Choice.objects.select_related("seat__player").get(match=self.match)
        night = choice.seat.night
        assert night is not None
        assert night.end_of_night(choice.deadline) is None, "in somebody's night"
        assert choice.deadline.minute % 15 == choice.deadline.second == 0
        promised = self.promised.setdefault(choice.pk, choice.deadline)
        if self.paused is None and self.off(choice) is None:
            stood = self.stood.get(choice.pk, timedelta())
            late = choice.deadline - promised - stood
            assert late >= timedelta(), "earlier than promised"
            assert late <= 6 * NIGHT, "given twice"


def act(course: Course, what: str, hours: int) -> None:
    match, now = course.match, course.now
    choice = waiting(match)
    player = Player.objects.get(seats=choice.seat)
    if what == "pause" and course.paused is None:
        services.pause(match, now=now)
        course.paused = now
    elif what == "resume" and course.paused is not None:
        services.resume(match, now=now)
        course.paused = None
    elif what == "off" and course.off(choice) is None:
        first = now.astimezone(ZoneInfo(player.time_zone)).date()
        accounts.services.take_time_off(player, first, first + timedelta(days=hours % 4), now=now)
    elif what == "back":
        for off in TimeOff.objects.filter(settled_at=None, since__lte=now):
            accounts.services.end_time_off(off.player, off.pk, now=now)
    elif what == "outage":
        course.sweep()
        course.pass_time(hours, outage=True)
    elif what == "move" and course.paused is None:
        play_on(match, 1, now)
    elif what == "rewind":
        services.rewind(match, 1, match.rounds.get(number=1).dealt_seq, now=now)


def run(
    zones: list[str], night: tuple[time, time], start: datetime, steps: list[tuple[str, int]]
) -> None:
    """Play one course and forget it."""
    with transaction.atomic():
        play(zones, night, start, steps)
        transaction.set_rollback(True)


def play(
    zones: list[str], night: tuple[time, time], start: datetime, steps: list[tuple[str, int]]
) -> None:
    match = play_on(make_match(people=3, bots=0, hand_size=12, now=start), 1, start)
    for player, zone in zip(Player.objects.filter(seats__match=match), zones, strict=False):
        Player.objects.filter(pk=player.pk).update(
            time_zone=zone, quiet_from=night[0], quiet_until=night[1]
        )
    play_on(match, 1, start)
    course = Course(match, start)
    for what, hours in steps:
        course.check()
        try:
            act(course, what, hours)
        except (NothingToTakeBack, TimeOffRefused):
            continue
        course.sweep()
        course.check()
        course.pass_time(hours % 7)
        course.sweep()
    course.check()
    assert check_match(match).fault is None
    due = waiting(match)
    if course.paused is None and course.off(due) is None:
        services.told([due.pk], now=due.since)
        assert services.time_out(now=waiting(match).deadline - timedelta(seconds=1)) == 0
        assert services.time_out(now=waiting(match).deadline) == 1, "lost"


COURSES = given(
    zones=st.permutations(ZONES),
    night=st.sampled_from(NIGHTS),
    start=st.sampled_from(STARTS),
    steps=STEPS,
)
HEALTH = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.mark.django_db
@settings(max_examples=12, suppress_health_check=HEALTH)
@COURSES
def test_no_clock_breaks_its_promise(
    zones: list[str], night: tuple[time, time], start: datetime, steps: list[tuple[str, int]]
) -> None:
    run(zones, night, start, steps)


@pytest.mark.proof
@pytest.mark.django_db
@settings(max_examples=100, suppress_health_check=HEALTH)
@COURSES
def test_no_clock_breaks_its_promise_in_many_courses(
    zones: list[str], night: tuple[time, time], start: datetime, steps: list[tuple[str, int]]
) -> None:
    run(zones, night, start, steps)
