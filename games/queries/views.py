"""What a seat, or a visitor, sees of a round: the only way a face gets at the log."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games import engine, store
from games.engine import Caused, MatchState, SeatView
from games.queries.heads import PublicHead, head_at
from games.tables import Match

# What says nothing of the table, and so makes no move stale that had not seen it.
ASIDE = frozenset({"deadline_moved", "hint_given"})
CORRECTIONS = frozenset({"match_paused", "match_resumed", "moves_rewound", "match_abandoned"})
BY_ADMIN = frozenset({"deadline_moved", "seat_handed_over"})


@dataclass(frozen=True)
class Happened:
    """One event of a round as one seat may know it: `data` has None for every hidden tile."""

    seq: int
    type: str
    cause: str
    at: str
    data: dict[str, object]
    taken_back: bool = False
    """Whether a rewind took it back, so that it counts no more."""
    reason: str = ""
    """Why it was done, in the words of who did it."""


@dataclass(frozen=True)
class RoundSeen:
    """A round as one seat, or a visitor (`seat` None), sees it, and what happened in it.

    `happened` holds what befell the whole match since the deal as well: a pause, a seat that was
    handed over. `last_seq` is the event that a move must have seen not to be stale.
    """

    view: SeatView
    happened: Sequence[Happened]
    last_seq: int
    head: PublicHead
    corrections: Sequence[Happened]
    """What was put right in this round and in the match, from its beginning; not the deadlines
    that a pause moved, which go with its end."""


def see_round(match: Match, round_number: int, seat: int | None) -> RoundSeen:
    """Return a dealt round as a seat may know it.

    Raises `KeyError` for a round that has not been dealt, and `EventMalformed`, `RulesRefused` or
    `EventTypeUnknown` for a log that this server cannot read.
    """
    stored, tail = store.load_round(match.pk, round_number)
    state = engine.replay(store.numbered(stored))
    if round_number not in state.rounds:
        raise KeyError(round_number)
    mine = [row for row in stored if row.round == round_number]
    causes = {row.seq: row.cause for row in mine}
    counted = engine.counting(store.numbered(mine))
    caused = [Caused(event, causes[seq]) for seq, event in counted]
    shown = since_deal(stored, round_number)
    marks = marks_of(match, stored)
    corrected = [as_seen(row, state, seat, marks) for row in stored if is_correction(row)]
    return RoundSeen(
        view=engine.view(state, round_number, seat, caused),
        happened=[as_seen(row, state, seat, marks) for row in shown],
        last_seq=max(row.seq for row in mine if row.type not in ASIDE),
        head=head_at(match, tail),
        corrections=[event for event in corrected if event.data.get("reason") != "pause"],
    )


def since_deal(stored: Sequence[store.Stored], round_number: int) -> list[store.Stored]:
    """Return the events of a round and those of the match itself that came after its deal."""
    first = next(row.seq for row in stored if row.round == round_number)
    return [row for row in stored if row.seq >= first and row.round in {round_number, None}]


def is_correction(row: store.Stored) -> bool:
    """Whether an event says that something was put right by hand, and not by playing."""
    return row.type in CORRECTIONS or (row.type in BY_ADMIN and row.cause == "admin")


@dataclass(frozen=True)
class Marks:
    """What is to be said of events beside themselves: which were taken back, and reasons."""

    taken_back: Collection[int] = ()
    reasons: Mapping[int, str] = field(default_factory=dict)


UNMARKED: Final = Marks()


def marks_of(match: Match, stored: Sequence[store.Stored]) -> Marks:
    """Return the marks of these events; costs a query where somebody has corrected something."""
    if not any(map(is_correction, stored)):
        return UNMARKED
    reasons = match.reasons.filter(seq__in=[row.seq for row in stored if is_correction(row)])
    return Marks(store.taken_back(stored), dict(reasons.values_list("seq", "words")))


def as_seen(
    row: store.Stored, state: MatchState, seat: int | None, marks: Marks = UNMARKED
) -> Happened:
    """Return a stored event as a seat may know it in this state of its match (R8).

    What was taken back is shown as it was then: a tile that lay on the table was seen by all, a
    tile that was drawn by its drawer alone.
    """
    opened = row.round is None or engine.is_open(state, row.round)
    return Happened(
        row.seq,
        row.type,
        row.cause,
        row.at,
        engine.redact(row.event(), seat, opened),
        taken_back=row.seq in marks.taken_back,
        reason=marks.reasons.get(row.seq, ""),
    )
