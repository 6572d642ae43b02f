"""A move as a program sends it, read strictly."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any, Final

from django.utils.translation import gettext as _
from rest_framework.parsers import JSONParser

from games.api.refusals import Refused, malformed
from games.api.talk import read_said
from games.engine import Command, PassTurn, PlaceTile, Tile, TileMalformed
from games.services import Said

LONGEST: Final = 6_000
FIELDS: Final = frozenset({"seq", "tile", "on", "pass", "words", "key"})
HIGHEST_SEQ: Final = 2**31 - 1


class BodyParser(JSONParser):
    """JSON that is short, shallow, and names every field once."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - the framework's signature
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        """Return what the body holds; raises a refusal for what is no such JSON."""
        body = stream.read(LONGEST + 1)
        if len(body) > LONGEST:
            raise Refused(413, "too_large", _("The body is too long for a move."), field="body")
        try:
            return json.loads(body.decode(), object_pairs_hook=_once)
        except (ValueError, RecursionError):
            raise malformed("body", _("The body is no JSON.")) from None


@dataclass(frozen=True)
class Move:
    """A move: what is to be done, the last event of its round that the asker saw, and a line."""

    seq: int
    command: Command
    said: Said | None


def read_move(body: object, seat: int) -> Move:
    """Return the move that a body asks for; raises a refusal that names the field."""
    if not isinstance(body, dict):
        raise malformed("body", _("A move is an object."))
    for name in body.keys() - FIELDS:
        raise malformed(str(name)[:40], _("A move has no such field."))
    return Move(_seq(body), _command(body, seat), read_said(body))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise malformed(twice[:40], _("This field comes twice."))
    return found


def _seq(body: Mapping[str, Any]) -> int:
    seq = body.get("seq")
    if type(seq) is not int or not 0 <= seq <= HIGHEST_SEQ:
        raise malformed("seq", _("It is the number of the last event that was seen."))
    return seq


def _command(body: Mapping[str, Any], seat: int) -> Command:
    if "pass" not in body:
        tile = tile_of(body, "tile")
        on = None if "on" in body and body["on"] is None else tile_of(body, "on")
        return PlaceTile(seat, tile, on)
    if body["pass"] is not True:
        raise malformed("pass", _("It is true, or left out."))
    for name in ("tile", "on"):
        if name in body:
            raise malformed(name, _("A move is a tile or a pass, not both."))
    return PassTurn(seat)


def tile_of(body: Mapping[str, Any], name: str) -> Tile:
    """Return the tile that a field names; raises a refusal that names the field."""
    try:
        return Tile.parse(str(body.get(name)))
    except TileMalformed:
        raise malformed(name, _("It is a tile, such as 4-9.")) from None
