"""Samples of the short mails: pauses, corrections, questions, talk, who came, who is away."""

from datetime import datetime

from django.core.mail import EmailMessage

from accounts.models import Player, TimeOff
from games import services
from games.services import SeatPlan
from games.tables import Match
from notifications import noticing
from notifications.models import Kind
from notifications.samples.tables import (
    A_MOVE,
    BOT,
    Samples,
    choices_of,
    make_match,
    make_player,
    move_until,
    newest,
    seat_of,
    shared_table,
)


def samples(ana: Player, now: datetime) -> Samples:
    """Yield them."""
    yield from _of_time_off(ana, now)
    yield from _of_pauses(ana, now)
    yield from _of_corrections(ana, now)
    yield from _of_a_standstill(ana, now)
    yield from _of_talk(ana, now)
    yield from _of_members(ana, now)


def _of_time_off(ana: Player, now: datetime) -> Samples:
    _match, (stefan,) = shared_table(ana, now)
    off = TimeOff.objects.create(player=stefan, since=now, until=now + A_MOVE)
    noticing.notice_time_off(off, now=now)
    yield Kind.TIME_OFF, newest(Kind.TIME_OFF, now, ana)


def _of_pauses(ana: Player, now: datetime) -> Samples:
    match, (stefan,) = shared_table(ana, now)
    move_until(match, choices_of(match, ana).exists, now)
    services.ask_for_pause(seat_of(match, stefan), now=now)
    noticing.notice_match(match.pk, now=now)
    yield Kind.OFFER, newest(Kind.OFFER, now, ana)
    services.pause(match, why=services.Why("Everybody is at a wedding."), now=now)
    noticing.notice_match(match.pk, now=now)
    yield Kind.PAUSE, newest(Kind.PAUSE, now, ana)
    services.resume(match, now=now + A_MOVE)
    noticing.notice_match(match.pk, now=now + A_MOVE)
    yield "pause_over", newest(Kind.PAUSE, now + A_MOVE, ana)


def _of_corrections(ana: Player, now: datetime) -> Samples:
    match, (stefan,) = shared_table(ana, now, bots=())
    move_until(match, choices_of(match, stefan).exists, now)
    move_until(match, choices_of(match, ana).exists, now)
    waits = choices_of(match, ana).get()
    services.ask_to_take_back(seat_of(match, stefan), waits.round, waits.seq, now=now)
    noticing.notice_match(match.pk, now=now)
    yield "offer_to_take_back", newest(Kind.OFFER, now, ana)
    why = services.Why("The telephone was in a pocket.")
    services.move_deadline(waits, now + 2 * A_MOVE, why=why, now=now)
    yield "correction_of_time", _told(Kind.CORRECTION, match, ana, now)
    services.rewind(match, waits.round, waits.seq - 2, why=why, now=now)
    yield "correction_taken_back", _told(Kind.CORRECTION, match, ana, now)
    services.give_to_bot(seat_of(match, stefan), "admin", cause="admin", why=why, now=now)
    yield Kind.CORRECTION, _told(Kind.CORRECTION, match, ana, now)


def _told(kind: Kind, match: Match, ana: Player, now: datetime) -> EmailMessage:
    noticing.notice_match(match.pk, now=now)
    return newest(kind, now, ana)


def _of_a_standstill(ana: Player, now: datetime) -> Samples:
    match = make_match(ana, [BOT], now)
    services.stop(match.pk, "seq 7: digest", now)
    yield Kind.STOPPED, _told(Kind.STOPPED, match, ana, now)
    words = {"address": "admin@example.org", "language": ana.language, "match": match}
    noticing.make(Kind.STOPPED, "sample", now, now=now, **words)
    yield "stopped_admin", newest(Kind.STOPPED, now)
    Match.objects.filter(pk=match.pk).update(state=Match.State.ENDED)
    yield "stopped_over", newest(Kind.STOPPED, now, ana)


def _of_talk(ana: Player, now: datetime) -> Samples:
    match, (stefan,) = shared_table(ana, now)
    for words in ("Happy birthday, Ana!", "We come on Sunday, with cake."):
        services.say(seat_of(match, stefan), words, now=now)
    noticing.notice_match(match.pk, now=now)
    yield Kind.TALK, newest(Kind.TALK, now + A_MOVE, ana)


def _of_members(ana: Player, now: datetime) -> Samples:
    stefan = make_player("Ștefan", ana.language, now)
    match = make_match(ana, [SeatPlan("open"), SeatPlan("open")], now)
    services.take_open_seat(match, stefan, now=now)
    yield Kind.MEMBER, _told(Kind.MEMBER, match, ana, now)
    services.take_open_seat(match, make_player("Ελένη", ana.language, now), now=now)
    services.resign(seat_of(match, stefan), now=now)
    yield "member_left", _told(Kind.MEMBER, match, ana, now)
