"""Tells that a match stands still: its players, and who keeps the server."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries, services
from games.tables import Match
from notifications import addresses
from notifications.letters import Letter, Recipient, in_template
from notifications.mails import threads
from notifications.mails.checking import Dropped, seat_of
from notifications.models import Kind, Notice


def stopped(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail; nothing in it is hidden from anybody, an administrator included (R8.5)."""
    match = notice.match
    if match is None or not match.fault:
        raise Dropped("the match goes on")
    words = _to_player(notice, match) if to.player else _to_administrator(match)
    return Letter(
        template="stopped",
        to=to,
        subject=threads.subject(match, to)
        if to.player
        else _("Chicken Foot: a table stands still"),
        context=words,
        brief=[in_template("stopped_words.txt", words)],
        match=match,
        unsubscribe=addresses.of_preference(to, Kind.STOPPED),
        one_click=to.player is not None,
        message_id=notice.message_id,
    )


def _to_player(notice: Notice, match: Match) -> dict[str, object]:
    if match.is_over:
        return {"is_over": True}
    return {"is_over": False, "link": addresses.of_seat(seat_of(notice))}


def _to_administrator(match: Match) -> dict[str, object]:
    page = services.absolute(reverse("admin:games_match_change", args=[match.pk]))
    return {
        "administers": True,
        "fault": queries.fault_in_words(match.fault),
        "number": match.pk,
        "link": page,
    }
