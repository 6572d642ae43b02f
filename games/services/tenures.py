"""Who decides for a seat: every change begins a new tenure, and none is ever rewritten."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import override

from games import engine
from games.engine import Caused
from games.services import reasons, recording
from games.services.reasons import NOT_SAID, Why
from games.tables import Match, Seat
from games.tables.bot_names import kept_name


def bot_name(match: Match, bot: str) -> str:
    """Return what a bot that takes a free seat is called: at one table every seat differs."""
    with override(settings.LANGUAGE_CODE):
        names = {seat.name for seat in match.seats.select_related("player")}
    name = kept_name(bot)
    numbered = (f"{name} {number}" for number in range(2, len(names) + 3))
    return next(free for free in (name, *numbered) if free not in names)


def at_running(seat: Seat) -> tuple[Match, Seat]:
    """Return a seat as it is now, with its match, which is locked; raises if that does not run."""
    match = recording.running(recording.lock(seat.match_id))
    return match, match.seats.select_related("player").get(pk=seat.pk)


def hand_over(
    match: Match,
    seat: Seat,
    to: str,
    reason: str,
    *,
    cause: str,
    why: Why = NOT_SAID,
    now: datetime,
) -> None:
    """Begin a new tenure of a running seat: the person's, or a bot's that stands in.

    The caller holds the match's lock.
    """
    position = recording.load(match, None)
    event = engine.SeatHandedOver(seat.number, to, reason)
    recording.record(position, [Caused(event, cause)], now)
    reasons.keep(position, why)
    seat.bot = match.stand_in if to == "bot" else ""
    if seat.bot and seat.player is None:
        seat.guest = bot_name(match, seat.bot)
    if seat.bot:
        # What waits here waits for a bot now, and no mail has told it: so the sweep finds it.
        match.choices.filter(seat=seat).update(told_at=None)
    seat.strikes, seat.last_strike_on = 0, None
    begin_tenure(seat, reason, match.head, now)


def replace_absent(match: Match, now: datetime) -> None:
    """Let bots sit where nobody can play: who is suspended, and who left while it stood still.

    A match that begins or goes on asks for it; a suspension or a deletion saw to the others. The
    caller holds the match's lock.
    """
    if match.state != Match.State.RUNNING:
        return
    for seat in match.seats.select_related("player").filter(bot=""):
        if seat.player is None:
            seat.former = False
            hand_over(match, seat, "bot", "left", cause="player", now=now)
        elif seat.player.is_suspended:
            hand_over(match, seat, "bot", "suspended", cause="admin", now=now)


def begin_tenure(seat: Seat, reason: str, since_seq: int, now: datetime) -> None:
    """Save a seat whose occupant has changed; links and plans of the tenure before are void."""
    seat.tenure += 1
    seat.save()
    seat.plans.all().delete()
    seat.tenures.create(
        number=seat.tenure,
        player=None if seat.bot else seat.player,
        bot=seat.bot,
        since_seq=since_seq,
        reason=reason,
        since=now,
    )
