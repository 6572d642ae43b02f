"""Hints at a casual table: what the hen would do, asked for by who has the choice."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import engine
from games.engine import Caused
from games.services import errors, recording
from games.tables import Seat


class NoHints(errors.ServiceError):
    """At this table nobody is given hints."""

    code = "no_hints"
    status = 422
    sentence = _("At this table there are no hints.")


def ask_hint(seat: Seat, round_number: int, seq: int, *, now: datetime) -> None:
    """Record that a seat asked for a hint on its choice, seen at `seq`; twice is once.

    Raises `NoHints`, `Stale`, `SeatChanged`, `MatchNotRunning` or `MatchFaulted`.
    """
    with recording.faults_stop(seat.match_id, now), transaction.atomic():
        match = recording.running(recording.lock(seat.match_id))
        if not match.hints:
            raise NoHints
        if match.paused:
            raise errors.MatchNotRunning
        current = next(current for current in match.seats.all() if current.pk == seat.pk)
        if current.tenure != seat.tenure or not current.is_person:
            raise errors.SeatChanged
        waits = match.choices.filter(seat=current, round=round_number, seq=seq).exists()
        if not waits:
            raise errors.Stale
        position = recording.load(match, round_number)
        rows = [row for row in position.stored if row.round == round_number and row.seq > seq]
        if not any(row.type == engine.HintGiven.type for row in rows):
            hint = engine.HintGiven(round_number, current.number)
            recording.record(position, [Caused(hint, "player")], now)
