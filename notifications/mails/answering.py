"""The answer to a reply that was not, or not wholly, carried out: what would be understood."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.core import signing

from games import queries
from games.tables import Choice, Match, Seat
from notifications import addresses, sealed
from notifications.letters import Letter, Recipient
from notifications.mails import threads
from notifications.mails.checking import Dropped, waiting_for
from notifications.models import Notice
from notifications.replies import places
from notifications.replies.writing import in_reply

# Rounds whose moves are listed, and moves of each.
ROUNDS: Final = 4
MOVES: Final = 12


def answer(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail that says what became of a reply, and what can be answered to it."""
    seat = Seat.objects.filter(match=notice.match, player=notice.player).first()
    match = notice.match
    if match is None:
        raise Dropped("there is no such match")
    choices = waiting_for(notice) if seat is not None else []
    return Letter(
        template="answer",
        to=to,
        subject=threads.subject(match, to),
        context={
            **_opened(notice),
            "link": addresses.of_seat(seat) if seat is not None else "",
            "understood": understood(match, seat, choices) if seat is not None else [],
        },
        match=match,
        reply_to=places.place_for(notice, seat, choices) if seat is not None else "",
        auto_submitted="auto-replied",
        message_id=notice.message_id,
    )


def understood(match: Match, seat: Seat, choices: Sequence[Choice]) -> list[str]:
    """Return lines that a reply may hold now, as they are written."""
    several = len(choices) > 1
    lines = []
    for choice in choices[:ROUNDS]:
        view = queries.see_round(match, choice.round, seat.number).view
        before = f"{choice.round}: " if several else ""
        lines += [f"{before}{in_reply(command)}" for command in view.legal[:MOVES]]
    return lines


def _opened(notice: Notice) -> dict[str, Any]:
    try:
        said: dict[str, Any] = json.loads(sealed.open_sealed(notice.sealed)["said"])
    except signing.BadSignature:
        raise Dropped("its seal cannot be opened") from None
    return said
