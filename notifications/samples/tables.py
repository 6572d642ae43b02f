"""The tables and the people that samples of mails are made of."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.core.mail import EmailMessage
from django.db.models import QuerySet

from accounts.models import Player
from games import bots, queries, services
from games.services import SeatPlan
from games.tables import Choice, Match, Seat
from notifications import mails
from notifications.models import Kind, Notice

Sample = tuple[str, EmailMessage]
Samples = Iterator[Sample]

A_MOVE: Final = timedelta(days=2)
BOT: Final = SeatPlan("bot", "hen")


def make_player(name: str, language: str, now: datetime) -> Player:
    """Return a new player who reads in a language."""
    return Player.objects.create(
        email=f"{secrets.token_hex(8)}@example.org",
        display_name=name,
        language=language,
        time_zone="Europe/Bucharest",
        joined_at=now,
    )


def make_match(
    creator: Player, seats: Sequence[SeatPlan], now: datetime, **options: object
) -> Match:
    """Return a match of the creator's; it runs where no seat is open."""
    return services.create_match(
        creator,
        preset="trains",
        options=options,
        seats=[SeatPlan("me"), *seats],
        turn_time=A_MOVE,
        now=now,
    )


def shared_table(
    ana: Player, now: datetime, *names: str, bots: Sequence[SeatPlan] = (BOT,), **options: object
) -> tuple[Match, list[Player]]:
    """Return a running match of Ana's with others, Ștefan alone by default, and with bots."""
    others = [make_player(name, ana.language, now) for name in names or ("Ștefan",)]
    match = make_match(ana, [*(SeatPlan("open") for _ in others), *bots], now, **options)
    for other in others:
        services.take_open_seat(match, other, now=now)
    match.refresh_from_db()
    return match, others


def seat_of(match: Match, player: Player) -> Seat:
    """Return where somebody sits."""
    return match.seats.select_related("player").get(player=player)


def choices_of(match: Match, player: Player) -> QuerySet[Choice]:
    """Return what waits for somebody."""
    return match.choices.filter(seat__player=player)


def move_until(
    match: Match, is_enough: Callable[[], bool], now: datetime, *, without: Player | None = None
) -> None:
    """Let who has waited longest make sensible moves, again and again; `without` makes none."""
    while not is_enough():
        waiting = match.choices.select_related("match", "seat").order_by("since", "seq")
        choice = waiting.exclude(seat__player=without).first() if without else waiting.first()
        if choice is None:
            return
        if choice.seat.bot:
            services.play_bots(match.pk, now=now, limit=1)
        else:
            view = queries.see_round(match, choice.round, choice.seat.number).view
            move = bots.BOTS["hen"].choose(view)
            services.play(choice.seat, choice.round, move, choice.seq, now=now)


def newest(kind: Kind, now: datetime, player: Player | None = None) -> EmailMessage:
    """Return the mail of the newest notice of a kind, made at a time."""
    notices = Notice.objects.filter(kind=kind).order_by("-pk")
    notice = (notices.filter(player=player) if player else notices)[0]
    _letter, message = mails.compose(notice, now=now)
    return message
