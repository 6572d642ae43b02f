"""The page of a replay: a round as it stood after one of its events."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from typing import Final

from games import engine, store
from games.engine import (
    MatchState,
    MovesRewound,
    RoundDealt,
    RoundEnded,
    RoundState,
    Rules,
    SeatView,
    Tile,
    TileDrawn,
    TilePlayed,
)
from games.queries.matches import names_of, seats_of
from games.queries.moments import Moment, moment_of_all, moment_of_round
from games.queries.views import Happened, Marks, as_seen, marks_of
from games.queries.words import Line, round_end_at_most, tell_each
from games.store import Stored
from games.tables import Match, Seat

_CLOSE_TO_LONGEST: Final = 3
"""How many sentences are tried for their room: the longest by count may break into fewer lines."""


@dataclass(frozen=True)
class ReplaySeat:
    """A seat as a step shows it; `hand` is None where the reader may not know it."""

    number: int
    name: str
    hand: Sequence[Tile] | None
    hand_size: int
    room: int
    """The most tiles it has held in this round, so that its hand keeps its room as it shrinks."""
    total: int
    """Its points of the rounds that ended before this step."""
    is_acting: bool

    @property
    def gone(self) -> range:
        """What counts the places in its hand that are empty."""
        return range(self.room - self.hand_size)


@dataclass(frozen=True)
class Told:
    """A step in words; `round` is None for what befell the whole match."""

    step: int
    round: int | None
    line: Line


@dataclass(frozen=True)
class RoundTotals:
    """Every seat's points of all rounds that had ended when this one did."""

    round: int
    starter: str
    totals: Sequence[int]


@dataclass(frozen=True)
class Telling:
    """What it takes to tell steps to a seat, or a visitor, as far as they may know them."""

    moment: Moment
    whole: MatchState
    """The match as it is now, which says what is open."""
    names: Sequence[str]
    seat: int | None
    marks: Marks

    def tell(self, steps: Sequence[tuple[int, Stored]]) -> list[Told]:
        """Return steps in words, a line each."""
        happened = [as_seen(row, self.whole, self.seat, self.marks) for _, row in steps]
        lines = tell_each(happened, self.names, self.seat)
        return [Told(step, row.round, line) for (step, row), line in zip(steps, lines, strict=True)]


@dataclass(frozen=True)
class ReplayPage:
    """All that a step of a replay shows; step 0 is the deal."""

    match: Match
    reel: int | None
    """The round whose steps these are, None for all rounds as they happened."""
    round: int
    """The round whose table this step shows."""
    step: int
    last_step: int
    beside: int | None
    """The number of this step in the other reel; None where there is only one."""
    last_beside: int | None
    seats: Sequence[ReplaySeat]
    rounds: Sequence[tuple[int, str]]
    """The rounds that can be looked at, each with its starter."""
    telling: Telling
    ended: Sequence[RoundTotals]
    """The rounds that have ended, in the order in which they did."""
    view: SeatView
    is_open: bool
    """Whether all hands of the round may be seen."""
    played: Tile | None
    """The tile that this step laid."""

    @property
    def alone(self) -> "ReplayPage":
        """The same table as a step of its round alone, for what knows no other."""
        if self.reel is not None or self.beside is None or self.last_beside is None:
            return self
        return replace(
            self,
            reel=self.round,
            step=self.beside,
            last_step=self.last_beside,
            beside=self.step,
            last_beside=self.last_step,
        )

    @cached_property
    def line(self) -> Line:
        """This step in words."""
        return self.telling.tell([(self.step, self.telling.moment.row)])[0].line

    @cached_property
    def lines(self) -> Sequence[Told]:
        """The steps in words: every one of a round, those around this one of all rounds."""
        return self.telling.tell(self.telling.moment.steps)

    @cached_property
    def longest(self) -> Sequence[str]:
        """The longest sentences of these steps, of which one takes the most room.

        Of all rounds only some steps are told here, so the end of a round is reckoned with.
        """
        told = {each.line.text for each in self.lines}
        if self.reel is None:
            told.add(round_end_at_most(self.telling.names))
        return nlargest(_CLOSE_TO_LONGEST, sorted(told), key=len)


def replay_page(match: Match, seat: int | None, reel: int | None, step: int) -> ReplayPage:
    """Return one step of a round, or of all rounds, as a seat, or a visitor, may see it.

    Raises `NoSuchRound`, `NoSuchStep`, and what `see_round` raises for a log that cannot be read.
    Costs three queries, whatever the match, two more for all rounds, and one more where something
    was corrected.
    """
    seats = seats_of(match)
    rounds = list(match.rounds.order_by("number"))
    if reel is None:
        moment = moment_of_all(match, rounds, step)
    else:
        moment = moment_of_round(match, rounds, reel, step)
    whole = engine.replay(store.numbered(moment.stored))
    then = _as_of(moment)
    view, opened = engine.view(then, moment.round, seat), engine.is_open(whole, moment.round)
    event = as_seen(moment.row, whole, seat)
    return ReplayPage(
        match=match,
        reel=reel,
        round=moment.round,
        step=step,
        last_step=moment.last_step,
        beside=moment.beside,
        last_beside=moment.last_beside,
        seats=_seats(seats, moment, then.rounds[moment.round], view, opened, event),
        rounds=[(row.number, str(view.rules.starter(row.number))) for row in rounds],
        telling=Telling(moment, whole, names_of(seats), seat, marks_of(match, moment.known)),
        ended=_ended(moment, view.rules),
        view=view,
        is_open=opened,
        played=_played(event),
    )


def _as_of(moment: Moment) -> MatchState:
    """Return the match as it stood after the event of a moment."""
    before = (row for row in moment.stored if row.seq <= moment.row.seq)
    return engine.replay(store.numbered(before))


def _played(event: Happened) -> Tile | None:
    return Tile.parse(str(event.data["tile"])) if event.type == "tile_played" else None


def _seats(
    seats: Sequence[Seat],
    moment: Moment,
    state: RoundState,
    view: SeatView,
    opened: bool,
    event: Happened,
) -> list[ReplaySeat]:
    room = _most_held(moment)
    return [
        ReplaySeat(
            number=seat.number,
            name=seat.name,
            hand=list(state.hands[seat.number]) if opened or seat.number == view.seat else None,
            hand_size=view.hand_sizes[seat.number],
            room=room[seat.number],
            total=view.totals[seat.number],
            is_acting=event.data.get("seat") == seat.number,
        )
        for seat in seats
    ]


def _most_held(moment: Moment) -> list[int]:
    """Return how many tiles each seat's hand held at most in the round, what was rewound too."""
    sizes: list[int] = []
    most: list[int] = []
    then: dict[int, list[int]] = {}
    of_round: list[Stored] = [row for row in moment.stored if row.round == moment.round]
    for seq, event in store.numbered(of_round):
        match event:
            case RoundDealt(hands=hands):
                sizes = [len(hand) for hand in hands]
                most = list(sizes)
            case TileDrawn(seat=seat):
                sizes[seat] += 1
                most[seat] = max(most[seat], sizes[seat])
            case TilePlayed(seat=seat):
                sizes[seat] -= 1
            case MovesRewound(to_seq=to_seq):
                sizes = list(then[to_seq])
        then[seq] = list(sizes)
    return most


def _ended(moment: Moment, rules: Rules) -> list[RoundTotals]:
    events = (row.event() for row in moment.stored if row.type == RoundEnded.type)
    return [
        RoundTotals(event.round, str(rules.starter(event.round)), event.totals)
        for event in events
        if isinstance(event, RoundEnded)
    ]
