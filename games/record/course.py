"""How one running round of a record has gone, so that it can be rewound."""

from __future__ import annotations

from functools import reduce
from typing import Final

from games.engine import RoundState
from games.engine.evolve import Move, moved

KEPT: Final = 16
"""Of so many states one is kept: all of them are megabytes, and without any a rewind is slow."""


class Course:
    """A round from its deal on: what counts, how it stands, and now and then how it stood."""

    def __init__(self, seq: int, dealt: RoundState) -> None:
        self.state = dealt
        self._dealt = seq
        self._moves: dict[int, Move] = {}
        self._stood = {seq: dealt}

    def follow(self, seq: int, event: Move) -> None:
        """Take the next event of the round."""
        self.state = moved(self.state, event)
        self._moves[seq] = event
        if len(self._moves) % KEPT == 0:
            self._stood[seq] = self.state

    def counts(self, seq: int) -> bool:
        """Say whether `seq` is the deal or a move of this round that counts."""
        return seq == self._dealt or seq in self._moves

    def rewind(self, to_seq: int) -> None:
        """Make the round what it was after `to_seq`, which counts."""
        self._moves = {seq: event for seq, event in self._moves.items() if seq <= to_seq}
        self._stood = {seq: state for seq, state in self._stood.items() if seq <= to_seq}
        last = max(self._stood)
        since = [event for seq, event in self._moves.items() if seq > last]
        self.state = reduce(moved, since, self._stood[last])
