"""Tells how a match ended, and where it can be replayed."""

from datetime import datetime

from games import queries
from games.tables import Match
from notifications import addresses
from notifications.letters import Letter, Recipient, in_template
from notifications.mails import threads
from notifications.mails.checking import Dropped, seat_of
from notifications.models import Kind, Notice


def over(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail with points, ranks and the replay's address."""
    match = notice.match
    if match is None or not match.is_over:
        raise Dropped("the match is not over")
    seat = seat_of(notice)
    names = queries.names_of(queries.seats_of(match))
    ranks = match.ranks or [0] * len(names)
    places = sorted(zip(ranks, match.totals, names, range(len(names)), strict=True))
    words = {
        "abandoned": match.state == Match.State.ABANDONED,
        "reason": queries.why_abandoned(match),
        "places": [
            {"rank": rank, "name": name, "total": total, "mine": number == seat.number}
            for rank, total, name, number in places
        ],
        "my_rank": ranks[seat.number],
        "winners": [name for rank, _total, name, _number in places if rank == 1],
        "link": addresses.of_replay(match),
    }
    return Letter(
        template="match_over",
        to=to,
        subject=threads.subject(match, to),
        context=words,
        brief=[
            in_template("match_over_words.txt", words),
            ", ".join(f"{name} {total}" for _rank, total, name, _number in places),
        ],
        match=match,
        unsubscribe=addresses.of_preference(to, Kind.OVER),
        one_click=True,
        message_id=notice.message_id,
    )
