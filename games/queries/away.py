"""Who at a table has time off, now or soon."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player, TimeOff
from games.tables import Match


@dataclass(frozen=True)
class Away:
    """A player's time off as the table sees it."""

    seat: int
    name: str
    since: datetime
    until: datetime
    has_begun: bool


def away_at(match: Match, now: datetime) -> list[Away]:
    """Return the times off, that run or are to come, of the persons at a match."""
    found = TimeOff.objects.filter(
        settled_at=None, player__seats__match=match, player__seats__bot=""
    )
    rows = found.order_by("since").values_list(
        "player__seats__number", "player__display_name", "since", "until"
    )
    return [Away(*row, has_begun=row[2] <= now) for row in rows]


def away_now(matches: Iterable[Match], reader: Player, now: datetime) -> dict[int, list[Away]]:
    """Return who but the reader has time off now, by the numbers of their matches; one query."""
    found = TimeOff.objects.filter(settled_at=None, since__lte=now).exclude(player=reader)
    seated = found.filter(player__seats__match__in=list(matches), player__seats__bot="")
    gone: dict[int, list[Away]] = {}
    rows = seated.order_by("since").values_list(
        "player__seats__match",
        "player__seats__number",
        "player__display_name",
        "since",
        "until",
    )
    for match_id, number, name, since, until in rows:
        gone.setdefault(match_id, []).append(Away(number, name, since, until, has_begun=True))
    return gone
