"""Samples of the mails about ends of rounds and matches, and of the day's one mail for all."""

from datetime import datetime, timedelta

from accounts.models import Player
from games import services
from games.tables import Match
from notifications import gathering, noticing
from notifications.models import Kind, Notice
from notifications.samples.tables import (
    Samples,
    choices_of,
    move_until,
    newest,
    shared_table,
)


def samples(ana: Player, now: datetime) -> Samples:
    """Yield them."""
    yield from _of_matches(ana, now)
    yield from _of_rounds_and_digests(ana, now)


def _of_matches(ana: Player, now: datetime) -> Samples:
    match, (stefan, eleni) = shared_table(ana, now, "Ștefan", "Ελένη", bots=(), rounds=1)

    def is_over() -> bool:
        match.refresh_from_db()
        return match.state != Match.State.RUNNING

    move_until(match, is_over, now)
    noticing.notice_match(match.pk, now=now)
    ranks = match.ranks or []
    by_rank = sorted(zip(ranks, (ana, stefan, eleni), strict=True), key=lambda one: one[0])
    yield "match_won", newest(Kind.OVER, now, by_rank[0][1])
    yield Kind.OVER, newest(Kind.OVER, now, by_rank[-1][1])
    other, _others = shared_table(ana, now)
    services.abandon(other, why=services.Why("The server moves house."), now=now)
    noticing.notice_match(other.pk, now=now)
    yield "match_abandoned", newest(Kind.OVER, now, ana)


def _of_rounds_and_digests(ana: Player, now: datetime) -> Samples:
    """Yield the end of a round by itself and in a turn mail, then what digests make of all."""
    Notice.objects.filter(player=ana).update(state=Notice.State.DROPPED)
    match, (stefan,) = shared_table(ana, now, rounds=3)

    def has_ended_and_waits() -> bool:
        return match.rounds.exclude(reason="").exists() and choices_of(match, ana).exists()

    move_until(match, has_ended_and_waits, now)
    noticing.notice_match(match.pk, now=now)
    yield Kind.ROUND_OVER, newest(Kind.ROUND_OVER, now, stefan)
    yield "turn_after_a_round", newest(Kind.TURN, now + timedelta(hours=1), ana)
    yield from _of_digests(ana, stefan, now)


def _of_digests(ana: Player, stefan: Player, now: datetime) -> Samples:
    news = [Kind.TURN, Kind.ROUND_OVER, Kind.OVER, Kind.PAUSE]
    Notice.objects.filter(player__in=[ana, stefan], kind__in=news).update(state=Notice.State.HELD)
    days = {Kind.DIGEST: ana, "digest_nothing_waits": stefan}
    for name, player in days.items():
        noticing.make(Kind.DIGEST, f"{now:%Y-%m-%d}", now, now=now, player=player)
        yield name, newest(Kind.DIGEST, now, player)
    key = f"{gathering.HELD_UP} sample"
    noticing.make(Kind.DIGEST, key, now, now=now, player=ana)
    yield "digest_held_up", newest(Kind.DIGEST, now, ana)
