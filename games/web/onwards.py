"""From choice to choice: where a move leads, what was laid, and what waits next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries
from games.queries import MyMove, TableDeadline, TablePage
from games.services import Played
from games.tables import Seat
from games.web import asking, cookies
from games.web.asking import Asked
from games.web.seats import Sitting


@dataclass(frozen=True)
class Onwards:
    """What the page behind a move says of it; without a choice left here, where one waits."""

    round: int
    sentences: Sequence[str]
    next: TableDeadline | None = None


def way(seat: Seat, round_number: int, played: Played) -> str:
    """Return the address a move leads to.

    That is the next round of its match that waits for the seat, else the round it was made in; the
    last move of a match leads to the result.
    """
    seat.match.refresh_from_db(fields=["state"])
    if seat.match.is_over:
        return reverse("games:match", args=[seat.match.slug])
    waits = queries.next_choice(seat, round_number)
    query = Asked(round_number if waits is None else waits.round).query()
    name = "again" if played.again else "done"
    return f"{cookies.path_of(seat)}{query}&{name}={played.seq}"


def after_move(request: HttpRequest, sitting: Sitting, page: TablePage) -> Onwards | None:
    """Return what to say of the move that led to this page, None where none did.

    Another table is told of only to who is signed in: a link opens one seat, and no list of others.
    """
    again = asking.read_number(request.GET, "again")
    seq = asking.read_number(request.GET, "done") if again is None else again
    move = queries.my_move(page, seq) if seq else None
    if move is None:
        return None
    said = [move.text]
    if again is not None:
        said.append(_("This move had been played already; it counts once."))
    said += _here(page, move)
    if page.waiting:
        return Onwards(move.round, said)
    player = None if sitting.by_cookie else sitting.seat.player
    following = queries.next_table(player, page.match) if player else None
    if following is None:
        said.append(_("You get a mail as soon as it is your turn."))
    return Onwards(move.round, said, following)


def _here(page: TablePage, move: MyMove) -> list[str]:
    """Return what became of the round that was played, where the player is, and what waits here."""
    if not page.waiting:
        return [_("Nothing else waits for you at this table.")]
    if move.round == page.round:
        return [_("It is your turn again.")] if page.can_choose else []
    is_over = any(tab.number == move.round and tab.is_over for tab in page.rounds)
    played = _("Round %(number)s is over now.") if is_over else _("That was round %(number)s.")
    here = _("This is round %(number)s.")
    if page.can_choose:
        here = _("This is round %(number)s, and it waits for you too.")
    return [played % {"number": move.round}, here % {"number": page.round}]
