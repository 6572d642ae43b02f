"""What is wrong with a notation, and where."""

from dataclasses import dataclass


@dataclass(eq=False)
class NotationFault(Exception):
    """The first fault of a notation: its line, counted from 1, and why it cannot stand there."""

    line: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"
