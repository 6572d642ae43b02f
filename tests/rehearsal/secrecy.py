"""Searches everything that was received for tiles that its receiver could not know (R8).

A tile may stand there by its name in either order, as a pair of numbers, by the name of a double,
in an address, in what a cookie says, or drawn. It is held against what the seat behind the address
could know at that moment of the round that it is named in. The pictures in mails are searched for
words alone: they are drawn by what draws the pages, from the same view.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote_plus

from games.engine import Tile
from tests.rehearsal.received import Archive, Received
from tests.rehearsal.record import Record

NUMBERS = (
    *("blank", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
)
TILE = re.compile(r"(?<!\d)(?<!\d-)(\d{1,2})-(\d{1,2})(?!\d)(?!-\d)")
PAIR = re.compile(r"\[\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\]")
# A drawn tile: its middle line, then the pips of each half; a blank half may have no path.
DRAWN = re.compile(r'class="cf-line"[^>]*/>((?:<path class="cf-pips[^>]*/>)*)')
HALF = re.compile(r'cf-pips-(\d+)"')
DOUBLE = re.compile(r"\bdouble[ -]([a-z]+)", re.IGNORECASE)
MOVE = re.compile(r"\bround=(\d+)&tile=(\d+-\d+)(?:&on=(\d+-\d+))?")
# The tab of another round, on any page of the table.
TAB = re.compile(r"<span>Round (\d+)</span>\s*<small>(\d+-\d+)</small>")
# What was laid in the round before, on the page that a move leads on to.
ONWARDS = re.compile(r'<div class="[^"]*\bonwards\b[^>]* data-round="(\d+)">(.*?)</div>', re.DOTALL)
# Random letters and figures may look like tiles, the numbers of a drawing like pairs of pips.
NOISE = re.compile(
    r"\d+-\w+(?:-\w+)?~[\w~-]*|/m/[\w-]{22}|csrf\w*(?:=|\" value=\")\w+|sessionid=\w+|"
    r"\s(?:d|points|transform|viewBox)=\"[^\"]*\"|<[\w.+-]+@[\w.-]+>|"
    # What is signed, secret or made up: no word of ours mixes capitals, small letters and figures.
    r"(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{16,}"
)
ROUND_HERE = re.compile(r"/replay/(\d+)/|\bRound (\d+)\b(?: of \d+|[^<]{0,3}</h1>)")
PARTS_OF_A_MAIL = re.compile(r"(?=\bRound \d+\b)")


@dataclass(frozen=True)
class Leak:
    """A tile that somebody was told too early, and in what."""

    tile: Tile
    round: int | None
    received: Received

    def __str__(self) -> str:
        return f"{self.received.who} saw {self.tile} of round {self.round}: {self.received.what}"


def leaks(archive: Archive, seats: dict[str, int], record: Record) -> Iterator[Leak]:
    """Yield every tile that an address received before the seat behind it could know it."""
    for received in archive:
        if record.dealt_by(received.at):
            seat = seats[received.who]
            for tile, number in _named(received, record.rules.highest):
                rounds = record.dealt_by(received.at) if number is None else [number]
                if not any(record.could_know(tile, seat, r, received.at) for r in rounds):
                    yield Leak(tile, number, received)


def _named(received: Received, highest: int) -> Iterator[tuple[Tile, int | None]]:
    """Yield the tiles that something names, each with the round that it is named in."""
    headers = "\n".join(f"{name}: {_readable(value)}" for name, value in received.headers)
    body = received.body.decode("utf-8", "replace")
    parts = PARTS_OF_A_MAIL.split(body) if received.what == "mail" else [body]
    for part in [f"{received.what}\n{headers}", *parts]:
        text = NOISE.sub(" ", unescape(part))
        here = ROUND_HERE.search(f"{received.what}\n{text}")
        number = int(next(filter(None, here.groups()))) if here else None
        yield from _elsewhere(text)
        said = [(int(there), words) for there, words in ONWARDS.findall(text)]
        for there, words in [(number, ONWARDS.sub(" ", text)), *said]:
            for low, high in _pairs(TAB.sub(" ", MOVE.sub(" ", words))):
                if low <= highest and high <= highest:
                    yield Tile(low, high), there


def _elsewhere(text: str) -> Iterator[tuple[Tile, int]]:
    """Yield the tiles that stand with a round of their own: moves in addresses, and tabs."""
    for number, *tiles in MOVE.findall(unquote_plus(text)) + TAB.findall(text):
        yield from ((Tile.parse(tile), int(number)) for tile in tiles if tile)


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (TILE, PAIR):
        yield from ((int(a), int(b)) for a, b in pattern.findall(text))
    for halves in DRAWN.findall(text):
        one, other, *_ = [*map(int, HALF.findall(halves)), 0, 0]
        yield one, other
    for word in DOUBLE.findall(text):
        if word.lower() in NUMBERS:
            yield NUMBERS.index(word.lower()), NUMBERS.index(word.lower())


def _readable(value: str) -> str:
    """Return a header with what its signed parts say, for they are only signed."""
    return re.sub(r"[\w-]{16,}(?=:)|(?<=\.)[\w-]{16,}", lambda part: _decoded(part[0]), value)


def _decoded(part: str) -> str:
    try:
        data = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except binascii.Error:
        return " "
    with suppress(zlib.error):
        data = zlib.decompress(data)
    return data.decode("utf-8", "replace")
