"""`manage.py demo`: somebody to play, tables to look at, and who may administer them."""

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import queries, services
from games.bots import BOTS
from games.services import SeatPlan
from games.tables import Choice, Match, Seat

PLAYER: Final = ("demo@localhost", "Demo")
ADMINISTRATOR: Final = ("admin@localhost", "Administrator")
FRIEND: Final = "friend@localhost"
BOT: Final = SeatPlan("bot", "hen")
# Moves of the player's that a bot has made, so that the table is worth looking at.
MOVES: Final = 4
WORTH_CHOOSING: Final = 3


class Command(BaseCommand):
    help = "Make a demo player with tables, and an administrator; what is there is kept."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        if settings.PRODUCTION:
            raise CommandError("A demo player is nobody to let into production.")
        now = timezone.now()
        player = _find_or_make(*PLAYER)
        if not player.seats.exists():
            _lay_tables(player, now)
        self.stdout.write(f"  {'Play at':<14} {_link_of(player)}")
        self.stdout.write(f"  {'or sign in as':<14} {player.email} (the mail comes to /mailbox/)")
        self.stdout.write(f"  {'Administrator':<14} {services.absolute(reverse('admin:index'))}")
        self.stdout.write(f"  {'':<14} {ADMINISTRATOR[0]}, password {_administrators_password()}")


def _find_or_make(address: str, name: str, **fields: Any) -> Player:
    found = Player.objects.with_address(address).first()
    return found or Player.objects.create_user(address, display_name=name, **fields)


def _administrators_password() -> str:
    """Return the password that was generated once; it is kept where only its owner reads it."""
    kept = settings.VAR_DIR / "admin_password"
    administrator = _find_or_make(*ADMINISTRATOR, is_staff=True, is_superuser=True)
    if administrator.has_usable_password():
        password = kept.read_text() if kept.exists() else ""
        return password if administrator.check_password(password) else "as you have set it"
    password = secrets.token_urlsafe(12)
    kept.touch(mode=0o600)
    kept.write_text(password)
    administrator.set_password(password)
    administrator.save(update_fields=["password"])
    return password


@transaction.atomic
def _lay_tables(player: Player, now: datetime) -> None:
    """Make a match to replay, a table that waits for players, and one that waits for a move."""
    finished = _table(player, [SeatPlan("me"), BOT, BOT, BOT], now - timedelta(days=20), rounds=3)
    _play(finished, None, now - timedelta(days=20), timedelta(hours=6))
    _table(player, [SeatPlan("me"), SeatPlan("address", FRIEND), SeatPlan("open"), BOT], now)
    running = _table(player, [SeatPlan("me"), BOT, BOT, BOT], now - timedelta(days=1))
    _play(running, MOVES, now - timedelta(days=1), timedelta(days=1) / MOVES)
    # Whoever plays here has not moved yet: their first move is the next one.
    player.is_newcomer = True
    player.save(update_fields=["is_newcomer"])


def _table(player: Player, seats: list[SeatPlan], now: datetime, **options: Any) -> Match:
    match = services.create_match(
        player,
        preset="trains",
        options=options,
        seats=seats,
        turn_time=timedelta(days=3),
        watchable=True,
        now=now,
    )
    services.play_bots(match.pk, now=now)
    return match


def _play(match: Match, moves: int | None, at: datetime, step: timedelta) -> None:
    """Play for the player: to the end, or for some moves and on to a choice worth making."""
    made = 0
    while waits := Choice.objects.filter(match=match, seat__bot="").select_related("seat").first():
        view = queries.see_round(match, waits.round, waits.seat.number).view
        if moves is not None and made >= moves and len(view.legal) >= WORTH_CHOOSING:
            return
        at += step if moves is None or made < moves else timedelta()
        services.play(waits.seat, waits.round, BOTS["hen"].choose(view), waits.seq, now=at)
        services.play_bots(match.pk, now=at)
        made += 1


def _link_of(player: Player) -> str:
    """Return the player's link to a table that waits for them, or to any that runs."""
    seats = Seat.objects.filter(player=player, match__state=Match.State.RUNNING)
    seat = seats.filter(choices__isnull=False).first() or seats.first()
    if seat is None:
        return services.absolute(reverse("games:home"))
    link = services.token(services.capability_for(seat))
    return services.absolute(reverse("games:link", args=[link]))
