"""A round that is over, as a film tells it: what lay at each step, and what was said."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from games import engine, store
from games.drawing import Step
from games.engine import Placement
from games.queries.matches import seats_of
from games.queries.naming import legible
from games.queries.table import NoSuchRound
from games.queries.views import as_seen, marks_of, since_deal
from games.queries.words import tell
from games.tables import Match

TOLD: Final = frozenset({"round_dealt", "tile_drawn", "tile_played", "turn_passed", "round_ended"})


class NoFilm(LookupError):
    """A round of which there is no film: it is not over, or no tile was laid in it."""


@dataclass(frozen=True)
class Script:
    """All that a film shows; its last step shows every tile."""

    placements: tuple[Placement, ...]
    arms: int
    steps: tuple[Step, ...]


def film_script(match: Match, round_number: int) -> Script:
    """Return a round as a film tells it to everybody, what was taken back left out.

    Raises `NoSuchRound`, `NoFilm` for one that is not open yet (R8.4) or of which there is nothing
    to see, and what `see_round` raises for a log that cannot be read.
    """
    stored, _tail = store.load_round(match.pk, round_number)
    state = engine.replay(store.numbered(stored))
    if round_number not in state.rounds:
        raise NoSuchRound
    seen = engine.view(state, round_number, None)
    if not (engine.is_open(state, round_number) and seen.placements):
        raise NoFilm
    marks = marks_of(match, stored)
    rows = since_deal(stored, round_number)
    numbers = {row.seq: number for number, row in enumerate(rows)}
    told = [row for row in rows if row.type in TOLD and row.seq not in marks.taken_back]
    plays = list(accumulate(row.type == "tile_played" for row in told))
    # A starter that was set aside lies there from the deal on (R2.2).
    dealt = len(seen.placements) - plays[-1]
    laid = {row.seq: dealt + count for row, count in zip(told, plays, strict=True)}
    names = [legible(seat.name, seat.number) for seat in seats_of(match)]
    lines = tell([as_seen(row, state, None, marks) for row in told], names)
    return Script(
        placements=seen.placements,
        arms=seen.rules.arms,
        steps=tuple(Step(numbers[line.seq], laid[line.seq], line.text) for line in lines),
    )
