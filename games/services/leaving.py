"""Seats of a running match that a person leaves, loses, or comes back to."""

from datetime import datetime

from django.db import transaction

from accounts.errors import Suspended
from accounts.models import Player
from games.services import errors
from games.services.erasing import erase
from games.services.links import revoke_player
from games.services.playing import follow_with_bots
from games.services.reasons import NOT_SAID, Why
from games.services.tables import cancel, leave
from games.services.tenures import at_running, hand_over
from games.tables import Match, Seat


def resign(seat: Seat, *, now: datetime) -> None:
    """Give a running seat up for good; a bot plays on."""
    give_to_bot(seat, "resigned", cause="player", now=now)


def give_to_bot(seat: Seat, reason: str, *, cause: str, why: Why = NOT_SAID, now: datetime) -> None:
    """Let a bot play on for a seat; its player may return unless they left (RECORD.md)."""
    with transaction.atomic():
        match, seat = at_running(seat)
        if not seat.is_person:
            raise errors.SeatChanged
        if reason in {"resigned", "left"}:
            seat.player = None
        hand_over(match, seat, "bot", reason, cause=cause, why=why, now=now)
        follow_with_bots(match.pk, now)


def return_to_seat(seat: Seat, *, now: datetime) -> Seat:
    """Give a seat that a bot stands in for back to its player; what waits there waits for them.

    Raises `Suspended` for who may not play: a link from before lets nobody in either.
    """
    with transaction.atomic():
        match, seat = at_running(seat)
        if seat.is_person or seat.player is None:
            raise errors.SeatChanged
        if seat.player.is_suspended:
            raise Suspended(seat.player.suspension_reason)
        hand_over(match, seat, "player", "returned", cause="player", now=now)
    return seat


def player_leaves(player: Player, *, now: datetime) -> None:
    """Free a person's seats before their account goes: bots play on, the log stays whole.

    Tables of theirs that wait are called off, and their words and addresses with us are erased.
    """
    revoke_player(player)
    for match in Match.objects.filter(creator=player, state=Match.State.WAITING):
        cancel(match, now=now)
    for seat in Seat.objects.filter(player=player, match__state=Match.State.WAITING):
        leave(seat, now=now)
    _hand_all_to_bots(player, "left", cause="player", now=now)
    Seat.objects.filter(player=player).update(former=True)
    erase(player)


def player_suspended(player: Player, *, now: datetime) -> None:
    """Let bots play on for somebody who is suspended; they may return to their seats later."""
    _hand_all_to_bots(player, "suspended", cause="admin", now=now)


def _hand_all_to_bots(player: Player, reason: str, *, cause: str, now: datetime) -> None:
    running = Seat.objects.filter(player=player, bot="", match__state=Match.State.RUNNING)
    for seat in running.filter(match__fault=""):
        give_to_bot(seat, reason, cause=cause, now=now)
