"""Moves that are taken back: they stay in the log and count no more (RECORD.md)."""

from datetime import datetime

from django.db import transaction

from games import engine, store
from games.engine import Caused
from games.services import errors, reasons, recording
from games.services.planning import drop_plans_in
from games.services.playing import follow_with_bots
from games.services.reasons import NOT_SAID, Why
from games.services.recording import Position
from games.tables import Match


def rewind(
    match: Match,
    round_number: int,
    to_seq: int,
    *,
    reason: str = "admin",
    cause: str = "admin",
    why: Why = NOT_SAID,
    now: datetime,
) -> None:
    """Take back what happened in a round after `to_seq`, up to the choice that followed it.

    What the rules forced right after `to_seq` would be forced again, so it stays. The choice has
    a full new term, and bots go on after it; in a paused match they wait. Plans for the round are
    thrown away: who has the choice again wants to be asked. Raises
    `NothingToTakeBack` where no choice that counts was made after `to_seq` or the round is over,
    and `MatchNotRunning` or `MatchFaulted`.
    """
    with recording.faults_stop(match.pk, now), transaction.atomic():
        match = recording.running(recording.lock(match.pk))
        position = recording.load(match, round_number)
        back = _choice_after(position, round_number, to_seq)
        event = engine.MovesRewound(round_number, back, reason)
        recording.rewind(position, Caused(event, cause), now)
        reasons.keep(position, why)
        drop_plans_in(match, round_number)
        follow_with_bots(match.pk, now)


def _choice_after(position: Position, round_number: int, to_seq: int) -> int:
    """Return where the first choice arose that was made after `to_seq` and still counts."""
    if round_number not in position.state.points:
        rows = store.numbered(position.stored)
        for made in engine.choices_made(rows, round_number):
            if made.seq > to_seq:
                return made.arose
    raise errors.NothingToTakeBack
