"""Reads a notation back to the events it tells of, each held to the rules (docs/NOTATION.md)."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from games.engine import (
    Caused,
    Event,
    EventMalformed,
    MatchAbandoned,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    RulesRefused,
    Tile,
    TileDrawn,
    TileMalformed,
    TilePlayed,
    TurnPassed,
    parse_event,
)
from games.engine.fields import moment
from games.record.check import Fault

from .faults import NotationFault
from .following import Following
from .signs import LETTERS, TITLE, scores, tile, with_letters

__all__ = ["TITLE", "Notated", "read"]

LONGEST_LINE: Final = 65_536
_TILE: Final = "[0-9]{1,2}-[0-9]{1,2}"
_NUMBER: Final = "([0-9]{1,6})"
_SEAT: Final = f"([{LETTERS}])"
_SCORES: Final = f"([{LETTERS}] [0-9]{{1,6}}(?:, [{LETTERS}] [0-9]{{1,6}})*)"
_ACT: Final = re.compile(f"(passes)|(draws|places) ({_TILE})|({_TILE})@({_TILE})")
_OPTION: Final = re.compile("([a-z_]{1,40}) ([a-z0-9_-]{1,40})")
_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Notated:
    """What a notation tells: the events of the table, and when the match began and ended."""

    events: tuple[Caused, ...]
    began: str
    """A time as a record writes it, or empty where the notation does not say."""
    ended: str


def read(stream: BinaryIO) -> Notated:
    """Return what a notation tells; raises `NotationFault`, naming the first line that is wrong.

    Every line is held to the rules as it is read, and no more than one is in memory as text.
    """
    reader, number = _Reader(), 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        try:
            reader.take(_text(raw))
        except Fault as fault:
            raise NotationFault(number, with_letters(fault.sentence)) from None
        except (Misread, EventMalformed, RulesRefused, TileMalformed) as fault:
            raise NotationFault(number, str(fault)) from None
    if not reader.following.ended:
        raise NotationFault(number + 1, "The match has not ended.")
    return Notated(tuple(reader.following.events), reader.began, reader.ended)


def _text(raw: bytes) -> str:
    if len(raw) > LONGEST_LINE:
        raise Misread(f"The line is longer than {LONGEST_LINE} bytes.")
    try:
        return raw.decode().strip()
    except UnicodeDecodeError:
        raise Misread("The line is no UTF-8.") from None


class Misread(Exception):
    """A line that is none of the notation's, or stands where it may not."""


class _Reader:
    """Takes line after line, and keeps what a later line completes.

    Nobody else sees it, so what reads a kind of line has the name of that kind.
    """

    def __init__(self) -> None:
        self.began = self.ended = ""
        self.following = Following()
        self._seats = 0
        self._header: dict[str, Any] = {}
        self._deal: dict[str, Any] | None = None
        self._end: dict[str, Any] = {}
        self._is_titled = False

    def take(self, text: str) -> None:
        """Take a line; raises Misread, Fault or what an event raises."""
        if not self._is_titled:
            text = text.removeprefix("\ufeff")
        if not text or text.startswith("#"):
            return
        if not self._is_titled:
            self._is_titled = text == TITLE
            if not self._is_titled:
                raise Misread(f"A notation begins with the line: {TITLE}")
            return
        if not text.startswith("Words:"):
            text = " ".join(text.split())
        for pattern, take in LINES.items():
            if found := pattern.fullmatch(text):
                self._check_place(take)
                take(self, *found.groups())
                return
        raise Misread("This is no line of the notation.")

    def _check_place(self, take: Callable[..., None]) -> None:
        if self._deal is not None and take not in {_Reader.hand, _Reader.yard}:
            raise Misread("The deal above is not complete.")
        if (take in HEAD) == bool(self.following.events):
            raise Misread("The head ends with the Commitment, and all else stands below it.")

    def time(self, name: str, text: str) -> None:
        """Take when the match began or ended."""
        try:
            found = moment(text)
        except ValueError as fault:
            raise Misread(f"The time {fault}.") from None
        if name == "Began":
            self.began = found
        else:
            self.ended = found
        if self.began and self.ended and self.ended < self.began:
            raise Misread("The match ends before it begins.")

    def rules(self, text: str) -> None:
        """Take the options of R1, each with its value."""
        rules: dict[str, int | str] = {}
        for option in text.split(", "):
            found = _OPTION.fullmatch(option)
            if found is None or found[1] in rules:
                raise Misread("Rules are options with their values, each once, commas between.")
            rules[found[1]] = int(found[2]) if found[2].isdigit() else found[2]
        self._header["rules"] = rules

    def seats(self, text: str) -> None:
        """Take the letters of the seats."""
        letters = text.split(" ")
        if letters != list(LETTERS[: len(letters)]):
            raise Misread("Seats have the letters A, B, C …, in this order.")
        self._seats = self._header["seats"] = len(letters)

    def words(self, text: str) -> None:
        """Take a text a seat, in quotation marks."""
        try:
            words = [json.loads(word) for word in _WORD.findall(text)]
            "".join(words).encode()
        except ValueError:
            words = []
        if _WORD.sub("", text).strip() or not words:
            raise Misread("Words are a text a seat in quotation marks, blanks between.")
        self._header["words"] = words

    def commitment(self, text: str) -> None:
        """Take the last line of the head, and begin the match."""
        if set(self._header) != {"rules", "seats", "words"}:
            raise Misread("Rules, Seats and Words stand above the Commitment.")
        self._add(parse_event("match_started", {**self._header, "seed_commitment": text}))

    def deal(self, number: str, starter: str, first: str) -> None:
        """Take the first line of a deal."""
        self._deal = {
            "round": int(number),
            "starter": tile(starter),
            "first": LETTERS.index(first),
            "hands": [],
        }

    def hand(self, letter: str, text: str) -> None:
        """Take a hand, those of the seats before it standing above."""
        deal = self._dealt()
        due = LETTERS[: self._seats][len(deal["hands"]) :]
        if not due.startswith(letter):
            raise Misread("The hands stand in the order of the seats, one a seat.")
        deal["hands"].append(_tiles(text))

    def yard(self, text: str) -> None:
        """Take the yard in drawing order, which completes a deal."""
        deal = self._dealt()
        self._deal = None
        hands = tuple(deal["hands"])
        self._add(
            RoundDealt(deal["round"], deal["starter"], deal["first"], hands, _tiles(text or ""))
        )

    def turn(self, number: str, turn: str, letter: str, text: str) -> None:
        """Take what a seat did in a turn, or in a part of it."""
        self.following.check_turn(int(number), int(turn))
        for act in text.split(", "):
            found = _ACT.fullmatch(act)
            if found is None:
                raise Misread(f"It is none of draws, passes, places and TILE@TILE: {act}")
            self._add(_move(int(number), LETTERS.index(letter), found))

    def round_end(self, number: str, reason: str, text: str) -> None:
        """Take how a round ended and what it cost."""
        points = self._scores(text)
        totals = self.following.totals_with(points)
        self._add(RoundEnded(int(number), reason, points, totals))

    def scores_at_end(self, name: str, text: str) -> None:
        """Take the totals or the ranks."""
        found, due = self._scores(text), self.following.due_end()
        wanted = due.totals if name == "Totals" else due.ranks
        if found != wanted:
            raise Misread(f"The {name.lower()} are {scores(wanted)}.")
        self._end[name.lower()] = found

    def abandoned(self, reason: str) -> None:
        """Take why the match was given up."""
        self._end["reason"] = reason

    def seed(self, text: str) -> None:
        """Take the last line, which ends the match."""
        if set(self._end) == {"reason"}:
            self._add(MatchAbandoned(self._end["reason"], text))
        elif set(self._end) == {"totals", "ranks"}:
            self._add(MatchEnded(self._end["totals"], self._end["ranks"], text))
        else:
            raise Misread("Totals and Ranks, or Abandoned, stand above the Seed.")

    def _add(self, event: Event) -> None:
        self.following.follow(event)

    def _dealt(self) -> dict[str, Any]:
        if self._deal is None:
            raise Misread("A hand and the yard stand below the line of their round.")
        return self._deal

    def _scores(self, text: str) -> tuple[int, ...]:
        pairs = [pair.split(" ") for pair in text.split(", ")]
        if [letter for letter, _number in pairs] != list(LETTERS[: self._seats]):
            raise Misread("Every seat has a number, in the order of the seats.")
        return tuple(int(number) for _letter, number in pairs)


LINES: Final[dict[re.Pattern[str], Callable[..., None]]] = {
    re.compile(f"{_NUMBER}\\.{_NUMBER} {_SEAT} (.+)"): _Reader.turn,
    re.compile("(Began|Ended): (.+)"): _Reader.time,
    re.compile("Rules: (.+)"): _Reader.rules,
    re.compile("Seats: (.+)"): _Reader.seats,
    re.compile("Words:(.*)"): _Reader.words,
    re.compile("Commitment: ([0-9a-f]+)"): _Reader.commitment,
    re.compile(f"Round {_NUMBER}: ({_TILE}), {_SEAT} first"): _Reader.deal,
    re.compile(f"Hand {_SEAT}: (.+)"): _Reader.hand,
    re.compile("Yard:(?: (.+))?"): _Reader.yard,
    re.compile(f"Round {_NUMBER} ([a-z]+): {_SCORES}"): _Reader.round_end,
    re.compile(f"(Totals|Ranks): {_SCORES}"): _Reader.scores_at_end,
    re.compile("Abandoned: ([a-z_]+)"): _Reader.abandoned,
    re.compile("Seed: ([0-9a-f]+)"): _Reader.seed,
}

HEAD: Final = {
    _Reader.time,
    _Reader.rules,
    _Reader.seats,
    _Reader.words,
    _Reader.commitment,
}


def _move(number: int, seat: int, found: re.Match[str]) -> TileDrawn | TilePlayed | TurnPassed:
    passes, verb, alone, laid, on = found.groups()
    if passes:
        return TurnPassed(number, seat)
    if verb == "draws":
        return TileDrawn(number, seat, tile(alone))
    if verb == "places":
        return TilePlayed(number, seat, tile(alone), None)
    return TilePlayed(number, seat, tile(laid), tile(on))


def _tiles(text: str) -> tuple[Tile, ...]:
    names = text.split()
    for name in names:
        if not re.fullmatch(_TILE, name):
            raise Misread(f"It is no tile: {name}")
    return tuple(map(tile, names))
