"""What a bot is: a name, a way to choose, and whether it needs time for that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from games.engine import Command, SeatView

Patience = Callable[[], object]
"""Asked every few milliseconds by a bot that thinks; it raises when the time is over."""


class Choose(Protocol):
    """How a bot chooses."""

    def __call__(self, view: SeatView, patience: Patience = ..., /) -> Command:
        """Return one of the view's legal commands; raises ValueError where there is no choice."""
        ...


def endless() -> None:
    """Be as patient as it takes."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A player made of code; one that `thinks` plays where nobody waits for an answer."""

    name: str
    choose: Choose
    thinks: bool = False
