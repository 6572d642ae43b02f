"""What a record's lines are found to be: good events, or the first fault of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine import Event

LONGEST_SENTENCE: Final = 200


class Checked(NamedTuple):
    """A verified event as the store keeps it; `data_text` is the canonical JSON of its data."""

    seq: int
    type: str
    cause: str
    at: str
    data_text: str
    digest: str
    event: Event


@dataclass(eq=False)
class Fault(Exception):
    """The first fault of a record; `seq` is the one that the line should have, 0 for no record."""

    seq: int
    code: str
    sentence: str

    def __post_init__(self) -> None:
        # What a record says may stand in the sentence, and a record may say anything.
        printable = (
            char if char.isascii() and char.isprintable() else "?" for char in self.sentence
        )
        self.sentence = "".join(printable)[:LONGEST_SENTENCE]

    @property
    def place(self) -> str:
        """Return where it is and its word: the sentence may name a hidden tile (R8.5)."""
        return f"seq {self.seq}: {self.code}"

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"
