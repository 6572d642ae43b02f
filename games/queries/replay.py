"""The page of a replay: a round as it stood after one of its events."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import engine, store
from games.engine import MatchState, RoundState, SeatView, Tile
from games.queries.matches import names_of, seats_of
from games.queries.table import NoSuchRound
from games.queries.views import Happened, as_seen, marks_of, since_deal
from games.queries.words import Line, tell_each
from games.store import Stored
from games.tables import Match, Seat


class NoSuchStep(LookupError):
    """A step that a round does not have, or not yet."""


@dataclass(frozen=True)
class ReplaySeat:
    """A seat as a step shows it; `hand` is None where the reader may not know it."""

    number: int
    name: str
    hand: Sequence[Tile] | None
    hand_size: int
    total: int
    """Its points of the rounds that ended before this step."""
    is_acting: bool


@dataclass(frozen=True)
class ReplayPage:
    """All that a step of a replay shows; step 0 is the deal."""

    match: Match
    round: int
    step: int
    last_step: int
    seats: Sequence[ReplaySeat]
    rounds: Sequence[tuple[int, str]]
    """The rounds that can be looked at, each with its starter."""
    lines: Sequence[Line]
    """Every step of the round in words; those of a running round as far as they are known."""
    view: SeatView
    is_open: bool
    """Whether all hands of the round may be seen."""
    played: Tile | None
    """The tile that this step laid."""


def replay_page(match: Match, seat: int | None, round_number: int, step: int) -> ReplayPage:
    """Return one step of a round as a seat, or a visitor, may see it.

    Raises `NoSuchRound`, `NoSuchStep`, and what `see_round` raises for a log that cannot be read.
    Costs three queries, whatever the match, and one more where something was corrected.
    """
    seats = seats_of(match)
    rounds = list(match.rounds.order_by("number"))
    if all(row.number != round_number for row in rounds):
        raise NoSuchRound
    stored, _tail = store.load_round(match.pk, round_number)
    steps = _steps(stored, round_number)
    if step >= len(steps):
        raise NoSuchStep
    whole = engine.replay(store.numbered(stored))
    then = _as_of(stored, steps[step].seq)
    marks = marks_of(match, stored)
    happened = [as_seen(row, whole, seat, marks) for row in steps]
    view, opened = engine.view(then, round_number, seat), engine.is_open(whole, round_number)
    return ReplayPage(
        match=match,
        round=round_number,
        step=step,
        last_step=len(steps) - 1,
        seats=_seats(seats, then.rounds[round_number], view, opened, happened[step]),
        rounds=[(row.number, str(view.rules.starter(row.number))) for row in rounds],
        lines=tell_each(happened, names_of(seats), seat),
        view=view,
        is_open=opened,
        played=_played(happened[step]),
    )


def last_step(match: Match, round_number: int) -> int:
    """Return the number of a round's last step; raises `NoSuchRound`."""
    stored, _tail = store.load_round(match.pk, round_number)
    if all(row.round != round_number for row in stored):
        raise NoSuchRound
    return len(_steps(stored, round_number)) - 1


def _steps(stored: Sequence[Stored], round_number: int) -> list[Stored]:
    """Return the events that a round's replay goes through, the deal first.

    What befell the whole match meanwhile is among them, and its end in the round that ended last.
    """
    since = since_deal(stored, round_number)
    ends = {row.round: row.seq for row in stored if row.type == "round_ended"}
    end = ends.get(round_number)
    if end is None:
        return since
    ended_last = end == max(ends.values())
    return [row for row in since if row.seq <= end or (ended_last and row.type == "match_ended")]


def _as_of(stored: Sequence[Stored], seq: int) -> MatchState:
    """Return the match as it stood after an event."""
    return engine.replay(store.numbered(row for row in stored if row.seq <= seq))


def _played(event: Happened) -> Tile | None:
    return Tile.parse(str(event.data["tile"])) if event.type == "tile_played" else None


def _seats(
    seats: Sequence[Seat], state: RoundState, view: SeatView, opened: bool, event: Happened
) -> list[ReplaySeat]:
    return [
        ReplaySeat(
            number=seat.number,
            name=seat.name,
            hand=list(state.hands[seat.number]) if opened or seat.number == view.seat else None,
            hand_size=view.hand_sizes[seat.number],
            total=view.totals[seat.number],
            is_acting=event.data.get("seat") == seat.number,
        )
        for seat in seats
    ]
