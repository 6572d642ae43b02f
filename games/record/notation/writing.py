"""Writes a match that is over as text (docs/NOTATION.md)."""

import json
from collections.abc import Iterable, Iterator

from games.engine import (
    Event,
    MatchAbandoned,
    MatchEnded,
    MatchStarted,
    RoundDealt,
    RoundEnded,
    RoundState,
    Rules,
    TileDrawn,
    TilePlayed,
    TurnPassed,
    counting,
)
from games.engine.evolve import Move, dealt, moved
from games.store import load_all, numbered
from games.tables import Match

from .signs import LETTERS, TITLE, from_front, scores, tiles, to_end


def notation_of(match: Match) -> str:
    """Return the notation of a match that is over.

    Raises `EventMalformed` or `RulesRefused` for a log that this server cannot read.
    """
    rows = list(load_all(match.pk))
    events = [event for _seq, event in counting(numbered(rows))]
    return "".join(f"{line}\n" for line in write(events, rows[0].at, rows[-1].at))


def write(events: Iterable[Event], began: str = "", ended: str = "") -> Iterator[str]:
    """Yield the lines of a match's events that count, without line feeds.

    What makes no table is left out: hints, pauses, who decided for a seat.
    """
    yield TITLE
    if began:
        yield f"Began: {began}"
    if ended:
        yield f"Ended: {ended}"
    writer = _Writer()
    for event in events:
        yield from writer.follow(event)


class _Writer:
    """Follows the rounds, and gathers what a seat does in a turn until the turn is over."""

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._seats = 0
        self._rounds: dict[int, RoundState] = {}
        self._turns: dict[int, int] = {}
        self._line = ""
        self._gathered = 0
        """The round whose turn `_line` tells of."""

    def follow(self, event: Event) -> Iterator[str]:
        """Yield the lines that are whole now that this has happened."""
        match event:
            case TileDrawn() | TilePlayed() | TurnPassed():
                yield from self._move(event)
                return
            case MatchStarted() | RoundDealt() | RoundEnded() | MatchEnded() | MatchAbandoned():
                yield from self._close()
        match event:
            case MatchStarted():
                self._rules, self._seats = event.rules, event.seats
                yield from _start(event)
            case RoundDealt() if self._rules is not None:
                self._rounds[event.round] = dealt(self._rules, self._seats, event)
                self._turns[event.round] = 1
                yield from _deal(event)
            case RoundEnded():
                yield f"Round {event.round} {event.reason}: {scores(event.points)}"
            case MatchEnded():
                yield ""
                yield f"Totals: {scores(event.totals)}"
                yield f"Ranks: {scores(event.ranks)}"
                yield f"Seed: {event.seed}"
            case MatchAbandoned():
                yield ""
                yield f"Abandoned: {event.reason}"
                yield f"Seed: {event.seed}"

    def _move(self, event: Move) -> Iterator[str]:
        number, state = event.round, self._rounds[event.round]
        if self._gathered != number:
            # Side by side another round may go on between a draw and what follows it.
            yield from self._close()
        turn = f"{number}.{self._turns[number]} {LETTERS[event.seat]}"
        self._line = (
            f"{self._line}, {_act(state, event)}"
            if self._line
            else (f"{turn} {_act(state, event)}")
        )
        self._gathered = number
        self._rounds[number] = moved(state, event)
        if self._rounds[number].turn != event.seat:
            self._turns[number] += 1
            yield from self._close()

    def _close(self) -> Iterator[str]:
        if self._line:
            yield self._line
        self._line, self._gathered = "", 0


def _start(event: MatchStarted) -> Iterator[str]:
    rules = ", ".join(f"{name} {value}" for name, value in sorted(event.rules.to_data().items()))
    yield f"Rules: {rules}"
    yield f"Seats: {' '.join(LETTERS[: event.seats])}"
    yield " ".join(["Words:", *(json.dumps(words, ensure_ascii=False) for words in event.words)])
    yield f"Commitment: {event.seed_commitment}"


def _deal(event: RoundDealt) -> Iterator[str]:
    yield ""
    yield f"Round {event.round}: {event.starter}, {LETTERS[event.first]} first"
    for seat, hand in enumerate(event.hands):
        yield f"Hand {LETTERS[seat]}: {tiles(hand)}"
    yield f"Yard: {tiles(event.yard)}".rstrip()


def _act(state: RoundState, event: Move) -> str:
    """Return what a seat does: `draws 4-5`, `passes`, `places 9-9` or `9-4@9-9`."""
    match event:
        case TileDrawn(tile=tile):
            return f"draws {tile}"
        case TurnPassed():
            return "passes"
        case TilePlayed(tile=tile, on=None):
            return f"places {tile}"
        case TilePlayed(tile=tile, on=on) if on is not None:
            pips = state.table.open[on]
            return f"{from_front(tile, pips)}@{to_end(on, pips)}"
    raise AssertionError(event)
