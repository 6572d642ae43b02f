"""The one door to the log: load a match under its lock, append, project, ring."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import transaction

from games import projections, signals, store
from games.engine import (
    Caused,
    EventMalformed,
    MatchStarted,
    MatchState,
    Move,
    RulesRefused,
    evolve,
    replay,
    start,
)
from games.projections import HabitsOf
from games.services.errors import MatchFaulted, MatchNotRunning
from games.tables import Match

log = structlog.get_logger()


@dataclass(frozen=True)
class Position:
    """A match as a service found it: its row, the table, and the end of its log."""

    match: Match
    state: MatchState
    tail: store.Tail
    stored: Sequence[store.Stored]
    habits_of: HabitsOf | None = None
    """What tells the habits of who decides at its seats, where they have been read."""

    @property
    def seed(self) -> bytes:
        """The seed of its deals."""
        return bytes(self.match.secret.seed)

    def last_seq(self, round_number: int) -> int:
        """Return the last event of a round that changed its table, 0 before its deal."""
        return max(
            (
                row.seq
                for row in self.stored
                if row.round == round_number and row.type in projections.TABLE_TYPES
            ),
            default=0,
        )


def lock(match_id: int) -> Match:
    """Return the match with its seats, locked until the transaction ends.

    Raises `Match.DoesNotExist`. Whoever changes a seat holds this lock.
    """
    return (
        Match.objects.select_for_update(of=("self",))
        .select_related("secret")
        .prefetch_related("seats")
        .get(pk=match_id)
    )


def running(match: Match) -> Match:
    """Return the match if moves can be made in it; raises the reason if not."""
    if match.fault:
        raise MatchFaulted
    if match.state != Match.State.RUNNING:
        raise MatchNotRunning
    return match


def load(match: Match, round_number: int | None) -> Position:
    """Return the position in one round; raises `MatchFaulted` for a log this server can't read.

    Raises `MatchNotRunning` for a match that has not begun.
    """
    return position(match, *store.load_round(match.pk, round_number))


def position(
    match: Match,
    stored: Sequence[store.Stored],
    tail: store.Tail,
    habits_of: HabitsOf | None = None,
) -> Position:
    """Return the position that these events make; raises what `load` raises."""
    if not stored:
        raise MatchNotRunning
    try:
        state = replay(store.numbered(stored))
    except (EventMalformed, RulesRefused) as fault:
        raise MatchFaulted from fault
    return Position(match, state, tail, stored, habits_of)


@contextmanager
def faults_stop(match_id: int, now: datetime) -> Iterator[None]:
    """Stop a match whose log turns out to be unreadable."""
    try:
        yield
    except MatchFaulted as fault:
        if fault.__cause__ is not None:
            stop(match_id, str(fault.__cause__), now)
        raise


def stop(match_id: int, fault: str, now: datetime) -> None:
    """Let a match stand still, it alone, until someone has looked (`let_go_on`).

    Who plays there and who keeps the server are told once; `fault` names no hidden tile (R8.5).
    """
    standing = Match.objects.filter(pk=match_id, fault="")
    if standing.update(fault=fault[:200], stopped_at=now):
        log.error("match_stopped", match=match_id, fault=fault)
        ring(match_id)


def record(position: Position, events: Sequence[Caused], now: datetime) -> MatchState:
    """Append `events`, bring the tables in step and tell the followers after the commit.

    Returns the state after them. The caller holds the match's lock.
    """
    return _append(position, events, now)


def rewind(position: Position, rewound: Caused, now: datetime) -> MatchState:
    """Append a rewind, which no fold can take alone, and return the state that the round is in.

    The caller holds the match's lock and has loaded the round (RECORD.md, `moves_rewound`).
    """
    stored = store.append(position.match.pk, position.tail, [rewound], now)
    state = replay(store.numbered([*position.stored, *stored]))
    projections.project(position.match, state, stored)
    ring(position.match.pk)
    return state


def begin(match: Match, events: Sequence[Caused], now: datetime) -> MatchState:
    """Write the first events of a match, `match_started` at their head."""
    (started, _cause), *_rest = events
    if not isinstance(started, MatchStarted):
        raise TypeError("a match begins with match_started")
    return _append(Position(match, start(started), store.EMPTY, ()), events, now)


def _append(position: Position, events: Sequence[Caused], now: datetime) -> MatchState:
    match, state, habits_of = position.match, position.state, position.habits_of
    for event, _cause in events:
        state = evolve(state, event)
    stored = store.sealed(position.tail, events, now)
    if all(isinstance(event, Move) for event, _cause in events):
        # Nearly always: one trip instead of five.
        tables = projections.moved(match, state, stored, habits_of)
        store.run([store.insertion(match.pk, stored), *tables])
    else:
        store.append_stored(match.pk, stored)
        projections.project(match, state, stored, habits_of)
    ring(match.pk)
    return state


def ring(match_id: int) -> None:
    """Tell who follows this match, once the transaction has been committed."""
    transaction.on_commit(
        lambda: signals.events_recorded.send_robust(sender=Match, match_id=match_id), robust=True
    )
