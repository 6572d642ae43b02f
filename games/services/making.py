"""One move, whoever asked for it: decided, with all that it forces, and recorded."""

from dataclasses import dataclass
from datetime import datetime

from games import engine
from games.engine import Command
from games.services import errors, recording
from games.services.recording import Position


@dataclass(frozen=True)
class Played:
    """What became of a move: the match's last event, its own, and whether it was made before."""

    head: int
    seq: int
    again: bool = False


def make(
    position: Position, round_number: int, command: Command, seq: int, cause: str, now: datetime
) -> Played:
    """Record a move and all it forces; the caller holds the lock of a running match.

    Raises `Stale`, and a `RuleViolation` that names the rule.
    """
    if position.last_seq(round_number) != seq:
        raise errors.Stale
    events = engine.play(position.state, round_number, command, cause, position.seed)
    recording.record(position, events, now)
    return Played(position.match.head, position.tail.seq + 1)
