"""What a bot does with a choice; one that fails or takes too long does what the chick would."""

import time
from traceback import extract_tb
from typing import Final

import structlog

from games import engine, store
from games.bots import BOTS, Patience
from games.engine import Caused, Command, SeatView
from games.services.recording import Position

log = structlog.get_logger()

FALLBACK: Final = "chick"
# Ten times what a choice may take on one core, for a worker that has much to do.
SECONDS: Final = 5.0


class OutOfTime(Exception):
    """A bot has thought for too long."""


class BadMove(Exception):
    """A bot has chosen what it may not do."""


def thinks(bot: str) -> bool:
    """Whether a bot needs time, so that it plays from the worker only."""
    return bot in BOTS and BOTS[bot].thinks


def choose(position: Position, round_number: int, number: int, bot: str) -> Command:
    """Return what a bot would do at a seat, from what that seat may know (R8)."""
    view = view_of(position, round_number, number)
    try:
        command = BOTS[bot].choose(view, _patience(SECONDS))
        if command not in view.legal:
            raise BadMove  # noqa: TRY301 - treated as any other fault of the bot
    except Exception as fault:  # noqa: BLE001 - whatever it is, nobody shall wait for it
        _warn(fault, position.match.pk, view, bot)
        return BOTS[FALLBACK].choose(view)
    return command


def view_of(position: Position, round_number: int, number: int) -> SeatView:
    """Return a round as a seat may know it, with its history."""
    rows = [row for row in position.stored if row.round == round_number]
    causes = {row.seq: row.cause for row in rows}
    counted = engine.counting(store.numbered(rows))
    history = [Caused(event, causes[seq]) for seq, event in counted]
    return engine.view(position.state, round_number, number, history)


def _patience(seconds: float) -> Patience:
    end = time.monotonic() + seconds

    def ask() -> None:
        if time.monotonic() > end:
            raise OutOfTime

    return ask


def _warn(fault: Exception, match_id: int, view: SeatView, bot: str) -> None:
    """Say which bot failed and where in its code; its words could hold hidden tiles."""
    frame = extract_tb(fault.__traceback__)[-1]
    log.warning(
        "bot_failed",
        match=match_id,
        round=view.round,
        seat=view.seat,
        bot=bot,
        fault=type(fault).__name__,
        code=f"{frame.name}:{frame.lineno}",
    )
