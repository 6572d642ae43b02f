"""A round played on at random, in place and fast: what bots look ahead with (R2.3 to R7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Self

from .rules import Rules
from .state import RoundState
from .table import TOES
from .tiles import SETS, WITH_PIPS, Hand, Tile, tile_set

Chance = Callable[[], float]
"""Gives a number from 0 up to 1, and 1 never, as the `random` of a `random.Random` does."""

_PIPS: Final = (0, *(tile.pips for tile in tile_set(SETS[-1])))
"""The pips of every tile, by the length of its bit."""
_DOUBLES: Final = sum(tile.bit for tile in tile_set(SETS[-1]) if tile.is_double)


class Playout:
    """A working copy of a round: hands as bits, open ends as pips, changed by every step.

    The frozen states are how the rules are told; this tells the same a hundred thousand times a
    second, for what asks only how a round ends. Ends with the same pips are not told apart.
    """

    __slots__ = (
        "_arms",
        "_blank",
        "_drawn",
        "_far",
        "_hands",
        "_held",
        "_left",
        "_may_pass",
        "_open",
        "_room",
        "_sought",
        "_turn",
        "_yard",
        "over",
    )

    over: bool
    """Whether the round has ended (R6)."""

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[int],
        yard: Iterable[Tile],
        turn: int,
        *,
        far: Iterable[int] = (),
        foot: Tile | None = None,
        room: int = 0,
        drawn: Tile | None = None,
        sought: Tile | None = None,
    ) -> None:
        """Take a round as it stands.

        `yard` is in drawing order; `far` are the pips of all loose far ends, `foot` is the starter
        or a double that still has `room`, `drawn` is what the seat at `turn` drew this turn, and
        `sought` a starter that nobody has placed yet.
        """
        self._blank, self._arms = rules.double_blank, rules.arms
        self._may_pass = rules.drawn_tile == "may_play"
        self._hands = [int(hand) for hand in hands]
        self._held = 0
        for hand in self._hands:
            self._held |= hand
        self._yard = [tile.bit for tile in yard][::-1]
        self._left = len(self._yard) - rules.yard_reserve
        self._turn = turn
        self._far = list(far)
        self._room = room
        self._open = self._far if foot is None else [foot.low]
        self._drawn = 0 if drawn is None else drawn.bit
        self._sought = 0 if sought is None else sought.bit
        self.over = not self._sought and (not all(self._hands) or self._blocked())

    @classmethod
    def of(cls, state: RoundState) -> Self:
        """Return a working copy of `state`."""
        table = state.table
        return cls(
            state.rules,
            state.hands,
            state.yard,
            state.turn,
            far=table.loose.values(),
            foot=table.foot,
            room=table.room,
            drawn=state.drawn,
            sought=state.starter if state.searching else None,
        )

    @property
    def yard(self) -> int:
        """Return how many tiles are left in the yard."""
        return len(self._yard)

    def run(self, chance: Chance) -> tuple[int, ...]:
        """Play the round to its end, every legal choice as likely, and return its points (R7.1)."""
        while not self.over:
            self.step(chance)
        return tuple(Hand(hand).pips(self._blank) for hand in self._hands)

    def step(self, chance: Chance) -> None:
        """Do what is forced next, or one of the legal commands, each as likely (R3)."""
        if self._sought:
            self._search()
            return
        hand = self._drawn or self._hands[self._turn]
        ways = 0
        for pips in self._open:
            ways += (hand & WITH_PIPS[pips]).bit_count()
        if not ways and self._left > 0 and not self._drawn:
            self._draw()
            return
        passes = not ways or (self._may_pass and self._drawn > 0)
        chosen = int(chance() * (ways + passes))
        for pips in self._open:
            fitting = hand & WITH_PIPS[pips]
            count = fitting.bit_count()
            if chosen < count:
                self._join(_nth(fitting, chosen), pips)
                return
            chosen -= count
        self._next_turn()

    def _search(self) -> None:
        """Place the starter if the seat to move holds it, else draw (R2.3)."""
        seat, starter = self._turn, self._sought
        if self._hands[seat] & starter:
            self._hands[seat] ^= starter
            self._held ^= starter
            self._sought = 0
            self._open, self._room = [_PIPS[starter.bit_length()] // 2], self._arms
            self._next_turn()
            self.over = not self._hands[seat] or self._blocked()
            return
        self._take()
        if not self._hands[seat] & starter:
            self._next_turn()

    def _draw(self) -> None:
        self._drawn = self._take()
        self.over = self._blocked()

    def _take(self) -> int:
        """Move the yard's next tile into the hand of the seat to move, and return it."""
        tile = self._yard.pop()
        self._left -= 1
        self._hands[self._turn] |= tile
        self._held |= tile
        return tile

    def _join(self, tile: int, pips: int) -> None:
        """Join a tile of the seat to move to an end with `pips` (R4)."""
        seat = self._turn
        self._hands[seat] ^= tile
        self._held ^= tile
        far = _PIPS[tile.bit_length()] - pips
        if self._room:
            self._room -= 1
            self._far.append(far)
            if not self._room:
                self._open = self._far
        else:
            self._far.remove(pips)
            if tile & _DOUBLES:
                self._room, self._open = TOES, [pips]
            else:
                self._far.append(far)
        self._next_turn()
        self.over = not self._hands[seat] or self._blocked()

    def _next_turn(self) -> None:
        self._drawn = 0
        self._turn = (self._turn + 1) % len(self._hands)

    def _blocked(self) -> bool:
        """Say whether nobody can play and nothing can be drawn (R6.2)."""
        if self._left > 0:
            return False
        held = self._held
        return not any(held & WITH_PIPS[pips] for pips in self._open)


def _nth(tiles: int, number: int) -> int:
    """Return the bit of one of `tiles`, counting from 0."""
    for _ in range(number):
        tiles &= tiles - 1
    return tiles & -tiles
