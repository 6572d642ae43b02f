"""Until when somebody has to decide, table by table: what a calendar shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Prefetch

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
    seated = Prefetch("match__seats", Seat.objects.select_related("player").order_by("number"))
    waits = Choice.objects.filter(
        seat__player=player,
        seat__bot="",
        match__state=Match.State.RUNNING,
        match__paused=False,
        match__fault="",
    )
    found: dict[int, list[Choice]] = {}
    rows = waits.select_related("match", "seat").prefetch_related(seated)
    for choice in rows.order_by("deadline", "match", "round")[:MOST]:
        found.setdefault(choice.match_id, []).append(choice)
    return [_deadline(choices) for choices in found.values()]


def _deadline(choices: Sequence[Choice]) -> TableDeadline:
    match, seat = choices[0].match, choices[0].seat
    return TableDeadline(match, seat, choices, company(list(match.seats.all()), seat))
