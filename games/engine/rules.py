"""The resolved options a match is played under, and why others are refused (R1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Final, Literal

from .errors import RulesRefused
from .tiles import SETS, Tile, tile_set

EDITIONS: Final = (1,)
"""The editions of the rulings that this engine plays by; a match keeps the one it began with."""
CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "highest": SETS,
    "opening": ("set_aside", "holder"),
    "drawn_tile": ("must_play", "may_play"),
    "double_blank": (0, 50),
    "tie_break": ("shared", "zero_rounds"),
    "pace": ("in_turn", "side_by_side"),
    "preset": ("trains", "four-arms"),
}
"""The values of those options that have a list of them."""
ARMS: Final = range(2, 9)
TRAINS_HANDS: Final = {2: 21, 3: 14, 4: 11, 5: 8, 6: 7, 7: 6, 8: 5}
"""The `hand_size` of `trains` with double-nine by the number of players."""

FOUR_ARMS_HAND: Final = 7


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of R1, resolved."""

    highest: int
    hand_size: int
    arms: int
    opening: Literal["set_aside", "holder"]
    yard_reserve: int
    drawn_tile: Literal["must_play", "may_play"]
    double_blank: int
    rounds: int
    tie_break: Literal["shared", "zero_rounds"]
    pace: Literal["in_turn", "side_by_side"]
    preset: Literal["trains", "four-arms"]
    edition: int

    def to_data(self) -> dict[str, int | str]:
        """Return the `rules` of `match_started`."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: object, seats: int) -> Rules:
        """Return the rules that `data` holds for so many seats; raises RulesRefused."""
        if not isinstance(data, Mapping):
            raise RulesRefused((("rules", "The options are missing."),))
        problems = tuple(_problems_of_form(data)) or tuple(_problems_of_play(data, seats))
        if problems:
            raise RulesRefused(problems)
        return cls(**data)

    def starter(self, round: int) -> Tile:
        """Return the double that round is played on, counting from 1 (R2.1)."""
        pips = self.highest - round + 1
        return Tile(pips, pips)


OPTIONS: Final = tuple(field.name for field in fields(Rules))


def seat_range(preset: str, highest: int) -> range:
    """Return how many seats a match may have (R1.1)."""
    if highest == 6:
        return range(2, 5)
    return range(2, 13 if preset == "four-arms" and highest > 9 else 9)


def resolve(preset: str, seats: int, **options: object) -> Rules:
    """Return the preset's rules for so many seats with `options` changed; raises RulesRefused.

    An option that is None counts as not given. SP names larger sets "for more players" and not
    for how many: the double-twelve is taken when the double-nine cannot be dealt to them all.
    """
    given = {name: value for name, value in options.items() if value is not None}
    if preset not in CHOICES["preset"]:
        raise RulesRefused((("preset", f"There is no preset {preset!r}."),))
    defaults = _trains(seats) if preset == "trains" else _four_arms(seats)
    chosen = {**defaults, **given, "preset": preset}
    if preset == "trains" and "hand_size" not in given:
        if chosen["highest"] != 9 or seats not in TRAINS_HANDS:
            raise RulesRefused((("hand_size", "This preset names no hand size for that set."),))
        chosen["hand_size"] = TRAINS_HANDS[seats]
    if chosen["highest"] in SETS:
        chosen.setdefault("rounds", int(str(chosen["highest"])) + 1)
    return Rules.from_data(chosen, seats)


def _trains(seats: int) -> dict[str, object]:
    return {
        "highest": 9,
        "arms": max(seats, ARMS.start),
        "opening": "set_aside",
        "yard_reserve": 2 if seats == 2 else 1,
        "drawn_tile": "must_play",
        "double_blank": 0,
        "tie_break": "shared",
        "pace": "in_turn",
        "edition": EDITIONS[-1],
    }


def _four_arms(seats: int) -> dict[str, object]:
    return {
        "highest": 9 if seats * FOUR_ARMS_HAND <= len(tile_set(9)) else 12,
        "hand_size": FOUR_ARMS_HAND,
        "arms": 4,
        "opening": "holder",
        "yard_reserve": 0,
        "drawn_tile": "may_play",
        "double_blank": 50,
        "tie_break": "zero_rounds",
        "pace": "in_turn",
        "edition": EDITIONS[-1],
    }


def _problems_of_form(data: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with single options, whatever the others are."""
    for name in OPTIONS:
        if name not in data:
            yield name, "This option is missing."
        elif name == "edition":
            if not _one_of(data[name], EDITIONS):
                yield name, "These rulings are of a newer program, or of none."
        elif name in CHOICES:
            if not _one_of(data[name], CHOICES[name]):
                yield name, f"It is one of {', '.join(map(str, CHOICES[name]))}."
        elif type(data[name]) is not int:
            yield name, "It is a whole number."
    for name in sorted(set(data) - set(OPTIONS)):
        yield name, "There is no such option."


def _one_of(value: object, choices: tuple[object, ...]) -> bool:
    # True equals 1, so the type is asked for too.
    return any(type(value) is type(choice) and value == choice for choice in choices)


def _problems_of_play(data: Mapping[str, int], seats: int) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the options together (R1.1, R1.2, R1.3)."""
    preset, highest = str(data["preset"]), data["highest"]
    allowed = seat_range(preset, highest)
    if seats not in allowed:
        yield "seats", f"A match of this set has {allowed.start} to {allowed[-1]} seats."
    if data["arms"] not in ARMS:
        yield "arms", f"The starter has {ARMS.start} to {ARMS[-1]} places."
    elif preset == "trains" and data["arms"] < seats:
        yield "arms", "The starter has a place for every seat at least."
    if not 1 <= data["rounds"] <= highest + 1:
        yield "rounds", f"A match of this set has 1 to {highest + 1} rounds."
    if data["hand_size"] < 1:
        yield "hand_size", "A hand has one tile at least."
    if data["yard_reserve"] < 0:
        yield "yard_reserve", "The reserve is not negative."
    if data["hand_size"] >= 1 and data["yard_reserve"] >= 0:
        yield from _problems_of_deal(data, seats)


def _problems_of_deal(data: Mapping[str, int], seats: int) -> Iterator[tuple[str, str]]:
    aside = 1 if str(data["opening"]) == "set_aside" else 0
    tiles = len(tile_set(data["highest"])) - aside
    left = tiles - seats * data["hand_size"]
    if left < 0:
        yield "hand_size", f"{tiles} tiles are too few for {seats} such hands."
    elif data["yard_reserve"] > left:
        yield "yard_reserve", f"The deal leaves only {left} tiles in the yard."
