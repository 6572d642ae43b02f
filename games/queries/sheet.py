"""The sheet of a match: every round in small, those first that wait for whoever looks (R10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine import rules_shown
from games.queries.away import Away, away_at
from games.queries.matches import names_of, seats_of
from games.tables import Choice, Match, Round, Seat


@dataclass(frozen=True)
class Score:
    """What somebody has, of a round or of all that are over."""

    name: str
    points: int
    is_me: bool


@dataclass(frozen=True)
class SheetRound:
    """One round on the sheet: whom it waits for and until when, or, once over, its points."""

    number: int
    starter: str
    last_seq: int
    """Its last event: as long as it is that, the round looks the same."""
    is_over: bool
    waits_for: str
    """Who is to move; empty where nobody is."""
    deadline: datetime | None
    """Until when; None where no clock runs."""
    is_overdue: bool
    away: Away | None
    """The time off of who is to move, if they have any now."""
    points: Sequence[Score]


@dataclass(frozen=True)
class Sheet:
    """All rounds that were dealt, and the totals of those that are over."""

    match: Match
    mine: Sequence[SheetRound]
    """What waits for whoever looks, the most urgent first."""
    others: Sequence[SheetRound]
    """What waits for others, the most urgent first."""
    over: Sequence[SheetRound]
    totals: Sequence[Score]

    @property
    def count(self) -> int:
        """How many rounds it shows."""
        return len(self.mine) + len(self.others) + len(self.over)


def sheet_of(match: Match, number: int | None, now: datetime) -> Sheet:
    """Return the sheet of a match as a seat, or a watcher, sees it.

    Costs four queries, whatever the match, and reads no event.
    """
    seats = seats_of(match)
    choices = {choice.round: choice for choice in match.choices.all()}
    away = {gone.seat: gone for gone in away_at(match, now) if gone.has_begun}
    seat = None if number is None else seats[number]
    mine, others, over = [], [], []
    for row in match.rounds.order_by("number"):
        choice = choices.get(row.number)
        found = _round(match, row, choice, seats, number, away)
        if row.is_over:
            over.append(found)
        elif choice and seat and seat.is_person and choice.seat_id == seat.pk:
            mine.append(found)
        else:
            others.append(found)
    totals = _scores(match.totals, names_of(seats), number)
    return Sheet(match, sorted(mine, key=_urgency), sorted(others, key=_urgency), over, totals)


def _round(
    match: Match,
    row: Round,
    choice: Choice | None,
    seats: Sequence[Seat],
    me: int | None,
    away: dict[int, Away],
) -> SheetRound:
    seat = next((seat for seat in seats if choice and seat.pk == choice.seat_id), None)
    gone = away.get(seat.number) if seat else None
    runs = seat is not None and seat.is_person and not gone and not match.paused
    return SheetRound(
        number=row.number,
        starter=str(rules_shown(match.rules).starter(row.number)),
        last_seq=row.last_seq,
        is_over=row.is_over,
        waits_for=seat.name if seat else "",
        deadline=choice.deadline if choice and runs else None,
        is_overdue=choice is not None and choice.ran_out_at is not None,
        away=gone,
        points=_scores(row.points, names_of(seats), me) if row.is_over else [],
    )


def _scores(points: Sequence[int], names: Sequence[str], me: int | None) -> list[Score]:
    """Return points from the fewest on, which win."""
    rows = zip(points, names, range(len(names)), strict=False)
    return sorted(
        (Score(name, scored, number == me) for scored, name, number in rows),
        key=lambda score: score.points,
    )


def _urgency(row: SheetRound) -> tuple[bool, float, int]:
    """Return what the rounds of a list are ordered by: those without a clock come last."""
    at = row.deadline.timestamp() if row.deadline else 0.0
    return row.deadline is None, at, row.number
