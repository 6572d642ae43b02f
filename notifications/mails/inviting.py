"""Invitations, and a new link to a seat for who has lost the old one."""

from datetime import datetime

import accounts.services
from games import queries
from games.engine import rules_shown
from games.tables import Invitation, Match
from notifications import addresses
from notifications.letters import Letter, Recipient
from notifications.mails import threads, times
from notifications.mails.checking import Dropped, seat_of
from notifications.models import Notice


def invitation(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail that asks somebody to a table; they need no account to answer.

    Its `List-Unsubscribe` leads to the page where invitations can be declined for ever.
    """
    asked, match = notice.invitation, notice.match
    if asked is None or match is None:
        raise Dropped("there is no such invitation")
    if asked.state != Invitation.State.OPEN or asked.expires_at <= now:
        raise Dropped("answered, withdrawn or expired")
    if accounts.services.refuses(asked.address):
        raise Dropped("refused for ever")
    link = addresses.of_invitation(asked)
    return Letter(
        template="invitation",
        to=to,
        subject=threads.subject(match, to),
        context={**_about(match), "until": times.exactly(asked.expires_at), "link": link},
        match=match,
        unsubscribe=link,
        message_id=notice.message_id,
    )


def _about(match: Match) -> dict[str, object]:
    host = match.creator.display_name if match.creator else ""
    seats = queries.seats_of(match)
    rules = rules_shown(match.rules)
    return {
        "host": host,
        "others": [seat.name for seat in seats if seat.is_taken and seat.name != host],
        "seats": len(seats),
        "rounds": rules.rounds,
        "side_by_side": rules.pace == "side_by_side",
        "turn_time": match.turn_time,
    }


def link(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail with a new link to the receiver's seat."""
    seat = seat_of(notice)
    if seat.match.state == Match.State.CANCELLED:
        raise Dropped("the table was called off")
    return Letter(
        template="link",
        to=to,
        subject=threads.subject(seat.match, to),
        context={"link": addresses.of_seat(seat)},
        match=seat.match,
        message_id=notice.message_id,
    )
