"""Turn mails and reminders: what waits for the receiver at one match, table by table."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from games.tables import Choice, Match, Seat
from notifications import addresses, turns
from notifications.letters import Letter, Recipient
from notifications.mails import rounding, tables, talking, threads
from notifications.mails.checking import Dropped, Later, running_match, seat_of, waiting_for
from notifications.models import Kind, Notice
from notifications.replies import places, words
from notifications.replies.writing import spoken

# Who was told so lately needs no reminder: at most this, and a quarter of a move's time.
JUST_NOW: Final = timedelta(hours=1)


def turn(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail about all that waits; it leaves once for every choice."""
    match = running_match(notice, now)
    choices = waiting_for(notice)
    if not choices:
        raise Dropped("the move was made")
    if not notice.asked_again:
        _check_turn(to, choices, now)
    return _letter("turn", notice, match, to, choices, told=turns.untold(choices))


def reminder(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail that reminds of all that still waits."""
    match = running_match(notice, now)
    choices = [choice for choice in waiting_for(notice) if choice.deadline > now]
    told = [choice.told_at for choice in choices if choice.told_at is not None]
    if not told:
        raise Dropped("nothing waits that a mail has told of")
    if max(told) > now - min(JUST_NOW, match.turn_time / 4) and not notice.asked_again:
        raise Dropped("a turn mail has just told it")
    return _letter("reminder", notice, match, to, choices)


def _check_turn(to: Recipient, choices: Sequence[Choice], now: datetime) -> None:
    due = turns.due(choices, ZoneInfo(to.time_zone))
    if due is None:
        raise Dropped("another mail has told it")
    if due > now:
        raise Later("the mail before is not answered yet", due)


def _letter(
    template: str,
    notice: Notice,
    match: Match,
    to: Recipient,
    choices: Sequence[Choice],
    told: Sequence[Choice] = (),
) -> Letter:
    seat = seat_of(notice)
    link = addresses.of_seat(seat)
    shown = tables.show(match, seat, choices, link)
    talk = talking.untold(match, seat)
    ends = rounding.told_beside(notice, match, seat)
    return Letter(
        template=template,
        to=to,
        subject=threads.subject(match, to),
        context={
            "tables": shown,
            "ended": ends.lines,
            "first": shown[0],
            "several": len(shown) > 1,
            "link": link,
            "others": _others(seat),
            "table_waits": match.out_of_time == Match.OutOfTime.WAIT,
            "reply_example": _reply_example(shown),
            "reply_say": spoken(words.SAY),
            "talk": talk,
        },
        match=match,
        pictures=[table.picture for table in shown if table.picture is not None],
        told=[choice.pk for choice in told],
        talk=talk.last,
        gathered=ends.gathered,
        unsubscribe=addresses.of_preference(to, Kind(notice.kind)),
        one_click=True,
        reply_to=places.place_for(notice, seat, choices),
        message_id=notice.message_id,
    )


def _reply_example(shown: Sequence[tables.Table]) -> str:
    """Return a move as it can be written in a reply, with its round where several wait."""
    first = shown[0]
    text = first.moves[0].reply if first.moves else ""
    return f"{first.round}: {text}" if len(shown) > 1 else text


def _others(seat: Seat) -> list[str]:
    everybody = seat.match.seats.select_related("player")
    return [other.name for other in everybody if other.number != seat.number]
