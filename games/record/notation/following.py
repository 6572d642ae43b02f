"""The match that a notation tells of, as far as it has been read."""

from games.engine import (
    Caused,
    Event,
    MatchAbandoned,
    MatchEnded,
    MatchStarted,
    RoundDealt,
    RoundEnded,
    RoundState,
    TileDrawn,
    TilePlayed,
    TurnPassed,
)
from games.engine.evolve import Move, dealt, moved
from games.engine.settle import SIDE_BY_SIDE, forced, match_ending
from games.record.faults import Fault
from games.record.referee import Referee


class Following:
    """Holds events to the rules one by one, and counts the turns of each round."""

    def __init__(self) -> None:
        self.events: list[Caused] = []
        self._referee = Referee()
        self._started: MatchStarted | None = None
        self._rounds: dict[int, RoundState] = {}
        self._turns: dict[int, int] = {}
        self._totals: tuple[int, ...] = ()

    @property
    def ended(self) -> bool:
        """Whether the match is over."""
        return bool(self._referee.ended)

    def follow(self, event: Event) -> None:
        """Take the next event; raises Fault for one that may not stand here."""
        cause = self._cause(event)
        self._referee.follow(len(self.events) + 1, event, cause)
        self.events.append(Caused(event, cause))
        match event:
            case MatchStarted():
                self._started, self._totals = event, (0,) * event.seats
            case RoundDealt() if self._started is not None:
                rules, seats = self._started.rules, self._started.seats
                self._rounds[event.round] = dealt(rules, seats, event)
                self._turns[event.round] = 1
            case TileDrawn() | TilePlayed() | TurnPassed():
                self._move(event)
            case RoundEnded():
                self._totals = event.totals

    def check_turn(self, number: int, turn: int) -> None:
        """Raise the Fault of a line that says another turn than the one that is due."""
        due = self._turns.get(number)
        if due is None:
            raise Fault(len(self.events) + 1, "turn", f"Round {number} has not been dealt.")
        if due != turn:
            raise Fault(len(self.events) + 1, "turn", f"The next turn is {number}.{due}.")

    def totals_with(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """Return the totals after a round that ends with these points."""
        return tuple(map(sum, zip(self._totals, points, strict=True)))

    def due_end(self) -> MatchEnded:
        """Return the end that is due, but for its seed; raises Fault while a round goes on."""
        match = self._referee.match
        due = match_ending(match, b"") if match else None
        if due is None:
            raise Fault(len(self.events) + 1, "match end", "Not all rounds have ended.")
        return due

    def _move(self, event: Move) -> None:
        state = moved(self._rounds[event.round], event)
        self._rounds[event.round] = state
        if state.turn != event.seat:
            self._turns[event.round] += 1

    def _cause(self, event: Event) -> str:
        """Return what caused an event as far as the rules tell: a choice counts as a player's.

        A choice that was made before all rounds were dealt can only have been a bot's (RECORD.md).
        """
        match event:
            case TileDrawn() | TilePlayed() | TurnPassed():
                state = self._rounds.get(event.round)
                if state is None or forced(state) == event:
                    return "forced"
                return "player" if self._all_dealt() else "bot"
            case MatchAbandoned():
                return "admin"
        return "system"

    def _all_dealt(self) -> bool:
        if self._started is None or self._started.rules.pace != SIDE_BY_SIDE:
            return True
        return len(self._rounds) == self._started.rules.rounds
