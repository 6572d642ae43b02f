"""Table talk in mails: the lines that a turn mail carries, and the short mail of what none did."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.queries import Spoken
from games.tables import Match, Seat
from notifications import addresses, talk
from notifications.letters import Letter, Recipient
from notifications.mails import threads
from notifications.mails.checking import Dropped, Later, seat_of
from notifications.models import Kind, Notice

MOST: Final = 10


@dataclass(frozen=True)
class Heard:
    """What a mail tells of the talk: the newest lines, and whether there were more."""

    lines: Sequence[Spoken]
    more: bool
    last: int
    """The last line that it tells of, 0 where it tells of none."""


def heard(lines: Sequence[Spoken]) -> Heard:
    """Return what a mail tells of these lines."""
    return Heard(lines[-MOST:], len(lines) > MOST, lines[-1].number if lines else 0)


def untold(match: Match, seat: Seat) -> Heard:
    """Return what a mail to this seat's player tells of the talk, if they want it mailed."""
    return heard(talk.untold(match, seat))


def said(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail about what no other mail has told within a day; a digest waits for none."""
    match, seat = notice.match, seat_of(notice)
    if match is None or match.state == Match.State.CANCELLED:
        raise Dropped("the table was called off")
    lines = talk.untold(match, seat)
    if not lines:
        raise Dropped("another mail has told it")
    at = talk.due(match, seat, lines)
    if at > now and notice.state == Notice.State.LEASED and not notice.asked_again:
        raise Later("a turn mail may carry it yet", at)
    told = heard(lines)
    return Letter(
        template="talk",
        to=to,
        subject=threads.subject(match, to),
        context={"talk": told, "link": addresses.of_talk(seat)},
        match=match,
        talk=told.last,
        brief=[f"{line.name}: {line.words}" for line in told.lines],
        unsubscribe=addresses.of_preference(to, Kind.TALK),
        one_click=True,
        message_id=notice.message_id,
    )
