"""What stands in for luck where nothing may be left to it: numbers made of the view itself."""

from __future__ import annotations

from hashlib import sha256

from games.engine import SeatView


def number_of(view: SeatView) -> int:
    """Return a number of 64 bits that depends on what the seat sees of its turn, and on no more.

    The same view gives the same number in every process.
    """
    sees = (
        view.round,
        view.seat,
        view.hand,
        view.drawn,
        view.hand_sizes,
        view.yard_size,
        [(placed.tile, placed.on) for placed in view.placements],
    )
    return int.from_bytes(sha256(repr(sees).encode()).digest()[:8])
