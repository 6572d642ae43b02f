"""The lines of moves, nearly all that a record has: checked by one pattern, if they are good."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import Final

from games.engine import CAUSES, Tile, TileDrawn, TilePlayed, TurnPassed, tile_set
from games.engine.canonical import digest_of_text
from games.engine.tiles import SETS
from games.store import Stored

from .faults import Checked

_CAUSE: Final = "|".join(sorted(CAUSES - {"system"}))
_NUMBER: Final = "(0|[1-9][0-9]{0,8})"
_MOVE: Final = re.compile(
    '({"at":"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z)",'
    f'"cause":"({_CAUSE})","data":'
    f'({{(?:"on":(null|"[-0-9]+"),)?"round":{_NUMBER},"seat":{_NUMBER}(?:,"tile":("[-0-9]+"))?}}),)'
    f'"digest":"([0-9a-f]{{64}})",("seq":{_NUMBER},"type":"(tile_drawn|tile_played|turn_passed)"}})'
)
"""What this matches is canonical JSON (RECORD.md): the fields are in order, no text in it has a
letter that could be escaped, and its numbers are written in the one way there is."""
_DATA: Final = re.compile(
    f'{{(?:"on":(null|"[-0-9]+"),)?"round":{_NUMBER},"seat":{_NUMBER}(?:,"tile":("[-0-9]+"))?}}'
)
"""The same for the data of a stored event, which lies apart from its other fields."""
_AT: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z")
_MOVERS: Final = CAUSES - {"system"}
_KINDS: Final = frozenset({"tile_drawn", "tile_played", "turn_passed"})
_TILES: Final = {f'"{tile}"': tile for tile in tile_set(SETS[-1])}
_ON: Final[dict[str, Tile | None]] = {"null": None, **_TILES}


def good_move(text: str, seq: int, previous: str, not_before: str) -> Checked | None:
    """Return the draw, play or pass that a line holds, if nothing is wrong with the line.

    None says that it is another event's line, or that something is wrong with it and has still to
    be found.
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        return None
    head, at, cause, data, on, number, seat, tile, digest, tail, said, kind = found.groups()
    if int(said) != seq or at < not_before or digest != digest_of_text(previous, head + tail):
        return None
    try:
        # What came at once carries one time, and that has been looked at.
        if at != not_before:
            datetime.fromisoformat(at)
        event = _event(kind, number, seat, tile, on)
    except (ValueError, KeyError):
        return None
    return Checked(seq, kind, cause, at, data, digest, event)


def good_stored_move(row: Stored, seq: int, previous: str, not_before: str) -> Checked | None:
    """Return what `good_move` returns for the line of a stored event, without making the line."""
    stored_seq, _round, kind, cause, at, data, digest = row
    found = _DATA.fullmatch(data)
    if found is None or kind not in _KINDS or cause not in _MOVERS or stored_seq != seq:
        return None
    body = f'{{"at":"{at}","cause":"{cause}","data":{data},"seq":{seq},"type":"{kind}"}}'
    if at < not_before or digest != digest_of_text(previous, body):
        return None
    on, number, seat, tile = found.groups()
    try:
        # What came at once carries one time, and that has been looked at.
        if at != not_before and datetime.fromisoformat(at) and not _AT.fullmatch(at):
            return None
        event = _event(kind, number, seat, tile, on)
    except (ValueError, KeyError):
        return None
    return Checked(seq, kind, cause, at, data, digest, event)


# Matches say the same some ten thousand moves again and again.
@lru_cache(maxsize=32_768)
def _event(
    kind: str, number: str, place: str, tile: str, on: str
) -> TilePlayed | TileDrawn | TurnPassed:
    """Return the move; raises KeyError for no tile and ValueError for fields of another type."""
    round, seat = int(number), int(place)  # noqa: A001 - the record's own word
    if kind == "tile_played":
        return TilePlayed(round, seat, _TILES[tile], _ON[on])
    if on is None and kind == "tile_drawn":
        return TileDrawn(round, seat, _TILES[tile])
    if on is None and tile is None:
        return TurnPassed(round, seat)
    raise ValueError(kind)
