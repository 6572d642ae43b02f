"""What a link or a form asks for, read strictly: what is no move is said to be none."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine import Command, PassTurn, PlaceTile, Tile, TileMalformed

NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
FIELDS: Final = ("round", "tile", "on", "seq", "pass", "talk")


class Malformed(ValueError):
    """A field that is missing, comes twice, or holds what it cannot hold; says it to a person."""


@dataclass(frozen=True)
class Asked:
    """What a link points at; everything may be missing."""

    round: int | None = None
    tile: Tile | None = None
    on: Tile | None = None
    seq: int | None = None
    passes: bool = False
    talk: bool = False
    """Whether it leads to the table's talk instead."""

    def command(self, seat: int) -> Command | None:
        """Return the move that is fully named, if one is."""
        if self.passes:
            return PassTurn(seat)
        if self.tile is not None and self.on is not None:
            return PlaceTile(seat, self.tile, self.on)
        return None

    def query(self) -> str:
        """Return the link's own fields as a query, `?` before them; empty without any."""
        found = {
            "round": self.round,
            "tile": self.tile,
            "on": self.on,
            "seq": self.seq,
            "pass": 1 if self.passes else None,
            "talk": 1 if self.talk else None,
        }
        fields = urlencode({name: value for name, value in found.items() if value is not None})
        return f"?{fields}" if fields else ""


@dataclass(frozen=True)
class Move:
    """A move as a form sends it: complete."""

    round: int
    seq: int
    command: Command


@dataclass(frozen=True)
class Typed:
    """A line of talk as a form sends it, and the key that makes it one however often it comes."""

    words: str = ""
    key: str = ""


@dataclass(frozen=True)
class Waits:
    """A choice that a form speaks of."""

    round: int
    seq: int


def read_link(fields: QueryDict) -> Asked:
    """Return what a link's query asks for; raises `Malformed`."""
    return Asked(
        round=_number(fields, "round"),
        tile=_tile(fields, "tile"),
        on=_tile(fields, "on"),
        seq=_number(fields, "seq"),
        passes=_one(fields, "pass") is not None,
        talk=_one(fields, "talk") is not None,
    )


def read_choice(fields: QueryDict) -> Waits:
    """Return the choice that a form speaks of; raises `Malformed`."""
    asked = read_link(fields)
    if asked.round is None or asked.seq is None:
        raise Malformed(_("The form is not complete: a field of the move is missing."))
    return Waits(asked.round, asked.seq)


def read_form(fields: QueryDict, seat: int) -> Move:
    """Return the move that a form asks for; raises `Malformed`."""
    asked = read_link(fields)
    if asked.passes and asked.tile is not None:
        raise Malformed(_("A move is a tile or a pass, not both."))
    command = asked.command(seat)
    if asked.round is None or asked.seq is None or command is None:
        raise Malformed(_("The form is not complete: a field of the move is missing."))
    return Move(asked.round, asked.seq, command)


def read_words(fields: QueryDict) -> Typed:
    """Return the line that a form brings, empty where it brings none; raises `Malformed`."""
    return Typed(_one(fields, "words") or "", _one(fields, "key") or "")


def read_number(fields: QueryDict, name: str) -> int | None:
    """Return a number that a form or a link may name; raises `Malformed`."""
    return _number(fields, name)


def read_page(fields: QueryDict, name: str) -> int:
    """Return the page of a list that a link asks for, the first for what is no number of one."""
    asked = str(fields.get(name, ""))
    return max(int(asked), 1) if NUMBER.fullmatch(asked) else 1


def _one(fields: QueryDict, name: str) -> str | None:
    values = fields.getlist(name)
    if len(values) > 1:
        raise Malformed(_("A field of the form came twice."))
    return str(values[0]) if values else None


def _number(fields: QueryDict, name: str) -> int | None:
    text = _one(fields, name)
    if text is None:
        return None
    if not NUMBER.fullmatch(text):
        raise Malformed(_("There is no number where one has to be."))
    return int(text)


def _tile(fields: QueryDict, name: str) -> Tile | None:
    text = _one(fields, name)
    if text is None:
        return None
    try:
        return Tile.parse(text)
    except TileMalformed:
        raise Malformed(_("A tile was named that no set has.")) from None
