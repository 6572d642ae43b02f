"""What a server does with mail that another one may have sent: nothing, and the clocks go on.

A backup holds notices that were due when it was made. The old server went on and has sent them,
perhaps with others that the backup does not know of. So none of them is sent again: whoever has
not played by then is reminded in time, which is another mail, and says all that the first one
said. An administrator may still send any of them from the list of notices.
"""

from datetime import datetime
from typing import Final

from django.db.models import F

from games import services
from games.tables import Match
from notifications import corrections, noticing
from notifications.models import Delivery, Notice

UNSENT: Final = (Notice.State.DUE, Notice.State.LEASED, Notice.State.HELD)
WHY: Final = "may have been sent before the restore"


def hold(*, now: datetime) -> None:
    """Take everything that was due for told, as if its mails had left at `now`."""
    for invitation in noticing.uninvited():
        noticing.notice_invitation(invitation, now=now)
    for match_id in set(corrections.unasked().values_list("match_id", flat=True)):
        noticing.notice_match(match_id, now=now)
    Notice.objects.filter(state__in=UNSENT).update(
        state=Notice.State.DROPPED, sealed="", asked_again=False, last_error=WHY
    )
    Delivery.objects.filter(state__in=[Delivery.State.DUE, Delivery.State.LEASED]).update(
        state=Delivery.State.DROPPED, last_error=WHY
    )
    Match.objects.update(noticed=F("head"))
    untold = noticing.persons_choices().filter(told_at=None)
    services.told(list(untold.values_list("pk", flat=True)), now=now)
