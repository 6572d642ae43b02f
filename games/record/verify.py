"""Whether a match as it lies in the store is true: its log, and the tables beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import Event, EventMalformed, RulesRefused, round_of, settle, upcast
from games.projections import TABLE_TYPES
from games.store import EMPTY, Stored, Tail, load_all
from games.tables import Match

from .faults import Fault
from .lines import read_line
from .moves import good_stored_move
from .referee import Referee
from .tables import WITH_TABLES, Spans, check_tables, keeps_promise

LOOKS: Final = 5
"""How often the tables of a match that is being played are looked at for one moment's stillness."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of a stored match: how many events were judged, the last good one, a fault."""

    match_id: int
    since: int
    judged: int
    tail: Tail
    fault: Fault | None

    def __str__(self) -> str:
        return str(self.fault or f"ok, {self.judged} events")


def verify(match: Match, since: int = 1) -> Verdict:
    """Return what is to be said of a match of `WITH_TABLES`; events before `since` count as judged.

    Beyond what a check of a record asks (RECORD.md, Checking a record), the event that was last
    when the match was verified before must still be that one, nothing may be due at the end, and
    the tables beside the log must say what the log says. No more than one event is in memory, and
    the match may be played meanwhile.
    """
    reading = Reading(match, since)
    fault = None
    try:
        reading.read_on()
        reading.check_beside()
    except Fault as found:
        fault = found
    return Verdict(match.pk, since, reading.judged, reading.tail, fault)


class Reading:
    """A match's log as far as it was read, each event held against those before it."""

    def __init__(self, match: Match, since: int) -> None:
        self.tail = EMPTY
        self.judged = 0
        self._match = match
        self._since = since
        self._referee = Referee()
        self._spans: Spans = {}

    def read_on(self) -> None:
        """Take every event that has not been read; raises Fault."""
        since, verified, spans = self._since, self._match.verified, self._spans
        follow = self._referee.follow
        for row in load_all(self._match.pk, after=self.tail.seq):
            seq, number, kind, cause, at, _data, digest = row
            if seq < since:
                self._trust(row)
            else:
                follow(seq, self._event(row), cause)
                self.judged += 1
            if seq == verified:
                self._check_verified(row)
            if number is not None and kind in TABLE_TYPES:
                if number in spans:
                    spans[number][1] = seq
                else:
                    spans[number] = [seq, seq]
            self.tail = Tail(seq, digest, at)

    def _event(self, row: Stored) -> Event:
        """Return the event of the next row, which is well formed and chained; raises Fault."""
        seq, previous, at = self.tail
        line = good_stored_move(row, seq + 1, previous, at) or read_line(
            row.line(), seq + 1, previous, at, upcast
        )
        if row.round != round_of(line.event):
            raise Fault(line.seq, "round", f"It lies in the store as of round {row.round}.")
        return line.event

    def _trust(self, row: Stored) -> None:
        try:
            self._referee.trust(row.seq, row.event())
        except (EventMalformed, RulesRefused, LookupError) as fault:
            raise Fault(row.seq, "line", f"It cannot be folded: {fault}") from None

    def _check_verified(self, row: Stored) -> None:
        if bytes.fromhex(row.digest) != bytes(self._match.verified_digest):
            raise Fault(row.seq, "verified", "It is another event than the one verified before.")

    def check_beside(self) -> None:
        """Hold the tables to the log, at a moment when both are still; raises Fault.

        Rows that were read before the log was, and say that its end is the end, are of one moment
        with it.
        """
        match = self._match
        for _look in range(LOOKS):
            if self.tail.seq == match.head >= match.verified:
                self._check_tables(match)
                return
            match = WITH_TABLES.get(pk=match.pk)
            said = f"The match says that {match.head} is its last event."
            if match.head < self.tail.seq:
                raise Fault(self.tail.seq, "tables", said)
            self.read_on()
            if self.tail.seq < max(match.head, match.verified):
                raise Fault(self.tail.seq + 1, "head", said)

    def _check_tables(self, match: Match) -> None:
        """Raise the Fault of what only the tables say, or of what was left undone."""
        state = self._referee.match
        if problem := check_tables(match, state, self._spans):
            raise Fault(self.tail.seq, "tables", problem)
        if state is not None and not keeps_promise(match, state):
            raise Fault(self.tail.seq, "seed", "The seed that is kept is not the promised one.")
        if state is not None and (due := settle(state, bytes(match.secret.seed))):
            raise Fault(self.tail.seq + 1, "due", f"A {due[0].event.type} is due here.")
