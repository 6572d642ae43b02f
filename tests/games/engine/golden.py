"""How golden matches are made: `python -m tests.games.engine.golden` writes those that are missing.

What is written once never changes: it says for ever what its edition of the rulings makes of it.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.engine import Caused, canonical, digest, resolve, seat_range, tile_set
from games.record.lines import HEADER

from .matches import Setting, first_event, steps

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
SUMS = GOLDEN / "SHA256SUMS"
PLAYED_WHOLE = {("trains", 9, 4), ("four-arms", 9, 4), ("four-arms", 6, 3), ("trains", 6, 2)}
"""Those with the preset's own yard, and three rounds; the others are kept short."""


class Kind(NamedTuple):
    """What there is one golden match of."""

    preset: str
    highest: int
    seats: int

    @property
    def path(self) -> Path:
        """Return where its record lies."""
        return GOLDEN / f"1-{self.preset}-d{self.highest}-{self.seats}p.jsonl"


def kinds() -> Iterator[Kind]:
    """Yield every preset with every set and number of seats (R1.1)."""
    for preset in ("trains", "four-arms"):
        for highest in (6, 9, 12, 15, 18):
            for seats in seat_range(preset, highest):
                yield Kind(preset, highest, seats)


def setting(kind: Kind) -> Setting:
    """Return what the golden match of a kind is started with."""
    chance = Random(str(kind))
    whole = tuple(kind) in PLAYED_WHOLE
    tiles = len(tile_set(kind.highest)) - 1
    size = min(7, (tiles - 6) // kind.seats)
    options: dict[str, Any] = {
        "highest": kind.highest,
        "hand_size": None if kind == ("trains", 9, 4) else size,
        "rounds": 3 if whole else 1,
        "yard_reserve": None if whole else max(1, tiles - kind.seats * size - 12),
        # In the large sets a search for the starter takes a hundred draws.
        "opening": "set_aside" if kind.highest > 12 else None,
        "pace": chance.choice(["in_turn", "side_by_side"]),
    }
    rules = resolve(kind.preset, kind.seats, **options)
    return Setting(rules, kind.seats, chance.randbytes(32), chance)


def record(kind: Kind) -> bytes:
    """Return the record of a match of that kind, played at random."""
    made = setting(kind)
    events = [Caused(first_event(made), "system"), *(step.caused for step in steps(made))]
    previous, lines = "", [HEADER]
    for seq, (event, cause) in enumerate(events, 1):
        at = f"2026-01-{1 + seq // 1440:02}T{seq // 60 % 24:02}:{seq % 60:02}:00.000000Z"
        data = event.to_data()
        previous = digest(previous, seq, event.type, cause, at, data)
        fields = {"seq": seq, "type": event.type, "cause": cause, "at": at, "data": data}
        lines.append(canonical(fields | {"digest": previous}))
    return "\n".join(lines).encode() + b"\n"


def main() -> None:
    """Write the records that are missing, and the sums of all."""
    for kind in kinds():
        if not kind.path.exists():
            kind.path.write_bytes(record(kind))
    found = sorted(GOLDEN.glob("*.jsonl"))
    sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in found]
    SUMS.write_text("".join(sums), "ascii")


if __name__ == "__main__":
    main()
