"""The notices of what was put right by hand, and of what a table is asked."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from accounts.models import Player
from games import queries
from games.queries.agreeing import is_open, missing
from games.queries.following import Followed
from games.tables import Match, Offer, Round, Seat
from notifications.making import make
from notifications.models import Kind, Notice

OFFERS_A_DAY: Final = 5
"""How many questions of one table a player is mailed within 24 hours."""
PAUSES: Final = frozenset({"match_paused", "match_resumed"})


def notice(match: Match, seats: Mapping[int, Seat], event: Followed, *, now: datetime) -> None:
    """Make the notices of an event, if it is one that somebody is told of."""
    if event.type in PAUSES:
        _make(Kind.PAUSE, match, _players(seats.values()), event, now)
    elif event.type == "moves_rewound":
        _make(Kind.CORRECTION, match, _players(seats.values()), event, now)
    elif event.type == "seat_handed_over" and event.cause == "admin":
        before = _had_it_before(seats, event)
        _make(Kind.CORRECTION, match, _players(seats.values()) | before, event, now)
    elif event.type == "deadline_moved" and event.reason == "admin" and event.seat is not None:
        _make(Kind.CORRECTION, match, _players([seats[event.seat]]), event, now)


def notice_offers(match: Match, seats: Mapping[int, Seat], *, now: datetime) -> None:
    """Have the players asked who have still to answer; asked once, whoever looks again.

    Who asks, asks no more and asks again fills nobody's mailbox: the page has the question anyway.
    """
    for offer in queries.agreeing.offers_of(match):
        everybody = [seats[number] for number in sorted(seats)]
        if is_open(offer, everybody, list(match.rounds.all())):
            for player in _players(missing(offer, everybody)):
                if _asked_lately(player, match, now) < OFFERS_A_DAY:
                    make(Kind.OFFER, str(offer.pk), now, now=now, player=player, match=match)


def _asked_lately(player: Player, match: Match, now: datetime) -> int:
    lately = now - timedelta(days=1)
    asked = Notice.objects.filter(kind=Kind.OFFER, player=player, match=match)
    return asked.filter(created_at__gt=lately).count()


def unasked() -> QuerySet[Offer]:
    """Return the offers that stand and nobody was told of, however the bell was lost."""
    told = Notice.objects.filter(
        kind=Kind.OFFER, match=OuterRef("match"), key=Cast(OuterRef("pk"), CharField())
    )
    unmoved = Round.objects.filter(
        match=OuterRef("match"), number=OuterRef("round"), last_seq=OuterRef("seq")
    )
    stand = Offer.objects.filter(
        Q(kind=Offer.Kind.PAUSE) | Exists(unmoved),
        declined_by=None,
        match__state=Match.State.RUNNING,
        tenure__number=F("tenure__seat__tenure"),
    )
    return stand.filter(~Exists(told))


def _players(seats: Iterable[Seat]) -> set[Player]:
    return {seat.player for seat in seats if seat.player is not None}


def _had_it_before(seats: Mapping[int, Seat], event: Followed) -> set[Player]:
    """Return who sat at a seat until this event gave it to somebody else."""
    if event.seat is None:
        return set()
    tenures = seats[event.seat].tenures.filter(since_seq__lt=event.seq).select_related("player")
    before = tenures.last()
    return {before.player} if before is not None and before.player is not None else set()


def _make(
    kind: Kind, match: Match, players: Iterable[Player], event: Followed, now: datetime
) -> None:
    for player in players:
        key = f"{match.pk}:{event.seq}"
        make(kind, key, now, now=now, player=player, match=match, seq=event.seq)
