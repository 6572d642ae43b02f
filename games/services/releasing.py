"""Setting a match going again that stood still."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games import clock, projections
from games.engine import EventMalformed, RulesRefused
from games.queries import fault_in_words
from games.record.tables import WITH_TABLES
from games.record.verify import verify
from games.services import errors, recording
from games.services.deadlines import move_all
from games.services.playing import follow_with_bots
from games.services.tenures import replace_absent
from games.tables import Choice, Match


def let_go_on(match: Match, *, now: datetime) -> None:
    """Set a match going that stood still, once its log is good; else raises `MatchFaulted`.

    Its tables are made anew, so they alone may say what the log does not. Who had to decide when
    it was stopped has as much time left as then.
    """
    found = verify(WITH_TABLES.get(pk=match.pk)).fault
    if found is not None and found.code != "tables":
        raise errors.MatchFaulted(
            _("Its record is not good: %(fault)s.") % {"fault": fault_in_words(found.place)}
        )
    with transaction.atomic():
        match = recording.lock(match.pk)
        stopped_at, waited = match.stopped_at, {_known(choice) for choice in match.choices.all()}
        try:
            projections.rebuild(match, now=now)
        except (EventMalformed, RulesRefused) as fault:
            raise errors.MatchFaulted from fault
        if stopped_at and match.state == Match.State.RUNNING and not match.paused:
            _give_back_time(match, waited, stopped_at, now)
        recording.ring(match.pk)
        replace_absent(match, now)
        follow_with_bots(match.pk, now)


def _give_back_time(
    match: Match, waited: set[tuple[int, int]], stopped_at: datetime, now: datetime
) -> None:
    """Move the deadlines that ran while the match stood still; new ones have a full term."""
    moved = [
        (choice, clock.after_pause(choice.deadline, stood_still, choice.seat.night))
        for choice in match.choices.select_related("seat__player").order_by("round")
        if _known(choice) in waited
        for stood_still in [now - max(stopped_at, choice.since)]
    ]
    if moved:
        move_all(recording.load(match, None), moved, "outage", cause="admin", now=now)


def _known(choice: Choice) -> tuple[int, int]:
    return choice.round, choice.seq
