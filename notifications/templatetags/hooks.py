"""Webhooks on the pages of tables, which know nothing of them."""

from collections.abc import Sequence

from django import template

from games.tables import Match, Seat
from notifications.webhooks import along

register = template.Library()


@register.simple_tag
def seats_that_tell(match: Match) -> Sequence[Seat]:
    """Return the seats whose players have a webhook of this one table."""
    return along.seats_that_tell(match)
