"""What happened: one frozen value for each type of event in RECORD.md, and its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Self, get_args

from . import fields as read
from .fields import EventMalformed, Reader
from .rules import Rules
from .tiles import Tile

CAUSES: Final = frozenset({"player", "forced", "plan", "clock", "bot", "admin", "system"})


class _Stored:
    """How an event meets its stored data: exactly the fields it has, each by its reader."""

    __slots__ = ()

    type: ClassVar[str]
    readers: ClassVar[Mapping[str, Reader]]

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Return the event that `data` holds; raises EventMalformed, naming the field."""
        return cls(*cls._read(data))

    @classmethod
    def _read(cls, data: Any) -> list[Any]:
        readers = cls.readers
        if type(data) is not dict or data.keys() != readers.keys():
            raise EventMalformed(cls.type, "data", f"has not just the fields {', '.join(readers)}")
        try:
            return [reader(data[name]) for name, reader in readers.items()]
        except ValueError:
            raise read.first_fault(cls.type, readers, data) from None

    def to_data(self) -> dict[str, Any]:
        """Return the data as RECORD.md stores it."""
        return {name: read.plain(getattr(self, name)) for name in self.readers}


_ROUND: Final[dict[str, Reader]] = {"round": read.number}
_SEAT: Final[dict[str, Reader]] = {"seat": read.number}
_SCORES: Final = read.list_of(read.number)
_TILES: Final = read.list_of(Tile.parse)


@dataclass(frozen=True, slots=True)
class MatchStarted(_Stored):
    """A match begins under these rules."""

    type = "match_started"
    readers = {
        "rules": read.any_value,
        "seats": read.number,
        "words": read.list_of(read.text),
        "seed_commitment": read.text,
    }

    rules: Rules
    seats: int
    words: tuple[str, ...]
    seed_commitment: str

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Return the event; raises EventMalformed, and RulesRefused for options R1 refuses."""
        rules, seats, words, seed_commitment = cls._read(data)
        return cls(Rules.from_data(rules, seats), seats, words, seed_commitment)

    def to_data(self) -> dict[str, Any]:
        """Return the data as RECORD.md stores it."""
        return {
            "rules": self.rules.to_data(),
            "seats": self.seats,
            "words": list(self.words),
            "seed_commitment": self.seed_commitment,
        }


@dataclass(frozen=True, slots=True)
class RoundDealt(_Stored):
    """A round's hands and yard; `first` leads, or begins the search (R2.2, R2.3)."""

    type = "round_dealt"
    readers = _ROUND | {
        "starter": Tile.parse,
        "first": read.number,
        "hands": read.list_of(_TILES),
        "yard": _TILES,
    }

    round: int
    starter: Tile
    first: int
    hands: tuple[tuple[Tile, ...], ...]
    yard: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class TileDrawn(_Stored):
    """A seat drew the yard's next tile, in its turn or searching (R2.3, R3.3)."""

    type = "tile_drawn"
    readers = _ROUND | _SEAT | {"tile": Tile.parse}

    round: int
    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class TilePlayed(_Stored):
    """A seat joined a tile to `on`, or placed the starter (`on` None)."""

    type = "tile_played"
    readers = _ROUND | _SEAT | {"tile": Tile.parse, "on": read.tile_or_none}

    round: int
    seat: int
    tile: Tile
    on: Tile | None


@dataclass(frozen=True, slots=True)
class TurnPassed(_Stored):
    """A seat's turn went by."""

    type = "turn_passed"
    readers = _ROUND | _SEAT

    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class RoundEnded(_Stored):
    """A round is over (R6); `totals` are of all rounds ended so far."""

    type = "round_ended"
    readers = _ROUND | {"reason": read.text, "points": _SCORES, "totals": _SCORES}

    round: int
    reason: str
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(_Stored):
    """All rounds are over (R7); `seed` opens the deals."""

    type = "match_ended"
    readers = {"totals": _SCORES, "ranks": _SCORES, "seed": read.text}

    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class SeatHandedOver(_Stored):
    """A new tenure of a seat begins."""

    type = "seat_handed_over"
    readers = _SEAT | {
        "to": read.one_of("bot", "player"),
        "reason": read.one_of("clock", "resigned", "returned", "left", "suspended", "admin"),
    }

    seat: int
    to: str
    reason: str


@dataclass(frozen=True, slots=True)
class MatchPaused(_Stored):
    """No table events follow before the match is resumed."""

    type = "match_paused"
    readers = {"reason": read.one_of("agreed", "admin", "fault")}

    reason: str


@dataclass(frozen=True, slots=True)
class MatchResumed(_Stored):
    """A paused match goes on."""

    type = "match_resumed"
    readers = {"reason": read.one_of("agreed", "admin", "fault")}

    reason: str


@dataclass(frozen=True, slots=True)
class DeadlineMoved(_Stored):
    """A seat has until then to decide."""

    type = "deadline_moved"
    readers = (
        _ROUND
        | _SEAT
        | {
            "until": read.moment,
            "reason": read.one_of("time_off", "pause", "outage", "admin"),
        }
    )

    round: int
    seat: int
    until: str
    reason: str


@dataclass(frozen=True, slots=True)
class HintGiven(_Stored):
    """A seat was shown a hint."""

    type = "hint_given"
    readers = _ROUND | _SEAT

    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class MatchAbandoned(_Stored):
    """The match goes on no more; `seed` opens the deals of what was played."""

    type = "match_abandoned"
    readers = {"reason": read.one_of("admin", "all_left", "fault"), "seed": read.text}

    reason: str
    seed: str


@dataclass(frozen=True, slots=True)
class MovesRewound(_Stored):
    """The round's events after `to_seq` count no more."""

    type = "moves_rewound"
    readers = _ROUND | {"to_seq": read.number, "reason": read.one_of("admin", "agreed")}

    round: int
    to_seq: int
    reason: str


TableEvent = (
    MatchStarted | RoundDealt | TileDrawn | TilePlayed | TurnPassed | RoundEnded | MatchEnded
)
OtherEvent = (
    SeatHandedOver
    | MatchPaused
    | MatchResumed
    | DeadlineMoved
    | HintGiven
    | MatchAbandoned
    | MovesRewound
)
Event = TableEvent | OtherEvent
EVENT_TYPES: Final[dict[str, type[Event]]] = {kind.type: kind for kind in get_args(Event)}
"""The class of every type of version 1."""


class EventTypeUnknown(EventMalformed):
    """A type that version 1 of the record does not know."""


class Caused(NamedTuple):
    """An event and its cause, before it is stored."""

    event: Event
    cause: str


def parse_event(type: str, data: object) -> Event:
    """Return the event of that type; raises EventTypeUnknown or what its `from_data` raises."""
    kind = EVENT_TYPES.get(type)
    if kind is None:
        raise EventTypeUnknown(type, "type", "is unknown to version 1")
    return kind.from_data(data)


def round_of(event: Event) -> int | None:
    """Return the round an event belongs to, None for the match's own."""
    return getattr(event, "round", None)
