"""The tables at which somebody sits that are not over, for lists to choose from."""

from collections.abc import Sequence
from typing import Final

from django.db.models import Prefetch

from accounts.models import Player
from games.queries.matches import company
from games.tables import Match, Seat

MOST: Final = 100


def tables_of(player: Player) -> list[tuple[Match, Sequence[str]]]:
    """Return a player's tables that run or wait, newest first, each with who else sits there."""
    seated = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    going_on = [Match.State.WAITING, Match.State.RUNNING]
    found = Match.objects.filter(seats__player=player, state__in=going_on).order_by("-pk")
    return [_with_company(match, player) for match in found.prefetch_related(seated)[:MOST]]


def _with_company(match: Match, player: Player) -> tuple[Match, Sequence[str]]:
    seats = list(match.seats.all())
    me = next((seat for seat in seats if seat.player_id == player.pk), None)
    return match, company(seats, me)
