"""Tells the others at a table that waits whose time has run out, and what they may do."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.tables import Choice
from notifications import addresses
from notifications.letters import Letter, Recipient
from notifications.mails import threads
from notifications.mails.checking import Dropped, running_match, seat_of
from notifications.models import Kind, Notice


def ran_out(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail about every choice that is overdue now; one mail tells of all."""
    match, seat = running_match(notice, now), seat_of(notice)
    overdue = match.choices.filter(ran_out_at__isnull=False).exclude(seat=seat)
    choices = list(overdue.select_related("seat__player").order_by("round"))
    if not choices:
        raise Dropped("the move was made")
    newest = max(choice.ran_out_at for choice in choices if choice.ran_out_at is not None)
    sent = Notice.objects.filter(
        kind=Kind.RAN_OUT, match=match, player=notice.player, state=Notice.State.SENT
    )
    if sent.filter(sent_at__gte=newest).exists() and not notice.asked_again:
        raise Dropped("another mail has told it")
    link = addresses.of_seat(seat)
    lines = [*map(_line, choices), _what_now()]
    return Letter(
        template="correction",
        to=to,
        subject=threads.subject(match, to),
        context={"lines": lines, "until": [], "link": link},
        brief=lines,
        match=match,
        unsubscribe=addresses.of_preference(to, Kind.RAN_OUT),
        one_click=True,
        message_id=notice.message_id,
    )


def _line(choice: Choice) -> str:
    words = {"round": choice.round, "name": choice.seat.name}
    return _("Round %(round)s: the time of %(name)s ran out.") % words


def _what_now() -> str:
    return _(
        "The table waits. On its page each of you may ask for a bot to make that one move, "
        "or go on waiting."
    )
