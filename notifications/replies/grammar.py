"""Reads the lines of a reply as what they ask for: one move a line (MAIL.md, Moves by reply)."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils import translation

from games.engine import Tile, TileMalformed, Wish
from games.queries.naming import joined_to, laid
from notifications.replies import words
from notifications.replies.words import plain


@dataclass(frozen=True)
class Play:
    """Lay a tile; on what, if it was said."""

    tile: Tile
    on: Tile | None = None


@dataclass(frozen=True)
class Pass:
    """Let the turn go by."""


@dataclass(frozen=True)
class Resign:
    """Give the seat up for good."""


@dataclass(frozen=True)
class Plan:
    """Put a plan for coming turns in the place of the one before."""

    wishes: tuple[Wish, ...]


@dataclass(frozen=True)
class Say:
    """Say a line at the table, as it was written."""

    words: str


Act = Play | Pass | Resign | Plan | Say


@dataclass(frozen=True)
class Line:
    """What a line asks for, in the round that stands before it; `text` is as it was written."""

    text: str
    act: Act
    round: int | None = None


class Unclear(ValueError):
    """A line that is no move; nothing of its reply is played."""

    def __init__(self, line: str) -> None:
        self.line = line
        super().__init__("no move")


_MOST_LINES: Final = 30
_HIGHEST: Final = Tile.parse("18-18").high
_AROUND: Final = "*•.!;:, "
_DOUBLES: Final = [Tile(pips, pips) for pips in range(_HIGHEST, -1, -1)]
_TILE: Final = r"\[?(\d{1,2})\s?[-/|]\s?(\d{1,2})\]?"
_LIKE_A_TILE: Final = re.compile(r"(?<![\d-])\d{1,2}\s?-\s?\d{1,2}(?![\d-])")


def _any_of(meaning: str) -> str:
    return "|".join(map(re.escape, words.spelled(meaning)))


_ON: Final = _any_of(words.ON)
_NUMBERED: Final = re.compile(
    rf"(?:(?:{_any_of(words.ROUND)}) (\d{{1,2}}) ?[:.,)]?|(\d{{1,2}}) ?[:.)]) ?(.+)"
)
_PLAY: Final = re.compile(
    # Uzbek says on what last: `9-4 9-9 ga`.
    rf"{_TILE}(?: ?(?:{_ON}|->|→|@),? ?{_TILE}| {_TILE}(?: ?(?:{_ON}))?)?"
)
_SPOKEN: Final[Mapping[str, Act]] = {
    **dict.fromkeys(words.spelled(words.PASS), Pass()),
    **dict.fromkeys(words.spelled(words.RESIGN), Resign()),
}
_SAID: Final = re.compile(r"\s*([^\W\d_]+)(?:\s*:\s*|\s+)(\S.*)")
_PLAN: Final = re.compile(rf"(?:{_any_of(words.PLAN)})(?: ?: ?| )(.+)")


def read(lines: Iterable[str]) -> list[Line]:
    """Return what the lines ask for, in order; raises `Unclear` for the first that is no move.

    A farewell may follow after an empty line: words with nothing in them like a tile. Greetings
    and remarks between moves are unclear, for a tile that is only spoken of must not be played.
    """
    read_lines: list[Line] = []
    kept = [line.strip() for line in lines]
    for number, line in enumerate(kept):
        if not plain(line):
            continue
        said = _read_line(line)
        if said is None:
            if read_lines and not plain(kept[number - 1]) and _says_farewell(kept[number:]):
                break
            raise Unclear(line)
        read_lines.append(said)
        if len(read_lines) > _MOST_LINES:
            raise Unclear(line)
    return read_lines


def _says_farewell(lines: Sequence[str]) -> bool:
    return not any(_LIKE_A_TILE.search(plain(line)) or _read_line(line) for line in lines)


def _read_line(line: str) -> Line | None:
    if found := _SAID.fullmatch(unicodedata.normalize("NFC", line)):
        word, said = found.groups()
        if plain(word) in words.spelled(words.SAY):
            return Line(line, Say(said))
    text = _named(plain(line)).strip(_AROUND)
    number = None
    if found := _NUMBERED.fullmatch(text):
        number, text = int(found[1] or found[2]), found[3]
    act = _act(text)
    return None if act is None else Line(line, act, number)


def _act(text: str) -> Act | None:
    if text in _SPOKEN:
        return _SPOKEN[text]
    if found := _PLAN.fullmatch(text):
        plays = [_play(part.strip()) for part in re.split("[,;]", found[1])]
        wishes = [Wish(play.tile, play.on) for play in plays if play is not None]
        return Plan(tuple(wishes)) if len(wishes) == len(plays) else None
    return _play(text)


def _play(text: str) -> Play | None:
    found = _PLAY.fullmatch(text)
    if found is None:
        return None
    one, other, *places = found.groups()
    on = [pips for pips in places if pips is not None]
    try:
        tile = Tile(int(one), int(other))
        return Play(tile, Tile(int(on[0]), int(on[1])) if on else None)
    except TileMalformed:
        return None


def _named(text: str) -> str:
    """Return a plain line with `9-9` for what mails call the double nine, in the reader's language.

    Who copies a move out of the mail is understood too.
    """
    for name, tile in _names_of_doubles(translation.get_language()):
        text = text.replace(name, tile)
    return text


@cache
def _names_of_doubles(_language: str | None) -> list[tuple[str, str]]:
    """Return what the reader's language, which the caller has set, calls each double."""
    return [
        (name, str(tile))
        for tile in _DOUBLES
        for name in dict.fromkeys([plain(laid(tile)), plain(joined_to(tile))])
    ]
