"""Bots that think play from the worker; whatever a bot does, the table goes on."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import structlog
from pytest_django import DjangoCaptureOnCommitCallbacks

from games import bots, services, signals, store, tasks
from games.bots import Bot, Patience
from games.engine import Command, PassTurn, SeatView
from games.services import SeatPlan, recording, thinking
from games.tables import Match
from tests.factories import NOON, make_player, sensible, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def called() -> Iterator[list[int]]:
    """Return the matches for which the worker was called."""
    matches: list[int] = []

    def ring(match_id: int, **_: object) -> None:
        matches.append(match_id)

    signals.bots_waiting.connect(ring)
    yield matches
    signals.bots_waiting.disconnect(ring)


def table(*names: str, pace: str = "in_turn") -> Match:
    return services.create_match(
        make_player(),
        preset="trains",
        options={"pace": pace},
        seats=[SeatPlan("me"), *(SeatPlan("bot", name) for name in names)],
        turn_time=timedelta(days=1),
        now=NOON,
    )


def waits_for(match: Match) -> set[str]:
    return set(match.choices.values_list("seat__bot", flat=True))


def test_a_bot_that_thinks_is_left_to_the_worker(called: list[int]) -> None:
    match = table("hen", "rooster", pace="side_by_side")
    services.play_bots(match.pk, now=NOON, limit=1000)
    assert called == [match.pk]
    assert "rooster" in waits_for(match)
    assert "hen" not in waits_for(match)
    assert match.pk in services.matches_with_waiting_bots()


def test_the_worker_plays_every_bot() -> None:
    match = table("hen", "rooster", pace="side_by_side")
    while waits_for(match) != {""}:
        tasks.play_bots(match.pk)
    seats = {row.event().seat for row in store.load_all(match.pk) if row.cause == "bot"}
    assert seats == {1, 2}


def test_a_move_calls_the_worker_after_the_commit(
    called: list[int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match = table("rooster", pace="side_by_side")
    choice = waiting(match, match.seats.get(number=0))
    called.clear()
    with django_capture_on_commit_callbacks() as callbacks:
        services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=NOON)
    assert not called
    for callback in callbacks:
        callback()
    assert called == [match.pk]


def broken(_view: SeatView, _patience: Patience = bots.bot.endless, /) -> Command:
    raise RuntimeError("the hand is 4-9 1-3")


def cheating(view: SeatView, _patience: Patience = bots.bot.endless, /) -> Command:
    return PassTurn(((view.seat or 0) + 1) % view.seats)


def slow(view: SeatView, patience: Patience = bots.bot.endless, /) -> Command:
    while True:
        patience()


@pytest.mark.parametrize(
    ("choose", "fault"),
    [(broken, "RuntimeError"), (cheating, "BadMove"), (slow, "OutOfTime"), (None, "KeyError")],
)
def test_a_bot_that_fails_plays_what_the_chick_would(
    choose: bots.bot.Choose | None, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table("hen")
    waits = waiting(match)
    position = recording.load(match, 1)
    view = thinking.view_of(position, 1, waits.seat.number)
    kept = {name: bot for name, bot in bots.BOTS.items() if name != "hen"}
    monkeypatch.setattr(thinking, "BOTS", kept | ({"hen": Bot("hen", choose)} if choose else {}))
    monkeypatch.setattr(thinking, "SECONDS", 0.01)
    with structlog.testing.capture_logs() as logs:
        command = thinking.choose(position, 1, waits.seat.number, "hen")
    assert command == bots.BOTS["chick"].choose(view)
    (line,) = logs
    assert line["event"] == "bot_failed"
    assert line["log_level"] == "warning"
    told = (line["match"], line["round"], line["seat"], line["fault"])
    assert told == (match.pk, 1, waits.seat.number, fault)
    assert not any(str(tile) in str(line) for tile in view.hand or ())


def test_a_table_whose_bot_is_broken_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table("hen", "hen", pace="side_by_side")
    monkeypatch.setattr(thinking, "BOTS", {**bots.BOTS, "hen": Bot("hen", broken)})
    assert services.play_bots(match.pk, now=NOON, limit=1000) > 5
    assert waits_for(match) == {""}
