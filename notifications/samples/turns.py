"""Samples of the mails about turns: what waits, what time is left, what a reply was answered."""

import json
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.mail import EmailMessage
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import Player
from games import clock, services
from games.tables import Match
from notifications import noticing, sealed
from notifications.models import Kind
from notifications.samples.tables import (
    A_MOVE,
    Samples,
    choices_of,
    move_until,
    newest,
    seat_of,
    shared_table,
)

# Before any real deadline: only what these matches have waiting runs out then.
LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
MOVES_BEFORE: Final = 14


def samples(ana: Player, now: datetime) -> Samples:
    """Yield them."""
    yield from _of_one_table(ana, now)
    yield from _of_several_tables(ana, now)
    yield from _of_a_table_that_waits(ana, now)


def _of_one_table(ana: Player, now: datetime) -> Samples:
    match, (stefan, _eleni) = shared_table(ana, now, "Ștefan", "Ελένη")
    in_the_middle = match.head + MOVES_BEFORE

    def is_anas_turn() -> bool:
        match.refresh_from_db()
        return match.head > in_the_middle and choices_of(match, ana).exists()

    move_until(match, is_anas_turn, now)
    noticing.notice_match(match.pk, now=now)
    soon = now + timedelta(hours=1)
    yield "turn_without_talk", newest(Kind.TURN, soon, ana)
    services.say(seat_of(match, stefan), "Lovely weather here!", now=now)
    yield Kind.TURN, newest(Kind.TURN, soon, ana)
    yield from _of_replies(ana, match, now)
    yield Kind.REMINDER, _reminder(ana, match, now)
    yield from _of_time_outs(ana, match, now)


def _of_several_tables(ana: Player, now: datetime) -> Samples:
    match, _others = shared_table(ana, now, "Ștefan", "Ελένη", pace="side_by_side")
    move_until(match, lambda: choices_of(match, ana).count() > 1, now, without=ana)
    noticing.notice_match(match.pk, now=now)
    yield "turns", newest(Kind.TURN, now + timedelta(hours=1), ana)
    yield "reminders", _reminder(ana, match, now)
    yield "answer_of_several", _answer(ana, match, "several", {"empty": True}, now)


def _reminder(ana: Player, match: Match, now: datetime) -> EmailMessage:
    services.told([choice.pk for choice in choices_of(match, ana)], now=now)
    later = now + A_MOVE * 0.8
    key = f"{match.pk}:sample"
    noticing.make(Kind.REMINDER, key, later, now=now, player=ana, match=match)
    return newest(Kind.REMINDER, later, ana)


def _of_time_outs(ana: Player, match: Match, now: datetime) -> Samples:
    """Yield the mail of a first time-out, and of the one after which a bot takes the seat."""
    _run_out(ana, match, LONG_AGO, now)
    yield Kind.TIMED_OUT, newest(Kind.TIMED_OUT, now, ana)
    for day in range(1, clock.STRIKES_BEFORE_BOT):
        move_until(match, choices_of(match, ana).exists, now)
        _run_out(ana, match, LONG_AGO + timedelta(days=day), now)
    yield "timed_out_bot", newest(Kind.TIMED_OUT, now, ana)


def _run_out(ana: Player, match: Match, at: datetime, now: datetime) -> None:
    choices_of(match, ana).update(deadline=at, told_at=at)
    services.time_out(now=at)
    noticing.notice_match(match.pk, now=now)


def _of_replies(ana: Player, match: Match, now: datetime) -> Samples:
    with override(ana.language):
        refusal = _(
            "Several rounds wait for you: write the number of the round and a colon before it."
        )
    said: dict[str, dict[str, object]] = {
        Kind.ANSWER: {"unclear": "the big one, please"},
        "answer_empty": {"empty": True},
        "answer_refused": {"outcomes": [["2: pass", ""], ["9-4", refusal]]},
        "answer_to_confirm": {"links": [["9-4", services.absolute("/t/sample/")]]},
    }
    for name, words in said.items():
        yield name, _answer(ana, match, name, words, now)


def _answer(
    ana: Player, match: Match, key: str, words: dict[str, object], now: datetime
) -> EmailMessage:
    told = sealed.seal({"said": json.dumps(words)})
    noticing.make(Kind.ANSWER, key, now, now=now, player=ana, match=match, sealed=told)
    return newest(Kind.ANSWER, now)


def _of_a_table_that_waits(ana: Player, now: datetime) -> Samples:
    """Yield what is told where no bot moves for who is late: to who is, and to the others."""
    match, (stefan,) = shared_table(ana, now)
    match.out_of_time = Match.OutOfTime.WAIT
    match.save(update_fields=["out_of_time"])
    move_until(match, choices_of(match, ana).exists, now)
    noticing.notice_match(match.pk, now=now)
    yield "turn_that_waits", newest(Kind.TURN, now + timedelta(hours=1), ana)
    move_until(match, choices_of(match, stefan).exists, now)
    choices_of(match, stefan).update(ran_out_at=now)
    noticing.notice_match(match.pk, now=now)
    yield Kind.RAN_OUT, newest(Kind.RAN_OUT, now, ana)
