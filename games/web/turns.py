"""What a seat is offered: its tiles, then the ends that one fits, then the move laid to confirm."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from games import queries
from games.engine import Command, PassTurn, PlaceTile, Tile
from games.queries import TablePage, sentences
from games.queries.naming import joined_to, laid
from games.web.asking import Asked

Stage = Literal["wait", "tile", "end", "confirm"]


@dataclass(frozen=True)
class HandTile:
    """A tile of my hand, and the ends it fits; without an address it cannot go now."""

    tile: Tile
    href: str = ""
    is_chosen: bool = False
    ends: Sequence[Tile] = ()


@dataclass(frozen=True)
class EndLink:
    """An end that the chosen tile fits."""

    on: Tile
    name: str
    href: str


@dataclass(frozen=True)
class Turn:
    """Where a seat stands in making a move; `note` says what became of what a link asked for."""

    stage: Stage
    hand: Sequence[HandTile] = ()
    tile: Tile | None = None
    ends: Sequence[EndLink] = ()
    move: Command | None = None
    pass_href: str = ""
    note: str = ""


def turn_of(page: TablePage, asked: Asked) -> Turn:
    """Return what to offer a seat that followed a link to its table."""
    note = _outdated(page, asked)
    asked = Asked() if note else asked
    if not page.can_choose:
        return Turn("wait", _hand(page, None), note=note or _refused(page, asked))
    command, ends = _chosen(page, asked)
    if command is not None:
        tile = getattr(command, "tile", None)
        return Turn("confirm", _hand(page, tile), tile, move=command)
    if ends:
        return Turn("end", _hand(page, asked.tile), asked.tile, ends)
    passes = any(isinstance(command, PassTurn) for command in page.view.legal)
    return Turn(
        "tile",
        _hand(page, None),
        pass_href=Asked(page.round, passes=True, seq=page.last_seq).query() if passes else "",
        note=note or _refused(page, asked),
    )


def _chosen(page: TablePage, asked: Asked) -> tuple[Command | None, list[EndLink]]:
    """Return the move a link names, or the ends that are left to choose from."""
    assert page.seat is not None  # noqa: S101 - only a seat has legal moves
    command = asked.command(page.seat)
    if command in page.view.legal:
        return command, []
    if asked.tile is None or asked.on is not None:
        return None, []
    places = _places(page, asked.tile)
    if len(places) == 1:
        return places[0], []
    return None, [
        EndLink(place.on, joined_to(place.on), _href(page, place.tile, place.on))
        for place in places
        if place.on is not None
    ]


def _places(page: TablePage, tile: Tile) -> list[PlaceTile]:
    return [
        command
        for command in page.view.legal
        if isinstance(command, PlaceTile) and command.tile is tile
    ]


def _hand(page: TablePage, chosen: Tile | None) -> list[HandTile]:
    """Return my hand, each tile that can go with its next step: one end is chosen at once."""
    hand = []
    for tile in page.view.hand or ():
        places = _places(page, tile) if page.can_choose else []
        on = places[0].on if len(places) == 1 else None
        href = _href(page, tile, on) if places else ""
        ends = [place.on for place in places if place.on is not None]
        hand.append(HandTile(tile, href, tile is chosen, ends))
    return hand


def _href(page: TablePage, tile: Tile, on: Tile | None) -> str:
    return Asked(page.round, tile, on, page.last_seq).query()


def _outdated(page: TablePage, asked: Asked) -> str:
    """Return what to say of a link that was made for an earlier table."""
    if asked.seq is None or asked.seq == page.last_seq or page.seat is None:
        return ""
    command = asked.command(page.seat)
    if command is not None and queries.was_played(page, command, asked.seq):
        return _("This move has been played already. Here is the table as it is now.")
    return _("The table has moved on since this link was made. Here it is as it is now.")


def _refused(page: TablePage, asked: Asked) -> str:
    """Return why what a link asked for cannot be done, nothing where it asked for no move."""
    assert page.seat is not None  # noqa: S101 - only a seat asks
    command = asked.command(page.seat)
    if command is not None:
        violation = queries.why_not(page.match, page.round, command)
        return sentences.refusal(violation, page.names) if violation else ""
    if asked.tile is None:
        return ""
    if asked.tile not in (page.view.hand or ()):
        return _("You do not hold %(tile)s.") % {"tile": laid(asked.tile)}
    if not page.can_choose:
        return _("It is not your turn in this round.")
    return _("There is no open end now where %(tile)s can go.") % {"tile": laid(asked.tile)}
