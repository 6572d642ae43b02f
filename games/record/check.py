"""Whether a record is true, read as a stream (RECORD.md, Checking a record)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final, Literal

from .faults import Checked, Fault
from .heads import Heads, Noted
from .lines import Upcast, as_it_is, read_lines
from .referee import Referee

__all__ = ["Checked", "Fault", "Report", "check", "checked"]

State = Literal["ok", "unfinished", "abandoned"]
_STATES: Final[dict[str, State]] = {"": "unfinished", "ended": "ok", "abandoned": "abandoned"}


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found: how many events are good, how the match stands, and the first fault."""

    events: int
    state: State
    fault: Fault | None

    def __str__(self) -> str:
        if self.fault is not None:
            return str(self.fault)
        told = f"ok, {self.events} events"
        return told if self.state == "ok" else f"{told}, {self.state}"


def checked(
    stream: BinaryIO, referee: Referee | None = None, upcast: Upcast = as_it_is
) -> Iterator[Checked]:
    """Yield each event of a record once it is known to be good; raises Fault at the first bad."""
    referee = referee or Referee()
    for line in read_lines(stream, upcast):
        referee.follow(line.seq, line.event, line.cause)
        yield line


def check(stream: BinaryIO, heads: Heads | None = None, upcast: Upcast = as_it_is) -> Report:
    """Return what is to be said of the record in `stream`, and of heads that were noted of it."""
    referee, noted, events, fault = Referee(), Noted(heads or {}), 0, None
    try:
        for line in checked(stream, referee, upcast):
            noted.follow(line)
            events += 1
        noted.check()
    except Fault as found:
        fault = found
    return Report(events, _STATES[referee.ended], fault)
