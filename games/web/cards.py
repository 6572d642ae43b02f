"""What stands on the card of a link: only what whoever has the address may see (R8)."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.core.cache.backends.locmem import LocMemCache
from django.utils.translation import gettext as _

from games import drawing, queries
from games.drawing.card import Words
from games.engine import Placement, SeatView, Tile
from games.queries import ReplayPage, ReplaySeat, ResultPage, SeatLine, Standing, TablePage
from games.queries.naming import legible, several
from games.services.darkroom import Busy
from games.tables import Match
from games.web.budget import Budget

Seated = ReplaySeat | SeatLine | Standing
EDITION: Final = 1
"""To be raised when cards are drawn in another way, so that nobody is shown an old one."""
# At most 60 KB each, in the memory of the process.
_KEPT: Final = 64
_kept = LocMemCache(
    "cards", {"TIMEOUT": None, "OPTIONS": {"MAX_ENTRIES": _KEPT, "CULL_FREQUENCY": _KEPT}}
)
# A card takes about a tenth of a second: some forty at once, and then one a second.
_budget = Budget(reserve=4.0, share=0.1)


@dataclass(frozen=True)
class Card:
    """A card before it is drawn: nothing is in it that does not stand on it.

    Without placements it shows the sign of the house.
    """

    words: Words
    placements: tuple[Placement, ...] | None = None
    arms: int = 0
    newest: frozenset[Tile] = frozenset()

    @cached_property
    def mark(self) -> str:
        """What is another for every other picture."""
        newest = sorted(map(str, self.newest))
        shown = repr((EDITION, self.words, self.placements, self.arms, newest))
        return hashlib.sha256(shown.encode()).hexdigest()[:20]


def drawn(card: Card) -> bytes:
    """Return a card as a PNG, drawn once for all who ask for it, also at once; raises `Busy`.

    A link that is shared has one card, so who shares and who shows links asks for few; who goes
    through all the steps of all matches is told to come again.
    """
    mark = card.mark
    try:
        return _found(mark) or _drawn_anew(mark, card)
    except Busy:
        # It may have been drawn for somebody else while this one waited for the pencil.
        found = _found(mark)
        if found is None:
            raise
        return found


def _drawn_anew(mark: str, card: Card) -> bytes:
    with _budget.spend():
        found = _found(mark)
        if found is None:
            found = drawing.card(card.words, card.placements, card.arms, card.newest)
            _kept.set(mark, found)
        return found


def _found(mark: str) -> bytes | None:
    kept: bytes | None = _kept.get(mark)
    return kept


def plain() -> Card:
    """Return the card of a page that has no table for everybody to see."""
    return Card(
        Words(
            brand=_("Chicken Foot"),
            headline=_("Dominoes with people who live far away"),
            line=_("Chicken Foot, a game of dominoes by mail."),
        )
    )


def of_step(page: ReplayPage) -> Card:
    """Return the card of a step: its table, its round, and the points up to there."""
    step = _("step %(step)s of %(last)s") % {"step": page.step, "last": page.last_step}
    return _of_round(page.view, step, page.seats, page.played)


def of_table(page: TablePage) -> Card:
    """Return the card of a table that is watched: as it is now, and who is to move."""
    view = page.view
    if view.turn is None:
        state = _("Round %(number)s is over") % {"number": view.round}
    else:
        state = _("%(name)s is to move") % {"name": _name(page.seats[view.turn])}
    newest = view.placements[-1].tile if view.placements else None
    return _of_round(view, state, page.seats, newest)


def _of_round(view: SeatView, line: str, seats: Sequence[Seated], newest: Tile | None) -> Card:
    return Card(
        words=Words(
            brand=_("Chicken Foot"),
            headline=_("Round %(number)s") % {"number": view.round},
            line=line,
            rows=tuple((_name(seat), str(seat.total)) for seat in seats),
        ),
        placements=view.placements,
        arms=view.rules.arms,
        newest=frozenset([newest] if newest else []),
    )


def of_result(match: Match, page: ResultPage) -> Card:
    """Return the card of a match that is over: who won, all points, and the last table, if any."""
    words = Words(
        brand=_("Chicken Foot"),
        headline=result_said(page),
        rows=tuple((_name(standing), str(standing.total)) for standing in page.standings),
    )
    if not page.rounds:
        return Card(words)
    number = max(number for number, _starter in page.rounds)
    shown = queries.replay_page(match, None, number, queries.last_step(match, number))
    return Card(words, shown.view.placements, shown.view.rules.arms)


def result_said(page: ResultPage) -> str:
    """Return how a match ended, in a few words."""
    first = [standing for standing in page.standings if standing.rank == 1]
    if first:
        return _("%(names)s won") % {"names": several(_name(standing) for standing in first)}
    return _("This match was called off")


def points_said(seats: Sequence[Seated]) -> str:
    """Return everybody's points as a sentence."""
    points = [_("%(name)s %(points)s") % {"name": s.name, "points": s.total} for s in seats]
    return _("Points: %(points)s.") % {"points": ", ".join(points)}


def _name(seat: Seated) -> str:
    return legible(seat.name, seat.number)
