"""What a server gives back that stood still: the time during which nobody could play."""

from datetime import timedelta

from django.db.models import F

from games.clock import QUARTER, deadline
from games.tables import Capability, Choice, Heartbeat, Invitation


def time_stood_still(gap: timedelta) -> None:
    """Move all that waits by `gap`, rounded up to full quarters of an hour as deadlines are.

    Deadlines are operational: it makes no events (DESIGN.md, What waits). The silence since the
    backup is no outage of this server: its clock begins to beat anew.
    """
    moved = -(-gap // QUARTER) * QUARTER
    Choice.objects.update(deadline=F("deadline") + moved, remind_at=F("remind_at") + moved)
    _out_of_the_night()
    Heartbeat.objects.all().delete()
    is_open = Invitation.State.OPEN
    Invitation.objects.filter(state=is_open).update(expires_at=F("expires_at") + moved)
    Capability.objects.filter(invitation__state=is_open).update(expires_at=F("expires_at") + moved)


def _out_of_the_night() -> None:
    """Move each deadline that has come to lie in the night of who decides to its end."""
    persons = Choice.objects.filter(seat__bot="", seat__player__isnull=False)
    for choice in persons.select_related("seat__player").iterator():
        until = deadline(choice.deadline, timedelta(), choice.seat.night)
        if until != choice.deadline:
            Choice.objects.filter(pk=choice.pk).update(deadline=until)
