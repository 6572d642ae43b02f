"""A second model of the game, written from RULES.md alone: lists and texts, and no cleverness.

It shares nothing with the engine. A tile is its text, `3-7`; an event is a tuple whose first item
is its type. It does not deal: the deals of the match are handed to it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Choice = tuple[str, str] | None
"""A tile and the tile it is joined to; None is a pass."""
Event = tuple[Any, ...]


def ends_of(tile: str) -> list[int]:
    """Return the pips of both halves."""
    return [int(pips) for pips in tile.split("-")]


def is_double(tile: str) -> bool:
    """Return whether both halves are alike."""
    low, high = ends_of(tile)
    return low == high


class NaiveRound:
    """One round; every method looks at the whole table again."""

    def __init__(self, rules: Mapping[str, Any], seats: int, deal: Mapping[str, Any]) -> None:
        self.rules = rules
        self.seats = seats
        self.number = deal["round"]
        self.starter = deal["starter"]
        self.hands = [list(hand) for hand in deal["hands"]]
        self.yard = list(deal["yard"])
        self.laid: list[tuple[str, str | None]] = []
        self.turn = deal["first"]
        self.lead: int | None = None
        self.drawn: str | None = None
        self.over = False
        if rules["opening"] == "set_aside":
            self.laid.append((self.starter, None))
            self.lead = self.turn

    # The table (R4)

    def joined_to(self, tile: str) -> int:
        """Return how many tiles are joined to this one."""
        return len([on for _tile, on in self.laid if on == tile])

    def wanted_by(self, double: str) -> int:
        """Return how many tiles a double that lies still wants (R4.1, R4.2)."""
        places = self.rules["arms"] if double == self.starter else 3
        return int(places) - self.joined_to(double)

    def open_ends(self) -> list[tuple[str, int]]:
        """Return (tile, pips) of every place where a tile may be joined."""
        for tile, _on in self.laid:
            if is_double(tile) and self.wanted_by(tile) > 0:
                return [(tile, ends_of(tile)[0])]
        return [
            (tile, self.far_end(tile))
            for tile, _on in self.laid
            if not is_double(tile) and self.joined_to(tile) == 0
        ]

    def far_end(self, tile: str) -> int:
        """Return the pips of a tile's free half (R4.3)."""
        if is_double(tile):
            return ends_of(tile)[0]
        on = dict(self.laid)[tile]
        assert on is not None
        # Two tiles of a set share one pip count at most: the one at which they are joined.
        (free,) = [pips for pips in ends_of(tile) if pips not in ends_of(on)]
        return free

    # A turn (R3)

    def places_for(self, tiles: Sequence[str]) -> list[Choice]:
        """Return every way to lay one of these tiles."""
        ends = self.open_ends()
        return [(tile, on) for tile in tiles for on, pips in ends if pips in ends_of(tile)]

    def choices(self) -> list[Choice]:
        """Return what the seat to move may do; nothing if it has to draw."""
        hand = [self.drawn] if self.drawn else self.hands[self.turn]
        places = self.places_for(hand)
        if self.drawn and (not places or self.rules["drawn_tile"] == "may_play"):
            return [*places, None]
        if not places and not self.can_draw():
            return [None]
        return places

    def can_draw(self) -> bool:
        """Return whether a tile may still be drawn (R5)."""
        return len(self.yard) > int(self.rules["yard_reserve"])

    def searching(self) -> bool:
        """Return whether the starter is still sought (R2.3)."""
        return not self.laid

    # What happens

    def settle(self) -> list[Event]:
        """Do all that is forced, up to a choice or the end (R9); returns what happened."""
        happened: list[Event] = []
        while not self.over:
            reason = self.ending()
            if reason:
                self.over = True
                happened.append(("round_ended", self.number, reason, self.points()))
            elif self.searching():
                happened.append(self.search())
            else:
                choices = self.choices()
                if len(choices) > 1:
                    break
                happened.append(self.choose(choices[0]) if choices else self.draw())
        return happened

    def search(self) -> Event:
        """Place the starter if somebody holds it, else draw one tile in turn."""
        for seat, hand in enumerate(self.hands):
            if self.starter in hand:
                hand.remove(self.starter)
                self.laid.append((self.starter, None))
                self.lead = seat
                self.turn = (seat + 1) % self.seats
                return ("tile_played", self.number, seat, self.starter, None)
        seat, tile = self.turn, self.yard.pop(0)
        self.hands[seat].append(tile)
        self.turn = (seat + 1) % self.seats
        return ("tile_drawn", self.number, seat, tile)

    def draw(self) -> Event:
        """Draw the one tile of this turn."""
        self.drawn = self.yard.pop(0)
        self.hands[self.turn].append(self.drawn)
        return ("tile_drawn", self.number, self.turn, self.drawn)

    def choose(self, choice: Choice) -> Event:
        """Do what the seat to move has chosen."""
        seat = self.turn
        self.turn = (seat + 1) % self.seats
        self.drawn = None
        if choice is None:
            return ("turn_passed", self.number, seat)
        tile, on = choice
        self.hands[seat].remove(tile)
        self.laid.append((tile, on))
        return ("tile_played", self.number, seat, tile, on)

    # The end (R6, R7)

    def ending(self) -> str:
        """Return why the round ends now, or nothing."""
        if self.searching():
            return ""
        if [] in self.hands:
            return "out"
        if self.can_draw():
            return ""
        fitting = self.places_for([tile for hand in self.hands for tile in hand])
        return "" if fitting else "blocked"

    def points(self) -> list[int]:
        """Return the pips left in each hand (R7.1)."""
        return [
            sum(
                self.rules["double_blank"] if tile == "0-0" else sum(ends_of(tile)) for tile in hand
            )
            for hand in self.hands
        ]


def ranks(rounds: Sequence[Sequence[int]], tie_break: str) -> list[int]:
    """Return each seat's rank (R7.2, R7.3)."""
    scores = [list(column) for column in zip(*rounds, strict=True)]
    worth: list[tuple[int, ...]] = []
    for mine in scores:
        if tie_break == "shared":
            worth.append((sum(mine),))
        else:
            lowest = min([points for points in mine if points] or [0])
            worth.append((sum(mine), -mine.count(0), lowest))
    return [1 + len([other for other in worth if other < mine]) for mine in worth]
