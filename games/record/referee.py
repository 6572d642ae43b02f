"""Whether the events of a record follow the rules, one after the other (RECORD.md, Checking)."""

from __future__ import annotations

from typing import Final

from games.engine import (
    DeadlineMoved,
    Event,
    HintGiven,
    MatchAbandoned,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    MatchState,
    MovesRewound,
    RoundDealt,
    RoundEnded,
    RoundState,
    RuleViolation,
    SeatHandedOver,
    TileDrawn,
    TilePlayed,
    TurnPassed,
    evolve,
    start,
)
from games.engine.decide import check_pass, check_play
from games.engine.evolve import Move
from games.engine.moves import must_draw
from games.engine.settle import ending, match_ending

from .course import Course
from .deals import check_deal, check_seed, check_start
from .faults import Fault

BEFORE_ALL_DEALS: Final = frozenset({"system", "forced", "bot"})
TABLE_EVENTS: Final = (
    MatchStarted,
    RoundDealt,
    TileDrawn,
    TilePlayed,
    TurnPassed,
    RoundEnded,
    MatchEnded,
)


class Referee:
    """Follows one match and raises a Fault at the first event that may not stand where it does."""

    def __init__(self) -> None:
        self._match: MatchState | None = None
        self._deals: dict[int, RoundDealt] = {}
        # The rounds that run. Moves change nothing but these, so the match is made anew only when
        # it is looked at.
        self._courses: dict[int, Course] = {}
        # The round that is due to end.
        self._ending: RoundState | None = None

    @property
    def match(self) -> MatchState | None:
        """Return the match after the events so far, None before it has started."""
        return self._with_courses(self._match) if self._match else None

    @property
    def ended(self) -> str:
        """Return how the match has ended so far: "", "ended" or "abandoned"."""
        return self._match.ended if self._match else ""

    def follow(self, seq: int, event: Event, cause: str) -> None:
        """Take the next event; raises Fault."""
        if self._match is None:
            self._match = self._started(seq, event)
            return
        self._check_order(self._match, seq, event, cause)
        match event:
            case TilePlayed() | TileDrawn() | TurnPassed():
                self._check_move(seq, event)
                self._move(seq, event)
            case MovesRewound():
                self._check_rewind(seq, event)
                self._rewind(event)
            case _:
                match = self._with_courses(self._match)
                self._check(match, seq, event)
                self._evolve(match, seq, event)

    def trust(self, seq: int, event: Event) -> None:
        """Take an event that was judged at another time: it is folded, and nothing is asked of it.

        Raises LookupError for one that cannot be folded, such as a move in no round.
        """
        match event:
            case MatchStarted():
                self._match = start(event)
            case TilePlayed() | TileDrawn() | TurnPassed():
                self._move(seq, event)
            case MovesRewound():
                self._rewind(event)
            case _ if self._match is None:
                raise LookupError("a match begins with match_started")
            case _:
                self._evolve(self._with_courses(self._match), seq, event)

    def check_seed(self, seq: int, seed: str) -> None:
        """Raise the Fault of a seed that is not the one promised, or did not give these deals."""
        if self._match is not None:
            check_seed(self._match, self._deals, seq, seed)

    def _with_courses(self, match: MatchState) -> MatchState:
        running = {number: course.state for number, course in self._courses.items()}
        return match._replace(rounds={**match.rounds, **running})

    @staticmethod
    def _started(seq: int, event: Event) -> MatchState:
        if not isinstance(event, MatchStarted):
            raise Fault(seq, "start", "A record begins with match_started.")
        check_start(seq, event)
        return start(event)

    def _check_order(self, match: MatchState, seq: int, event: Event, cause: str) -> None:
        """Raise the Fault of an event that stands before one that is due, or after the end."""
        if match.ended:
            raise Fault(seq, "end", "Nothing follows the end of a match.")
        if self._ending is not None and not isinstance(event, RoundEnded):
            raise Fault(seq, "round end", f"Round {self._ending.round} is due to end here.")
        if len(match.points) == match.rules.rounds and not isinstance(event, MatchEnded):
            raise Fault(seq, "match end", "The match is due to end here.")
        if match.paused and isinstance(event, TABLE_EVENTS):
            raise Fault(seq, "paused", "The match is paused.")
        if (
            match.rules.pace == "side_by_side"
            and len(self._deals) < match.rules.rounds
            and cause not in BEFORE_ALL_DEALS
        ):
            raise Fault(seq, "deal", "Not all rounds have been dealt.")

    def _check(self, match: MatchState, seq: int, event: Event) -> None:
        match event:
            case RoundDealt():
                check_deal(match, len(self._deals), seq, event)
            case RoundEnded():
                self._check_round_end(match, seq, event)
            case MatchEnded(seed=seed):
                _check_match_end(match, seq, event)
                check_seed(match, self._deals, seq, seed)
            case MatchAbandoned(seed=seed):
                check_seed(match, self._deals, seq, seed)
            case MatchPaused() | MatchResumed():
                if match.paused == isinstance(event, MatchPaused):
                    raise Fault(seq, "paused", "It is paused already, or not at all.")
            case SeatHandedOver() | HintGiven() | DeadlineMoved():
                _check_names(match, seq, event)
            case MatchStarted():
                raise Fault(seq, "start", "A match starts once.")

    def _check_round_end(self, match: MatchState, seq: int, event: RoundEnded) -> None:
        due = ending(match, self._ending) if self._ending else None
        if due is None or (due.round, due.reason) != (event.round, event.reason):
            raise Fault(seq, "round end", f"Round {event.round} does not end here in this way.")
        if due != event:
            raise Fault(seq, "points", f"The points are {due.points}, the totals {due.totals}.")

    def _check_move(self, seq: int, event: Move) -> None:
        course = self._courses.get(event.round)
        if course is None:
            raise Fault(seq, "over", f"Round {event.round} is not being played.")
        _check_move(course.state, seq, event)

    def _move(self, seq: int, event: Move) -> None:
        course = self._courses[event.round]
        course.follow(seq, event)
        if course.state.reason is not None:
            self._ending = course.state

    def _check_rewind(self, seq: int, event: MovesRewound) -> None:
        course = self._courses.get(event.round)
        if course is None:
            raise Fault(seq, "rewind", f"Round {event.round} is not being played.")
        if not course.counts(event.to_seq):
            raise Fault(seq, "rewind", f"No event of the round that counts is {event.to_seq}.")

    def _rewind(self, event: MovesRewound) -> None:
        self._courses[event.round].rewind(event.to_seq)

    def _evolve(self, match: MatchState, seq: int, event: Event) -> None:
        self._match = evolve(match, event)
        self._remember(self._match, seq, event)

    def _remember(self, match: MatchState, seq: int, event: Event) -> None:
        """Keep what later events are held against."""
        match event:
            case RoundDealt():
                state = match.rounds[event.round]
                self._deals[event.round] = event
                self._courses[event.round] = Course(seq, state)
                self._ending = state if state.reason is not None else None
            case RoundEnded():
                self._ending = None
                del self._courses[event.round]


def _check_move(state: RoundState, seq: int, event: Move) -> None:
    if event.seat != state.turn:
        raise Fault(seq, "turn", f"It is the turn of seat {state.turn}.")
    try:
        match event:
            case TilePlayed():
                check_play(state, event.tile, event.on)
            case TurnPassed():
                check_pass(state)
            case TileDrawn():
                _check_draw(state, seq, event)
    except RuleViolation as violation:
        raise Fault(seq, "illegal", f"{violation} ({violation.clause})") from None


def _check_draw(state: RoundState, seq: int, event: TileDrawn) -> None:
    if not must_draw(state):
        raise Fault(seq, "illegal", f"Seat {event.seat} may not draw. (R3)")
    if event.tile is not state.yard[0]:
        raise Fault(seq, "illegal", f"The yard's next tile is {state.yard[0]}.")


def _check_match_end(match: MatchState, seq: int, event: MatchEnded) -> None:
    due = match_ending(match, b"")
    if due is None:
        raise Fault(seq, "match end", "Not all rounds have ended.")
    if due.totals != event.totals:
        raise Fault(seq, "points", f"The totals are {due.totals}.")
    if due.ranks != event.ranks:
        raise Fault(seq, "ranks", f"The ranks are {due.ranks}.")


def _check_names(
    match: MatchState, seq: int, event: SeatHandedOver | HintGiven | DeadlineMoved
) -> None:
    """Raise the Fault of a round or a seat that the match does not have."""
    if not 0 <= event.seat < match.seats:
        raise Fault(seq, "seat", f"The match has no seat {event.seat}.")
    if not isinstance(event, SeatHandedOver) and not 1 <= event.round <= match.rules.rounds:
        raise Fault(seq, "round", f"The match has no round {event.round}.")
