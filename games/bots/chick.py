"""The chick: any legal move, each as likely over many tables."""

from __future__ import annotations

from games.engine import Command, SeatView

from .bot import Patience, endless
from .dice import number_of


def choose(view: SeatView, patience: Patience = endless, /) -> Command:  # noqa: ARG001
    """Return one of the view's legal commands; raises ValueError where there is no choice."""
    if not view.legal:
        raise ValueError("this seat has nothing to choose")
    return view.legal[number_of(view) % len(view.legal)]
