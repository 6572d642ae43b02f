"""A match that is paused stands still, and its clocks with it (MAIL.md, Clocks)."""

import json
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import clock, engine, projections
from games.engine import Caused
from games.services import errors, reasons, recording
from games.services.deadlines import move_all
from games.services.intervals import Interval
from games.services.playing import follow_with_bots
from games.services.reasons import NOT_SAID, Why
from games.services.recording import Position
from games.tables import Choice, Match

_PAUSED: Final = engine.MatchPaused.type


def pause(
    match: Match,
    *,
    reason: str = "admin",
    cause: str = "admin",
    why: Why = NOT_SAID,
    now: datetime,
) -> None:
    """Let a running match stand still; raises `AlreadyPaused`, `MatchNotRunning`, `MatchFaulted`.

    Its choices wait on, no move can be made, and no time runs until `resume`.
    """
    with recording.faults_stop(match.pk, now), transaction.atomic():
        match = recording.running(recording.lock(match.pk))
        if match.paused:
            raise errors.AlreadyPaused
        position = recording.load(match, None)
        recording.record(position, [Caused(engine.MatchPaused(reason), cause)], now)
        reasons.keep(position, why)


def resume(
    match: Match,
    *,
    reason: str = "admin",
    cause: str = "admin",
    why: Why = NOT_SAID,
    now: datetime,
) -> None:
    """Let a paused match go on, each deadline later by as long as it stood still.

    Raises `NotPaused`, `MatchNotRunning` or `MatchFaulted`.
    """
    with recording.faults_stop(match.pk, now), transaction.atomic():
        match = recording.running(recording.lock(match.pk))
        if not match.paused:
            raise errors.NotPaused
        position = recording.load(match, None)
        since = _paused_since(position)
        moved = [
            (choice, _after_pause(choice, _stood_still(choice, since, now)))
            for choice in match.choices.select_related("seat__player").order_by("round")
        ]
        resumed = Caused(engine.MatchResumed(reason), cause)
        move_all(position, moved, "pause", cause=cause, before=[resumed], now=now)
        reasons.keep(position, why)
        follow_with_bots(match.pk, now)


def reason_of(match: Match) -> str:
    """Return the code of the reason for which a match is, or was last, paused."""
    paused = [row for row in recording.load(match, None).stored if row.type == _PAUSED]
    return str(json.loads(paused[-1].data)["reason"])


def _paused_since(position: Position) -> datetime:
    paused = [row for row in position.stored if row.type == _PAUSED]
    return projections.moment(paused[-1].at)


def _after_pause(choice: Choice, stood_still: timedelta) -> datetime:
    return clock.after_pause(choice.deadline, stood_still, choice.seat.night)


def _stood_still(choice: Choice, since: datetime, now: datetime) -> timedelta:
    """Return for how much of a pause a choice was there: one may arise in it, by a rewind."""
    return max(timedelta(), now - max(since, choice.since))


def pauses_of(position: Position, now: datetime) -> list[Interval]:
    """Return every pause of a match whose own events were loaded; one that stands, until `now`."""
    times = [
        projections.moment(row.at)
        for row in position.stored
        if row.type in {_PAUSED, engine.MatchResumed.type}
    ]
    return list(zip(times[::2], [*times[1::2], now], strict=False))
