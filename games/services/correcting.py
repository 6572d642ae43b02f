"""What an administrator may do to a match; every act is an event of its record."""

from datetime import datetime

from django.db import transaction

from games import engine
from games.engine import Caused
from games.services import errors, reasons, recording
from games.services.deadlines import move_all
from games.services.reasons import NOT_SAID, Why
from games.tables import Choice, Match


def move_deadline(
    choice: Choice,
    until: datetime,
    *,
    reason: str = "admin",
    why: Why = NOT_SAID,
    now: datetime,
) -> None:
    """Give a choice until `until`; its reminders follow. Raises `Stale` if it was made."""
    with transaction.atomic():
        match = recording.running(recording.lock(choice.match_id))
        current = Choice.objects.select_related("seat__player").filter(pk=choice.pk).first()
        if current is None:
            raise errors.Stale
        position = recording.load(match, None)
        move_all(position, [(current, until)], reason, cause="admin", now=now)
        reasons.keep(position, why)


def abandon(match: Match, *, reason: str = "admin", why: Why = NOT_SAID, now: datetime) -> None:
    """End a running match without a winner; the seed is opened, nothing follows."""
    with transaction.atomic():
        match = recording.lock(match.pk)
        if match.state != Match.State.RUNNING:
            raise errors.MatchNotRunning
        position = recording.load(match, None)
        event = engine.MatchAbandoned(reason, position.seed.hex())
        recording.record(position, [Caused(event, "admin")], now)
        reasons.keep(position, why)
