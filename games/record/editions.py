"""Where what this program makes of a stored match is not what was recorded, or was made before.

A state is described from outside, by what any version can say of it, and each part of the
description leaves a mark: so two versions are compared whose states are built in different ways.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from games.engine import (
    Caused,
    Command,
    Event,
    EventMalformed,
    MatchState,
    PlaceTile,
    RoundState,
    RulesRefused,
    canonical,
    legal,
    round_of,
    settle,
    write,
)
from games.store import load_all
from games.tables import Match

from .referee import Referee
from .verify import verify

PARTS: Final = ("table", "hands", "turn", "moves", "end")
"""What is told of a round; of the match there is one part, `match`."""
_DIGITS: Final = 6
FORCED: Final = frozenset({"forced", "system"})
# What stands between the moves, and leaves open what is due.
_ASIDE: Final = frozenset({"seat_handed_over", "deadline_moved", "hint_given"})


@dataclass(frozen=True, slots=True)
class Difference:
    """The first event of a match after which something is not as it was."""

    match_id: int
    seq: int
    what: str

    def __str__(self) -> str:
        return f"match {self.match_id}: seq {self.seq}: {self.what}"


def difference(match: Match, marked: Sequence[str] = ()) -> Difference | None:
    """Return where this program and the log of a match of `WITH_TABLES` part, or None.

    The log is judged by the rules, points and tables as they are now; whatever is due without a
    choice must be what was recorded, if this server played the match; and the states must leave
    the marks that another version has `marked` (`marks`), of which there may be fewer.
    """
    fault = verify(match).fault
    if fault is not None:
        return Difference(match.pk, fault.seq, f"{fault.code}: {fault.sentence}")
    if not match.imported and (found := _forced_difference(match)):
        return found
    for seq, (before, now) in enumerate(zip(marked, marks(match), strict=False), 1):
        if before != now:
            return Difference(match.pk, seq, f"another state: {_parts(before, now)}")
    if len(marked) > match.head:
        return Difference(match.pk, match.head + 1, "the log has become shorter")
    return None


def marks(match: Match) -> Iterator[str]:
    """Yield the mark of the state after each event of a match.

    Ends with a mark of its own where this program cannot read or fold an event.
    """
    referee = Referee()
    for row in load_all(match.pk):
        try:
            event = row.event()
            referee.trust(row.seq, event)
        except (EventMalformed, RulesRefused, LookupError):
            yield "unreadable"
            return
        state = referee.match
        if state is not None:
            yield _mark(state, event)


def _mark(match: MatchState, event: Event) -> str:
    number = round_of(event)
    if number is None or number not in match.rounds:
        return _digits([match.paused, match.ended, match.totals, match.ranks])
    return ".".join(map(_digits, _told(match, match.rounds[number])))


def _told(match: MatchState, state: RoundState) -> list[object]:
    """Return what can be said of a round from outside, in the order of PARTS."""
    return [
        [write(state), [(str(end.tile), end.pips, end.room) for end in state.ends]],
        [[sorted(map(str, hand)) for hand in state.hands], list(map(str, state.yard))],
        [state.turn, state.lead, state.phase, str(state.drawn), state.drawable],
        sorted(map(_said, legal(state))),
        [state.reason, state.points, match.totals],
    ]


def _said(command: Command) -> str:
    return f"{command.tile}@{command.on}" if isinstance(command, PlaceTile) else "pass"


def _digits(told: object) -> str:
    return sha256(canonical(told).encode()).hexdigest()[:_DIGITS]


def _parts(before: str, now: str) -> str:
    """Return the parts of two marks that differ."""
    pairs = list(zip(before.split("."), now.split("."), strict=False))
    names = PARTS if len(pairs) == len(PARTS) else ("match",)
    return ", ".join(name for name, (was, now) in zip(names, pairs, strict=False) if was != now)


def _forced_difference(match: Match) -> Difference | None:
    """Return the first event that is due now and was not recorded, or the other way round."""
    referee, seed = Referee(), bytes(match.secret.seed) if match.head else b""
    due: deque[Caused] = deque()
    for row in load_all(match.pk):
        event = row.event()
        referee.trust(row.seq, event)
        expected = due.popleft().event if due else None
        recorded = event if row.cause in FORCED and row.seq > 1 else None
        if expected != recorded:
            kinds = [found.type if found else "nothing" for found in (expected, recorded)]
            what = "forced: {} is due, {} was recorded".format(*kinds)
            return Difference(match.pk, row.seq, what)
        if recorded is None and row.type not in _ASIDE and (state := referee.match) is not None:
            due = deque(settle(state, seed))
    return None
