"""What the worker does for the game, and the bell that calls it."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError

from chickenfoot.celery import app
from games import bell, services, signals, tasks
from games.tables import Choice, Invitation, Match, Plan
from tests.factories import NOON, make_match, make_player, play_on, waiting
from tests.games.tampering import change


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """The bells that were rung, in order."""
    bells: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(bell, "ring", lambda task, *args: bells.append((task.name, args)))
    return bells


@pytest.mark.django_db
def test_the_sweep_finds_bots_left_waiting(rung: list[Any]) -> None:
    match = make_match(people=1, bots=3, pace="side_by_side", rounds=4)
    tasks.sweep()
    assert rung == [(tasks.play_bots.name, (match.pk,))]
    tasks.play_bots(match.pk)
    assert not Choice.objects.exclude(seat__bot="").exists()
    rung.clear()
    tasks.sweep()
    assert rung == []


@pytest.mark.django_db
def test_the_sweep_closes_old_invitations() -> None:
    match = services.create_match(
        make_player(),
        preset="trains",
        options={},
        seats=[services.SeatPlan("me"), services.SeatPlan("address", "ben@example.org")],
        turn_time=timedelta(days=1),
        now=NOON - timedelta(days=15),
    )
    tasks.sweep()
    assert Invitation.objects.get(seat__match=match).state == Invitation.State.EXPIRED


@pytest.mark.django_db
def test_the_clock_plays_what_is_overdue() -> None:
    match = make_match(people=2, bots=0, now=NOON - timedelta(days=500))
    choice = waiting(match)
    services.told([choice.pk], now=choice.since)
    tasks.clock()
    match.refresh_from_db()
    assert match.head > choice.seq


@pytest.mark.django_db
def test_every_night_what_went_on_is_verified_and_nothing_else() -> None:
    still, bad, good = [make_match(people=2, bots=0) for _ in range(3)]
    tasks.verify_changed()
    play_on(bad, choices=1)
    play_on(good, choices=1)
    for match in (still, bad):
        change(match, 2, "cause", "admin")
    with CaptureQueriesContext(connection) as queries:
        tasks.verify_changed()
    faults = dict(Match.objects.values_list("pk", "fault"))
    assert faults == {still.pk: "", bad.pk: "seq 2: digest", good.pk: ""}
    good.refresh_from_db()
    assert good.verified == good.head
    before = len(queries)
    with CaptureQueriesContext(connection) as queries:
        tasks.verify_changed()
    assert len(queries) == 1 < before


@pytest.mark.django_db
def test_what_went_on_is_found_by_an_index_that_holds_nothing_else() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert list(services.unverified()) == []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_indexscan = on")
        explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        cursor.execute(f"{explain} {queries[0]['sql']}")
        assert "match_unverified" in str(cursor.fetchall())


@pytest.mark.django_db
def test_bots_left_over_are_played_by_the_worker(rung: list[Any]) -> None:
    signals.bots_waiting.send_robust(sender=Match, match_id=7)
    assert rung == [(tasks.play_bots.name, (7,))]


class Task:
    """A task whose broker is as a test wants it."""

    name = "a task"

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault
        self.calls: list[tuple[int, ...]] = []
        self.called = threading.Event()

    def apply_async(self, args: tuple[int, ...], **_options: Any) -> None:
        """Note the call."""
        self.calls.append(args)
        self.called.set()
        if self.fault is not None:
            raise self.fault


def test_a_bell_is_rung_from_another_thread() -> None:
    task = Task()
    bell.Ringer().ring(task, 7)
    assert task.called.wait(5)
    assert task.calls == [(7,)]


@pytest.mark.parametrize("fault", [OperationalError("down"), ConnectionRefusedError()])
def test_a_broker_that_is_down_harms_nobody(fault: Exception) -> None:
    ringer, mute, well = bell.Ringer(), Task(fault), Task()
    ringer.ring(mute, 1)
    ringer.ring(well, 2)
    assert well.called.wait(5)


def test_a_bell_that_hangs_already_is_not_hung_twice() -> None:
    ringer, slow, task = bell.Ringer(), Task(), Task()
    free = threading.Event()
    slow.apply_async = lambda *_, **__: free.wait(5)  # type: ignore[assignment, method-assign]
    ringer.ring(slow, 0)
    for _ in range(10):
        ringer.ring(task, 7)
    free.set()
    assert task.called.wait(5)
    assert task.calls == [(7,)]


@pytest.mark.django_db
def test_every_night_plans_for_what_is_over_are_thrown_away() -> None:
    match = make_match(people=2, bots=0)
    seat = match.seats.get(number=0)
    Plan.objects.create(seat=seat, tenure=seat.tenure, wishes=[["9-4", None]], made_at=NOON)
    tasks.tidy()
    assert Plan.objects.count() == 1
    Match.objects.update(state=Match.State.ENDED)
    tasks.tidy()
    assert Plan.objects.count() == 0


def test_what_beat_asks_for_is_there() -> None:
    asked = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    app.loader.import_default_modules()
    assert asked <= set(app.tasks)
