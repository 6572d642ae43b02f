"""The clocks of a player who has time off: they stand still, and go on at its end."""

from datetime import datetime, timedelta

import structlog
from django.db import transaction

from accounts.models import TimeOff
from games import clock
from games.services import errors, recording
from games.services.deadlines import move_all
from games.services.intervals import without
from games.services.pausing import pauses_of
from games.tables import Choice, Match

log = structlog.get_logger()


def settle_times_off(*, now: datetime) -> int:
    """Let the clocks go on of everybody whose time off is over; returns how many times off."""
    over = TimeOff.objects.filter(settled_at=None, until__lte=now).order_by("until")
    return sum(settle_time_off(time_off, now=now) for time_off in list(over))


@transaction.atomic
def settle_time_off(time_off: TimeOff, *, now: datetime) -> bool:
    """Move the deadlines that stood still; returns whether nobody else has done it before.

    All matches in one transaction, under the lock of the time off: none twice, none lost.
    """
    found = TimeOff.objects.select_for_update().filter(pk=time_off.pk, settled_at=None).first()
    if found is None:
        return False
    matches = Match.objects.filter(
        state=Match.State.RUNNING, seats__player=found.player_id, seats__bot=""
    )
    for match_id in matches.order_by("pk").values_list("pk", flat=True):
        _go_on(match_id, found, now)
    found.settled_at = now
    found.save(update_fields=["settled_at"])
    return True


def _go_on(match_id: int, time_off: TimeOff, now: datetime) -> None:
    """Move what waits for the player in one match; one that stands still has no clock to move."""
    try:
        with transaction.atomic():
            match = recording.running(recording.lock(match_id))
            position = recording.load(match, None)
            pauses = pauses_of(position, now)
            choices = match.choices.filter(seat__player=time_off.player_id, seat__bot="")
            moved = [
                (choice, clock.after_pause(choice.deadline, stood_still, choice.seat.night))
                for choice in choices.select_related("seat__player").order_by("round")
                if (stood_still := _stood_still(choice, time_off, pauses))
            ]
            if moved:
                move_all(position, moved, "time_off", cause="player", now=now)
    except (errors.MatchFaulted, errors.MatchNotRunning):
        log.warning("time_off_not_given_back", match=match_id, time_off=time_off.pk)


def _stood_still(
    choice: Choice, time_off: TimeOff, pauses: list[tuple[datetime, datetime]]
) -> timedelta:
    """Return for how long a choice waited in the time off; a pause gives back its own time."""
    return without((max(time_off.since, choice.since), time_off.until), pauses)
