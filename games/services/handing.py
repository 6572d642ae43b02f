"""Seats of a running match that an administrator gives to a person: a new tenure begins."""

from datetime import datetime

from django.db import transaction

from accounts.errors import Suspended
from accounts.models import Player
from games import clock
from games.services import errors, recording
from games.services.deadlines import move_all
from games.services.reasons import NOT_SAID, Why
from games.services.tenures import at_running, hand_over
from games.tables import Match, Seat


def give_back(seat: Seat, *, why: Why = NOT_SAID, now: datetime) -> None:
    """Give a seat that a bot stands in for back to its player, who is told what waits there.

    Raises `SeatChanged` where no bot stands in for anybody, and `Suspended`.
    """
    with transaction.atomic():
        match, seat = at_running(seat)
        if seat.is_person or seat.player is None:
            raise errors.SeatChanged
        _seat(match, seat, seat.player, why, now)


def give_to_player(seat: Seat, player: Player, *, why: Why = NOT_SAID, now: datetime) -> None:
    """Give a seat, whoever has it, to another player; what waits there waits for them anew.

    Raises `AlreadySeated` for a player of this table, `SeatChanged` for a seat that has changed
    hands since it was looked at, and `Suspended`.
    """
    with transaction.atomic():
        tenure = seat.tenure
        match, seat = at_running(seat)
        if seat.tenure != tenure:
            raise errors.SeatChanged
        if match.seats.filter(player=player).exists():
            raise errors.AlreadySeated
        _seat(match, seat, player, why, now)


def _seat(match: Match, seat: Seat, player: Player, why: Why, now: datetime) -> None:
    if player.is_suspended:
        raise Suspended(player.suspension_reason)
    seat.player, seat.guest, seat.former = player, "", False
    hand_over(match, seat, "player", "admin", cause="admin", why=why, now=now)
    _wait_anew(match, seat, now)


def _wait_anew(match: Match, seat: Seat, now: datetime) -> None:
    """Give what waits at a seat a full term, and have its mail sent to who sits there now."""
    waiting = list(match.choices.filter(seat=seat).select_related("seat__player").order_by("round"))
    for choice in waiting:
        choice.told_at = None
    until = clock.deadline(now, match.turn_time, seat.night)
    moved = [(choice, max(choice.deadline, until)) for choice in waiting]
    if moved:
        move_all(recording.load(match, None), moved, "admin", cause="admin", now=now)
