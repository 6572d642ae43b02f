"""Whether a record is the one whose heads were noted while it was made (RECORD.md, Heads)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import MatchAbandoned, MatchEnded, head_of

from .faults import Checked, Fault

Heads = Mapping[int, str]
"""Public heads in hex, by the events after which they were shown."""


class Noted:
    """Heads that somebody noted, and the digests that a record has at their events."""

    def __init__(self, heads: Heads) -> None:
        self._heads = heads
        self._digests: dict[int, str] = {}
        self._last: Checked | None = None

    def follow(self, line: Checked) -> None:
        """Take the next event of the record."""
        self._last = line
        if line.seq in self._heads:
            self._digests[line.seq] = line.digest

    def check(self) -> None:
        """Raise the Fault of the first head that is not this record's, or cannot be checked."""
        last = self._last
        for seq, noted in sorted(self._heads.items()):
            if last is None or not isinstance(last.event, (MatchEnded, MatchAbandoned)):
                raise Fault(seq, "head", "The match is not over: no seed opens its heads yet.")
            if seq not in self._digests:
                raise Fault(seq, "head", f"The record ends with event {last.seq}.")
            if head_of(bytes.fromhex(last.event.seed), self._digests[seq]) != noted:
                raise Fault(seq, "head", "The head that was noted is another record's.")
