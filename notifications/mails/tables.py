"""A table as a mail shows it, from nothing but what its receiver's seat may know (R8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games import queries
from games.engine import Command, PlaceTile, SeatView, Tile
from games.queries import PublicHead, TablePage
from games.queries.naming import joined_to, laid
from games.queries.sentences import why_only_some
from games.tables import Choice, Match, Seat
from notifications import addresses
from notifications.letters import Picture
from notifications.mails import pictures, times
from notifications.replies.writing import in_reply

PICTURES: Final = 4
MOVES: Final = 12


@dataclass(frozen=True)
class Move:
    """A move that may be made, and the link that lays it."""

    text: str
    link: str
    reply: str
    """The same as a line of a reply."""


@dataclass(frozen=True)
class Table:
    """One round that waits for its receiver."""

    round: int
    rounds: int
    until: str
    head: PublicHead
    link: str
    hand: Sequence[str]
    moves: Sequence[Move]
    more_moves: bool
    lines: Sequence[str]
    why: str
    words: Sequence[str]
    scores: Sequence[tuple[str, int]]
    picture: Picture | None


def show(
    match: Match, seat: Seat, choices: Sequence[Choice], link: str, before: int = 0
) -> list[Table]:
    """Return the tables of these choices; only the first few have pictures and moves as links.

    `before` is how many the mail shows before these.
    """
    return [_table(match, seat, choice, link, n) for n, choice in enumerate(choices, before)]


def _table(match: Match, seat: Seat, choice: Choice, link: str, place: int) -> Table:
    page = queries.table_page(match, seat.number, choice.round)
    moves = list(_moves(page.view, choice, link)) if place < PICTURES else []
    return Table(
        round=choice.round,
        rounds=page.view.rules.rounds,
        until=times.exactly(choice.deadline),
        head=page.head,
        link=addresses.of_choice(link, choice),
        hand=[str(tile) for tile in page.view.hand or ()],
        moves=moves[:MOVES],
        more_moves=len(moves) > MOVES,
        lines=[line.text for line in page.lines],
        why=why_only_some(page.view),
        words=pictures.words(page.view),
        scores=[(line.name, line.total) for line in page.seats],
        picture=pictures.draw(page.view, _newest(page)) if place < PICTURES else None,
    )


def _newest(page: TablePage) -> set[Tile]:
    """Return the tiles that came to lie since the reader's last move."""
    since = page.lines[0].seq if page.lines else 0
    return {
        Tile.parse(str(event.data["tile"]))
        for event in page.happened
        if event.type == "tile_played" and event.seq > since and not event.taken_back
    }


def _moves(view: SeatView, choice: Choice, link: str) -> Iterator[Move]:
    for command in view.legal:
        yield Move(in_words(command), addresses.of_move(link, choice, command), in_reply(command))


def in_words(command: Command) -> str:
    """Return a move as the words of its link."""
    match command:
        case PlaceTile(_seat, tile, None):
            return laid(tile)
        case PlaceTile(_seat, tile, on) if on is not None:
            return _("%(tile)s on %(on)s") % {"tile": laid(tile), "on": joined_to(on)}
    return _("pass")
