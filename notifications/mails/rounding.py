"""Tells how rounds ended, in a mail of its own or in the turn mail that leaves first."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.queries.round_ends import RoundEnd, round_end
from games.tables import Match, Round, Seat
from notifications import addresses, preferences, rounds
from notifications.letters import Gathered, Letter, Recipient
from notifications.mails import threads
from notifications.mails.checking import Dropped, Later, readable_match, seat_of
from notifications.models import Kind, Notice

SOON: Final = timedelta(minutes=1)


@dataclass(frozen=True)
class Told:
    """How one round ended: why, and who begins the next, in sentences; and the points."""

    end: RoundEnd
    how: str
    next: str

    @property
    def lines(self) -> list[str]:
        """All of it in sentences, the points with the totals so far."""
        scores = [
            _("%(name)s %(points)s (%(total)s in all)")
            % {"name": name, "points": points, "total": total}
            for name, points, total in self.end.scores
        ]
        points = _("Points: %(scores)s.") % {"scores": ", ".join(scores)}
        return [self.how, points, *filter(None, [self.next])]


@dataclass
class Ends:
    """How rounds ended, and what becomes of the notices of those ends when the mail leaves."""

    rounds: list[Told] = field(default_factory=list)
    gathered: list[Gathered] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """All of them in sentences."""
        return [line for told in self.rounds for line in told.lines]


def round_over(notice: Notice, to: Recipient, now: datetime) -> Letter:
    """Return the mail about every round that ended and was not told yet.

    Who gets a turn mail about the match by then needs none: it tells the ends of rounds too. So
    this one lets the turn mail go first. The end of the match tells the last round's.
    """
    match, seat = readable_match(notice), seat_of(notice)
    if notice.state == Notice.State.LEASED and not notice.asked_again:
        _let_turn_mail_go_first(notice, now)
    ends = _ends(match, seat, [notice, *rounds.beside(notice)])
    if not ends.rounds:
        raise Dropped("its end was taken back", gathered=ends.gathered)
    link = addresses.of_seat(seat)
    return Letter(
        template="round_over",
        to=to,
        subject=threads.subject(match, to),
        context={"lines": ends.lines, "rounds": ends.rounds, "link": link},
        match=match,
        brief=ends.lines,
        gathered=[one for one in ends.gathered if one.notice != notice.pk],
        unsubscribe=addresses.of_preference(to, Kind.ROUND_OVER),
        one_click=True,
        message_id=notice.message_id,
    )


def told_beside(notice: Notice, match: Match, seat: Seat) -> Ends:
    """Return the ends of rounds that a turn mail takes along, none for who wants none of them."""
    if notice.player is None or not preferences.wants(notice.player, Kind.ROUND_OVER):
        return Ends()
    return _ends(match, seat, rounds.beside(notice))


def _let_turn_mail_go_first(notice: Notice, now: datetime) -> None:
    turn = Notice.objects.filter(kind=Kind.TURN, match=notice.match, player=notice.player)
    if turn.filter(state=Notice.State.DUE, due_at__lte=now + SOON).exists():
        raise Later("a turn mail tells it first", now + SOON)


def _ends(match: Match, seat: Seat, notices: Iterable[Notice]) -> Ends:
    found = Ends()
    for notice in notices:
        ended = _end(match, seat, notice.seq)
        if ended is None:
            found.gathered.append(Gathered(notice.pk, dropped="its end was taken back"))
            continue
        found.rounds.append(in_words(ended))
        found.gathered.append(Gathered(notice.pk, seq=notice.seq))
    return found


def _end(match: Match, seat: Seat, seq: int) -> RoundEnd | None:
    """Return the round that ended with an event; its row says so until the end is taken back."""
    ended = Round.objects.filter(match=match, dealt_seq__lt=seq, last_seq=seq).first()
    return round_end(match, ended.number, seat.number) if ended is not None else None


def in_words(ended: RoundEnd) -> Told:
    """Return how a round ended in sentences."""
    words = {"round": ended.round, "name": ended.out}
    if ended.out:
        how = _("Round %(round)s is over: %(name)s went out.") % words
    elif ended.blocked:
        how = _("Round %(round)s is over: nobody could play on.") % words
    else:
        how = _("Round %(round)s is over.") % words
    begins = {"name": ended.opener, "round": ended.round + 1}
    following = _("%(name)s begins round %(round)s.") % begins if ended.opener else ""
    return Told(ended, how, following)
