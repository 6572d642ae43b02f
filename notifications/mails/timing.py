"""Tells a player what the clock played for them, and how often it may."""

from datetime import datetime

from django.utils.translation import gettext as _

from games import clock, queries
from games.engine import Command, PassTurn, PlaceTile, Tile
from games.queries.following import follow
from games.tables import Match, Seat
from notifications import addresses
from notifications.letters import Letter, Recipient
from notifications.mails import threads
from notifications.mails.checking import Dropped, running_match, seat_of, told_before
from notifications.mails.tables import in_words
from notifications.models import Kind, Notice


def timed_out(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail about everything that was played for them and not told yet."""
    match = running_match(notice, now)
    seat = seat_of(notice)
    after = told_before(notice)
    seqs = {
        event.seq: event.round
        for event in follow(match, after)
        if event.cause == "clock" and event.seat == seat.number
    }
    if not seqs:
        raise Dropped("another mail has told it")
    lines = _lines(match, seat, seqs)
    if not lines:
        raise Dropped("it was taken back")
    return Letter(
        template="timed_out",
        to=to,
        subject=threads.subject(match, to),
        context={
            "lines": lines,
            "strikes": seat.strikes,
            "most": clock.STRIKES_BEFORE_BOT,
            "bot": seat.bot,
            "table_waits": match.out_of_time == Match.OutOfTime.WAIT,
            "link": addresses.of_seat(seat),
        },
        match=match,
        seq=max(seqs),
        brief=[_("Your time ran out, so a bot has moved for you."), *lines],
        unsubscribe=addresses.of_preference(to, Kind.TIMED_OUT),
        one_click=True,
        message_id=notice.message_id,
    )


def _lines(match: Match, seat: Seat, seqs: dict[int, int | None]) -> list[str]:
    """Return the moves in words, a round after the other, without what was taken back."""
    lines = []
    for number in sorted({number for number in seqs.values() if number is not None}):
        for event in queries.see_round(match, number, seat.number).happened:
            if event.seq not in seqs or event.taken_back:
                continue
            if (command := _as_command(event)) is not None:
                words = {"round": number, "move": in_words(command)}
                lines.append(_("Round %(round)s: %(move)s") % words)
    return lines


def _as_command(event: queries.Happened) -> Command | None:
    """Return the move that an event was, for it reads like the moves in other mails."""
    match event.type, event.data:
        case "tile_played", {"seat": int(seat), "tile": str(tile), "on": str(on)}:
            return PlaceTile(seat, Tile.parse(tile), Tile.parse(on))
        case "turn_passed", {"seat": int(seat)}:
            return PassTurn(seat)
    return None
