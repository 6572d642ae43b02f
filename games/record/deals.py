"""Whether a record's deals are possible, and whether they were dealt from the opened seed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain
from typing import Final

from games.engine import (
    Hand,
    MatchStarted,
    MatchState,
    RoundDealt,
    commitment,
    deal,
    search_start,
    tile_set,
)

from .faults import Fault

LONGEST_WORDS: Final = 40
_HEX: Final = re.compile(r"[0-9a-f]{64}")


def check_start(seq: int, event: MatchStarted) -> None:
    """Raise the Fault of words or a commitment that no match starts with."""
    if len(event.words) != event.seats:
        raise Fault(seq, "words", "There is a text for each seat.")
    if any(len(words) > LONGEST_WORDS for words in event.words):
        raise Fault(seq, "words", f"A seat's words have {LONGEST_WORDS} code points at most.")
    if not _HEX.fullmatch(event.seed_commitment):
        raise Fault(seq, "seed", "The commitment is no lower-case hex SHA-256.")


def check_deal(match: MatchState, dealt: int, seq: int, event: RoundDealt) -> None:
    """Raise the Fault of a deal that may not stand there, after `dealt` others."""
    rules = match.rules
    waits = rules.pace == "in_turn" and dealt > len(match.points)
    if event.round != dealt + 1 or event.round > rules.rounds or waits:
        raise Fault(seq, "deal", f"Round {event.round} is not to be dealt here.")
    if event.starter is not rules.starter(event.round):
        raise Fault(seq, "starter", f"Its starter is {rules.starter(event.round)}.")
    sizes = [len(hand) for hand in event.hands]
    if sizes != [rules.hand_size] * match.seats:
        raise Fault(seq, "hands", f"It has {match.seats} hands of {rules.hand_size} tiles.")
    aside = {event.starter} if rules.opening == "set_aside" else set()
    tiles = [*chain(*event.hands), *event.yard]
    wanted = [tile for tile in tile_set(rules.highest) if tile not in aside]
    if len(tiles) != len(wanted) or Hand.of(tiles) != Hand.of(wanted):
        raise Fault(seq, "set", "Hands and yard are not just the tiles of the set.")
    _check_first(match, seq, event)


def _check_first(match: MatchState, seq: int, event: RoundDealt) -> None:
    if not 0 <= event.first < match.seats:
        raise Fault(seq, "first", f"The match has no seat {event.first}.")
    begins = _search_start(match, event.round)
    if match.rules.opening == "holder" and event.first != begins:
        raise Fault(seq, "first", f"The search begins at seat {begins}.")


def check_seed(match: MatchState, deals: Mapping[int, RoundDealt], seq: int, seed: str) -> None:
    """Raise the Fault of a seed that is not the promised one, or did not give these deals."""
    if not _HEX.fullmatch(seed):
        raise Fault(seq, "seed", "The seed is not 32 bytes in lower-case hex.")
    raw = bytes.fromhex(seed)
    if commitment(raw) != match.seed_commitment:
        raise Fault(seq, "seed", "The seed is not the one that match_started promised.")
    for number, event in deals.items():
        begins = _search_start(match, number)
        if deal(match.rules, match.seats, raw, match.words, number, begins) != event:
            raise Fault(seq, "seed", f"Round {number} was not dealt from the seed.")


def _search_start(match: MatchState, number: int) -> int:
    before = match.rounds.get(number - 1)
    return search_start(match.rules, match.seats, number, before.lead if before else None)
