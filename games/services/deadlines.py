"""Deadlines that are moved: each is an event of the record, and its choice's reminders follow."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from games import clock, engine
from games.engine import Caused
from games.services import recording
from games.services.recording import Position
from games.tables import Choice


def move_all(
    position: Position,
    moved: Sequence[tuple[Choice, datetime]],
    reason: str,
    *,
    cause: str,
    before: Iterable[Caused] = (),
    now: datetime,
) -> None:
    """Give each choice its new deadline, after the events `before`, which are recorded with them.

    The caller holds the match's lock; the choices come with their seats' players.
    """
    events = [
        Caused(
            engine.DeadlineMoved(choice.round, choice.seat.number, engine.stamp(until), reason),
            cause,
        )
        for choice, until in moved
    ]
    recording.record(position, [*before, *events], now)
    for choice, until in moved:
        choice.deadline, choice.ran_out_at, choice.bot_asked = until, None, False
        choice.remind_at = clock.next_reminder(choice.since, until, now, choice.seat.habits)
        choice.save(update_fields=["deadline", "remind_at", "told_at", "ran_out_at", "bot_asked"])
