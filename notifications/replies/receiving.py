"""The door for mail that comes in: one reply is carried out once and answered at most once."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction

from accounts.errors import TooManyAsks
from accounts.services import throttle
from games.engine import EventMalformed, RuleViolation
from games.services import ServiceError
from notifications import addresses, preferences, sealed
from notifications.bouncing import reports, stops
from notifications.mails import composing
from notifications.making import make
from notifications.models import Kind
from notifications.replies import grammar, incoming, moving, places, quoting, unsubscribing
from notifications.replies.grammar import Line, Unclear
from notifications.replies.incoming import Mail
from notifications.replies.moving import Outcome, Refused
from notifications.replies.places import NobodyHere
from notifications.replies.rows import Reply, ReplyAddress

log = structlog.get_logger()

MOST_BYTES: Final = 10 * 1024 * 1024
"""The largest mail that is taken: a reply may quote the pictures of the tables."""

# How much of a line an answer repeats.
_LONGEST: Final = 120
# Two machines that answer each other get no further than this.
_ANSWERS_A_DAY: Final = 20


def check_recipient(recipient: str) -> None:
    """Raise `NobodyHere` unless mail to this address is for us."""
    if not places.is_incoming(recipient) and unsubscribing.find(recipient) is None:
        places.find(recipient)


def is_for_us(recipient: str) -> bool:
    """Whether mail to this address is for us."""
    try:
        check_recipient(recipient)
    except NobodyHere:
        return False
    return True


def receive(content: bytes, recipient: str, sender: str | None, *, now: datetime) -> None:
    """Carry out what a mail asks for, and have it answered where there is something to say.

    Mail to an address that switches mails off does that, silently, whoever or whatever wrote it.
    `sender` is the envelope's, None where it is not known. Raises `NobodyHere`; all that the
    database raises leaves nothing behind, and the mail can be delivered again.
    """
    unwanted = unsubscribing.find(recipient)
    if unwanted is not None:
        preferences.choose(unwanted, wanted=False)
        return
    mail = incoming.parse(content)
    if places.is_incoming(recipient):
        report = reports.read(mail)
        if report is not None:
            stops.take(report, now=now)
        return
    address = places.find(recipient)
    if incoming.is_automatic(mail, sender):
        log.info("automatic_reply_dropped", notice=address.notice_id)
        return
    with transaction.atomic():
        key = incoming.key_of(mail, content)
        reply, new = Reply.objects.get_or_create(address=address, key=key, defaults={"at": now})
        if new:
            with composing.speaking(composing.recipient(address.notice)):
                _answer(reply, _understood(address, mail, now), now)


def _understood(address: ReplyAddress, mail: Mail, now: datetime) -> dict[str, object]:
    """Do what the mail asks for; return what its answer has to say, nothing if all was played."""
    try:
        lines = grammar.read(quoting.own_lines(incoming.text_of(mail)))
    except Unclear as unclear:
        return {"unclear": unclear.line[:_LONGEST]}
    if not lines:
        return {"empty": True}
    if incoming.fails_dmarc(mail):
        return {"links": _links(address, lines)}
    outcomes = moving.carry_out(address, lines, now=now)
    if not any(outcome.refusal for outcome in outcomes):
        return {}
    return {"outcomes": [_told(outcome) for outcome in outcomes]}


def _told(outcome: Outcome) -> list[str]:
    return [outcome.line[:_LONGEST], outcome.refusal]


def _links(address: ReplyAddress, lines: Sequence[Line]) -> list[list[str]]:
    """Return for each line the link at which its move can be confirmed, nothing being done yet."""
    seat_link = addresses.of_seat(address.seat)
    links = []
    for line in lines:
        link = seat_link
        if isinstance(line.act, grammar.Pass | grammar.Play):
            link = _link_of_move(address, line, seat_link)
        elif isinstance(line.act, grammar.Say):
            link = addresses.of_talk(address.seat)
        links.append([line.text[:_LONGEST], link])
    return links


def _link_of_move(address: ReplyAddress, line: Line, seat_link: str) -> str:
    """Return the link that lays the move, or the table's where there is no such move."""
    try:
        move = moving.resolve(address, line)
    except (RuleViolation, EventMalformed, ServiceError, Refused):
        return seat_link
    choices = {choice.round: choice for choice in moving.standing(address)}
    choice = choices.get(move.round)
    return seat_link if choice is None else addresses.of_move(seat_link, choice, move.command)


def _answer(reply: Reply, said: dict[str, object], now: datetime) -> None:
    """Have an answer mailed to the seat's player, to their own address, whoever wrote."""
    if not said:
        return
    address = reply.address
    try:
        throttle.count(
            "reply answers",
            str(address.seat_id),
            limit=_ANSWERS_A_DAY,
            window=timedelta(days=1),
            now=now,
        )
    except TooManyAsks:
        log.warning("reply_not_answered", notice=address.notice_id)
        return
    make(
        Kind.ANSWER,
        str(reply.pk),
        now,
        now=now,
        player=address.notice.player,
        match=address.seat.match,
        sealed=sealed.seal({"said": json.dumps(said)}),
    )
