"""Short mails: a pause and its end, what an administrator put right, what the table is asked."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from games import queries
from games.queries import Happened
from games.queries.agreeing import in_words, is_open, missing
from games.tables import Match, Offer, Seat
from notifications import addresses
from notifications.letters import Letter, Recipient
from notifications.mails import threads, times
from notifications.mails.checking import Dropped, readable_match, seat_of, told_before, waiting_for
from notifications.models import Kind, Notice

PAUSES: Final = frozenset({"match_paused", "match_resumed"})


def pause(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail about a pause or its end, whichever is true now."""
    match, seat = readable_match(notice), seat_of(notice)
    found = [event for event in _untold(notice, match) if event.type in PAUSES]
    if not found:
        raise Dropped("another mail has told it")
    return _letter(notice, to, match, seat, found[-1:], until=_until(notice, match))


def correction(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail about all that was put right and not told yet.

    Who has lost their seat by it is told too, without a link.
    """
    match = readable_match(notice)
    seat = Seat.objects.filter(match=match, player=notice.player).first()
    number = seat.number if seat else None
    found = [
        event
        for event in _untold(notice, match)
        if event.type not in PAUSES and _concerns(event, number)
    ]
    if not found:
        raise Dropped("another mail has told it")
    until = _until(notice, match) if seat else []
    return _letter(notice, to, match, seat, found, until=until)


def offer(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail that asks for somebody's yes or no."""
    match, seat = readable_match(notice), seat_of(notice)
    asked = Offer.objects.select_related("tenure").filter(pk=int(notice.key)).first()
    seats = queries.seats_of(match)
    if asked is None or not is_open(asked, seats, list(match.rounds.all())):
        raise Dropped("settled, or the table has moved on")
    if seat not in missing(asked, seats):
        raise Dropped("it was answered")
    name = next(other.name for other in seats if other.pk == asked.tenure.seat_id)
    lines = [in_words(asked, name), _("It is done once everybody has agreed.")]
    return _written(notice, to, match, {"lines": lines, "link": addresses.of_seat(seat)})


def _untold(notice: Notice, match: Match) -> list[Happened]:
    return queries.corrections(match, told_before(notice))


def _concerns(event: Happened, number: int | None) -> bool:
    """Whether a seat is told of an event: a moved deadline is news for the one that has it."""
    if event.type == "deadline_moved":
        return event.data["seat"] == number and event.data["reason"] == "admin"
    return event.type != "match_abandoned"


def _until(notice: Notice, match: Match) -> list[str]:
    """Return until when the receiver has to decide, round by round; nothing in a pause."""
    return [
        _("Round %(round)s: %(until)s")
        % {"round": choice.round, "until": times.exactly(choice.deadline)}
        for choice in (waiting_for(notice) if not match.paused else [])
    ]


def _letter(
    notice: Notice,
    to: Recipient,
    match: Match,
    seat: Seat | None,
    found: Sequence[Happened],
    *,
    until: Sequence[str],
) -> Letter:
    names = queries.names_of(queries.seats_of(match))
    told = [event for event in found if event.type != "deadline_moved" or not until]
    lines = [queries.say(event, names, seat.number if seat else None) for event in told or found]
    link = addresses.of_seat(seat) if seat is not None else ""
    words = {"lines": lines, "until": until, "link": link}
    return _written(notice, to, match, words, seq=found[-1].seq)


def _written(
    notice: Notice, to: Recipient, match: Match, words: dict[str, Any], *, seq: int = 0
) -> Letter:
    return Letter(
        template="correction",
        to=to,
        subject=threads.subject(match, to),
        context=words,
        brief=words["lines"],
        match=match,
        seq=seq,
        unsubscribe=addresses.of_preference(to, Kind(notice.kind)),
        one_click=True,
        message_id=notice.message_id,
    )
