"""Until when somebody has to decide, table by table: what a calendar shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Prefetch, QuerySet

from accounts.models import Player, TimeOff
from games.queries.matches import company
from games.tables import Choice, Match, Seat

MOST: Final = 200


@dataclass(frozen=True)
class TableDeadline:
    """What waits for a player at one table, the most urgent first, and who else sits there."""

    match: Match
    seat: Seat
    choices: Sequence[Choice]
    company: Sequence[str]

    @property
    def at(self) -> datetime:
        """When the first of them runs out."""
        return self.choices[0].deadline


def deadlines_of(player: Player, now: datetime) -> list[TableDeadline]:
    """Return the deadlines that run for a player, the next one first; no tile is read.

    None runs at a table that stands still, nor while the player has time off. Costs three
    queries, however many tables there are, and looks at the next `MOST` choices.
    """
    if TimeOff.objects.filter(player=player, settled_at=None, since__lte=now).exists():
        return []
    found: dict[int, list[Choice]] = {}
    for choice in _waits(player)[:MOST]:
        found.setdefault(choice.match_id, []).append(choice)
    return [_deadline(choices) for choices in found.values()]


def next_table(player: Player, match: Match) -> TableDeadline | None:
    """Return what waits most urgently for a player at another table than this; two queries."""
    choices = list(_waits(player).exclude(match=match)[:1])
    return _deadline(choices) if choices else None


def _waits(player: Player) -> QuerySet[Choice]:
    """Return what waits for a player where moves can be made, the most urgent first."""
    seated = Prefetch("match__seats", Seat.objects.select_related("player").order_by("number"))
    waits = Choice.objects.filter(
        seat__player=player,
        seat__bot="",
        match__state=Match.State.RUNNING,
        match__paused=False,
        match__fault="",
    )
    rows = waits.select_related("match", "seat").prefetch_related(seated)
    return rows.order_by("deadline", "match", "round")


def _deadline(choices: Sequence[Choice]) -> TableDeadline:
    match, seat = choices[0].match, choices[0].seat
    return TableDeadline(match, seat, choices, company(list(match.seats.all()), seat))
