"""Short mails about who sits where: somebody has come, a seat has changed hands."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import queries, services
from games.tables import Match, Seat, Tenure
from notifications import addresses
from notifications.letters import Gathered, Letter, Recipient
from notifications.mails import threads
from notifications.mails.checking import Dropped
from notifications.members import JOINED
from notifications.models import Kind, Notice


def member(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail about everybody who came or went and was not told yet.

    Who sat down is no news any more once the table has begun: the turn mails tell that it has.
    """
    match = notice.match
    if match is None or match.is_over or match.fault or match.state == Match.State.CANCELLED:
        raise Dropped("the table is no more")
    seat = Seat.objects.filter(match=match, player=notice.player).first()
    others = _beside(notice)
    came = _came(match, [notice, *others]) if match.state == Match.State.WAITING else []
    lines = [*came, *_changed(match, seat, [notice, *others])]
    gathered = [Gathered(other.pk, seq=other.seq) for other in others]
    if not lines:
        raise Dropped("it is so no more, or the table has begun", gathered=gathered)
    if came:
        lines.append(_what_now(match))
    link = addresses.of_seat(seat) if seat is not None else _page_of(match)
    return Letter(
        template="correction",
        to=to,
        subject=threads.subject(match, to),
        context={"lines": lines, "until": [], "link": link},
        match=match,
        brief=lines,
        gathered=gathered,
        unsubscribe=addresses.of_preference(to, Kind.MEMBER),
        one_click=True,
        message_id=notice.message_id,
    )


def _beside(notice: Notice) -> Sequence[Notice]:
    due = Notice.objects.filter(
        kind=Kind.MEMBER, match=notice.match, player=notice.player, state=Notice.State.DUE
    )
    return list(due.exclude(pk=notice.pk).order_by("pk"))


def _came(match: Match, notices: Sequence[Notice]) -> list[str]:
    """Return who has sat down and sits there still."""
    keys = [notice.key for notice in notices if notice.key.startswith(JOINED)]
    found = Tenure.objects.filter(pk__in=[int(key.removeprefix(JOINED)) for key in keys])
    return [
        _("%(name)s has sat down at your table.") % {"name": tenure.seat.name}
        for tenure in found.filter(seat__match=match).select_related("seat__player").order_by("pk")
        if tenure.number == tenure.seat.tenure and tenure.seat.is_person
    ]


def _changed(match: Match, seat: Seat | None, notices: Sequence[Notice]) -> list[str]:
    """Return what changed hands, of each seat the last change only."""
    seqs = {notice.seq for notice in notices if not notice.key.startswith(JOINED)}
    if not seqs:
        return []
    names = queries.names_of(queries.seats_of(match))
    number = seat.number if seat is not None else None
    last = {event.data["seat"]: event for event in queries.changes_of_seats(match, min(seqs) - 1)}
    return [queries.say(event, names, number) for event in last.values() if event.seq in seqs]


def _what_now(match: Match) -> str:
    free = [seat for seat in match.seats.all() if not seat.is_taken]
    if not free:
        return _("Nobody is missing any more.")
    return ngettext(
        "%(count)s seat is still free.", "%(count)s seats are still free.", len(free)
    ) % {"count": len(free)}


def _page_of(match: Match) -> str:
    return services.absolute(reverse("games:match", args=[match.slug]))
