"""The page of a match that is over: who won, and by what."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import rules_shown
from games.queries.matches import seats_of
from games.queries.naming import several
from games.tables import Match


@dataclass(frozen=True)
class Standing:
    """How a seat came out; `rank` is None in a match that was abandoned."""

    number: int
    name: str
    rank: int | None
    total: int
    points: Sequence[int | None]
    """Of every round that was dealt; None where it was not played to its end."""


@dataclass(frozen=True)
class ResultPage:
    """The standings, best first, and the rounds that were dealt, each with its starter."""

    standings: Sequence[Standing]
    rounds: Sequence[tuple[int, str]]
    winners: str
    """The names of who shares the first rank, as a list in words; empty without any."""
    reason: str = ""
    """Why the match was abandoned, in the words of who did it."""


def result_page(match: Match) -> ResultPage:
    """Return the result of a match that is over; costs two queries, three if it was abandoned."""
    seats = seats_of(match)
    rounds = list(match.rounds.order_by("number"))
    rules = rules_shown(match.rules)
    standings = [
        Standing(
            number=seat.number,
            name=seat.name,
            rank=match.ranks[seat.number] if match.ranks else None,
            total=match.totals[seat.number] if match.totals else 0,
            points=[row.points[seat.number] if row.points else None for row in rounds],
        )
        for seat in seats
    ]
    standings.sort(key=lambda standing: (standing.rank or 0, standing.total, standing.number))
    return ResultPage(
        standings=standings,
        rounds=[(row.number, str(rules.starter(row.number))) for row in rounds],
        winners=several(standing.name for standing in standings if standing.rank == 1),
        reason=why_abandoned(match),
    )


def why_abandoned(match: Match) -> str:
    """Return why a match was abandoned, as an administrator wrote it; empty if it was not."""
    if match.state != Match.State.ABANDONED:
        return ""
    said = match.reasons.filter(seq=match.head).first()
    return said.words if said is not None else ""
