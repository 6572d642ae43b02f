"""Who has everybody's turns at a table told elsewhere: no secret from those who sit there."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef

from games.tables import Match, Seat
from notifications.webhooks.rows import Webhook


def seats_that_tell(match: Match) -> Sequence[Seat]:
    """Return the seats whose players have a webhook of this one table that is switched on."""
    hooks = Webhook.objects.filter(player=OuterRef("player"), match=match, off_since=None)
    told = match.seats.filter(Exists(hooks)).select_related("player")
    return list(told.order_by("number"))
