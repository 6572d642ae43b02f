"""Where a replay stands: at an event of one round, or of all rounds as they happened."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games import store
from games.engine import rules_shown
from games.queries.table import NoSuchRound
from games.queries.views import since_deal
from games.store import Stored
from games.tables import Match, Round

AROUND: Final = 15
"""How many moves before and after a step are listed, where all rounds make too many of them."""


class NoSuchStep(LookupError):
    """A step that a round does not have, or not yet."""


@dataclass(frozen=True)
class Moment:
    """The event that a step shows, and what is loaded of its match.

    `reel` is what the steps are counted in: a round, or None for all rounds as they happened.
    `round` is the round whose table is shown. Of what befell the whole match that is the round of
    the event before it, so that no step is without a table.
    """

    reel: int | None
    round: int
    step: int
    last_step: int
    beside: int | None
    """The number of this moment's step in the other reel; None where there is only one."""
    last_beside: int | None
    row: Stored
    stored: Sequence[Stored]
    """The events of the round and of the match, and the ends of the other rounds."""
    steps: Sequence[tuple[int, Stored]]
    """The steps that a list of moves shows, with their numbers."""
    known: Sequence[Stored]
    """The events that say which of these steps count no more."""


def goes_side_by_side(match: Match) -> bool:
    """Whether rounds of this match are played at the same time (R10.2)."""
    return rules_shown(match.rules).pace == "side_by_side"


def moment_of_round(match: Match, rounds: Sequence[Round], number: int, step: int) -> Moment:
    """Return a step of a round, the deal being step 0; raises `NoSuchRound`, `NoSuchStep`."""
    if all(row.number != number for row in rounds):
        raise NoSuchRound
    stored, tail = store.load_round(match.pk, number)
    steps = steps_of_round(stored, number)
    if step >= len(steps):
        raise NoSuchStep
    row = steps[step]
    first = _first_of_all(rounds) if goes_side_by_side(match) else None
    return Moment(
        reel=number,
        round=number,
        step=step,
        last_step=len(steps) - 1,
        beside=None if first is None else row.seq - first,
        last_beside=None if first is None else tail.seq - first,
        row=row,
        stored=stored,
        steps=list(enumerate(steps)),
        known=stored,
    )


def moment_of_all(match: Match, rounds: Sequence[Round], step: int) -> Moment:
    """Return a step of all rounds as they happened, the first deal being step 0.

    Every event from then on is a step, so its number follows from its `seq` and nothing has to be
    counted. Raises `NoSuchStep`, also for a match whose rounds are played in turn: there it would
    be the rounds one after the other.
    """
    if not (rounds and goes_side_by_side(match)):
        raise NoSuchStep
    first = _first_of_all(rounds)
    seq = first + step
    number = store.round_at(match.pk, seq)
    if number is None:
        raise NoSuchStep
    stored, tail = store.load_round(match.pk, number)
    if seq > tail.seq:
        raise NoSuchStep
    start, stop = max(first, seq - AROUND), min(tail.seq, seq + AROUND)
    known = store.load_around(match.pk, start, stop)
    of_round = steps_of_round(stored, number)
    return Moment(
        reel=None,
        round=number,
        step=step,
        last_step=tail.seq - first,
        beside=sum(row.seq <= seq for row in of_round) - 1,
        last_beside=len(of_round) - 1,
        row=next(row for row in stored if row.seq == seq),
        stored=stored,
        steps=[(row.seq - first, row) for row in known if start <= row.seq <= stop],
        known=known,
    )


def steps_of_round(stored: Sequence[Stored], number: int) -> list[Stored]:
    """Return the events that a round's replay goes through, the deal first.

    What befell the whole match meanwhile is among them, and its end in the round that ended last.
    """
    since = since_deal(stored, number)
    ends = {row.round: row.seq for row in stored if row.type == "round_ended"}
    end = ends.get(number)
    if end is None:
        return since
    ended_last = end == max(ends.values())
    return [row for row in since if row.seq <= end or (ended_last and row.type == "match_ended")]


def last_step(match: Match, number: int | None) -> int:
    """Return the number of a round's last step, or of all rounds'.

    Raises `NoSuchRound`, and `NoSuchStep` as `moment_of_all` does.
    """
    if number is None:
        rounds = list(match.rounds.all())
        if not (rounds and goes_side_by_side(match)):
            raise NoSuchStep
        return store.load_tail(match.pk).seq - _first_of_all(rounds)
    stored, _tail = store.load_round(match.pk, number)
    if all(row.round != number for row in stored):
        raise NoSuchRound
    return len(steps_of_round(stored, number)) - 1


def _first_of_all(rounds: Sequence[Round]) -> int:
    return min(row.dealt_seq for row in rounds)
