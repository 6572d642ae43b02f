"""Writes down what webhooks have to be told, beside the notices of the same things.

Each thing is written once for each webhook, whoever writes it twice. Only what happens while a
webhook is there and switched on is told to it.
"""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.tables import Choice, Match, Seat
from notifications.webhooks.rows import Delivery, Webhook

Kind = Delivery.Kind


def turn(seat: Seat, key: str, due_at: datetime, *, now: datetime) -> None:
    """Have it told that a seat has to decide: to its player's webhooks, and to the table's."""
    hooks = _at(seat.match).filter(Q(player=seat.player) | Q(match=seat.match))
    _write(hooks, Kind.TURN, key, due_at, now=now, match=seat.match, seat=seat)


def sooner(seat: Seat, due_at: datetime) -> None:
    """Let what is to be told of a seat's turn go out at `due_at`, if it would go out later."""
    Delivery.objects.filter(
        kind=Kind.TURN, seat=seat, state=Delivery.State.DUE, tries=0, due_at__gt=due_at
    ).update(due_at=due_at)


def reminder(choice: Choice, key: str, *, now: datetime) -> None:
    """Have a player reminded by their own webhooks; a table's reminds nobody before the others."""
    seat = choice.seat
    hooks = _at(choice.match).filter(player=seat.player, match=None)
    _write(hooks, Kind.REMINDER, key, now, now=now, match=choice.match, seat=seat)


def timed_out(seat: Seat, *, now: datetime) -> None:
    """Have it told that a seat's time ran out; once an hour, for side by side it may be often."""
    hooks = _at(seat.match).filter(Q(player=seat.player) | Q(match=seat.match))
    key = f"{seat.match_id}:{seat.number}:{now:%Y%m%dT%H}"
    _write(hooks, Kind.TIMED_OUT, key, now, now=now, match=seat.match, seat=seat)


def round_over(match: Match, round_number: int, seq: int, *, now: datetime) -> None:
    """Have the points of a round told; one that was taken back may end once more."""
    key = f"{match.pk}:{round_number}:{seq}"
    _write(_at(match), Kind.ROUND_OVER, key, now, now=now, match=match, round=round_number)


def match_over(match: Match, *, now: datetime) -> None:
    """Have the end of a match told."""
    _write(_at(match), Kind.MATCH_OVER, str(match.pk), now, now=now, match=match)


def test(webhook: Webhook, *, now: datetime) -> None:
    """Have a test message posted; asking again within the minute is one."""
    key = f"{now:%Y%m%dT%H%M}"
    hooks = Webhook.objects.filter(pk=webhook.pk, off_since=None)
    _write(hooks, Kind.TEST, key, now, now=now)


def _at(match: Match) -> QuerySet[Webhook]:
    """Return the webhooks of who sits at a match that are for all tables or for this one."""
    sits = Seat.objects.filter(match=match, player=OuterRef("player"))
    return Webhook.objects.filter(Q(match=None) | Q(match=match), Exists(sits), off_since=None)


def _write(
    hooks: QuerySet[Webhook],
    kind: Kind,
    key: str,
    due_at: datetime,
    *,
    now: datetime,
    match: Match | None = None,
    seat: Seat | None = None,
    round: int | None = None,
) -> None:
    deliveries = [
        Delivery(
            webhook=hook,
            kind=kind,
            key=key,
            due_at=due_at,
            created_at=now,
            match=match,
            seat=seat,
            round=round,
        )
        for hook in hooks
    ]
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
