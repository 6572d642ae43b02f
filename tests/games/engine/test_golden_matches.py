"""Matches that were played once for all: each edition of the rulings makes the same of them."""

import io
import json
from collections import deque
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine import (
    Caused,
    Command,
    MatchEnded,
    MatchStarted,
    MatchState,
    PassTurn,
    PlaceTile,
    RoundDealt,
    RoundEnded,
    RoundState,
    Rules,
    RulesRefused,
    TilePlayed,
    TurnPassed,
    deal,
    evolve,
    parse_event,
    play,
    points,
    replay,
    resolve,
    scoring,
    search_start,
    settle,
    start,
)
from games.engine import rules as rulebook
from games.record.check import check

from .golden import GOLDEN, SUMS, kinds
from .matches import Setting, steps

PATHS = sorted(GOLDEN.glob("*.jsonl"))


def stored(path: Path) -> list[Caused]:
    lines = map(json.loads, path.read_text("utf-8").splitlines()[1:])
    return [Caused(parse_event(line["type"], line["data"]), line["cause"]) for line in lines]


def test_there_is_one_of_every_preset_set_and_number_of_seats() -> None:
    assert {kind.path for kind in kinds()} == set(PATHS)


def test_they_never_change() -> None:
    sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in PATHS]
    assert SUMS.read_text("ascii").splitlines() == sums


def played_again(events: list[Caused]) -> Iterator[Caused]:
    """Yield what the engine makes of a match of which only the choices are taken from the log."""
    first, last = events[0].event, events[-1].event
    assert isinstance(first, MatchStarted)
    assert isinstance(last, MatchEnded)
    seed, match = bytes.fromhex(last.seed), start(first)
    chosen = deque(caused for caused in events if caused.cause == "player")
    due = settle(match, seed)
    yield events[0]
    while due:
        yield from due
        for caused in due:
            match = evolve(match, caused.event)
        due = played(match, chosen.popleft(), seed) if chosen else ()


def played(match: MatchState, caused: Caused, seed: bytes) -> tuple[Caused, ...]:
    event = caused.event
    assert isinstance(event, TilePlayed | TurnPassed)
    command: Command = PassTurn(event.seat)
    if isinstance(event, TilePlayed):
        command = PlaceTile(event.seat, event.tile, event.on)
    return play(match, event.round, command, "player", seed)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_choices_make_the_same_match_again(path: Path) -> None:
    assert list(played_again(stored(path))) == stored(path)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_it_replays_to_its_points_and_ranks(path: Path) -> None:
    events = [event for event, _ in stored(path)]
    match = replay(enumerate(events, 1))
    ends = {event.round: event.points for event in events if isinstance(event, RoundEnded)}
    assert {number: points(state) for number, state in match.rounds.items()} == ends
    assert match.points == ends
    assert isinstance(events[-1], MatchEnded)
    assert (match.totals, match.ranks) == (events[-1].totals, events[-1].ranks)
    assert str(check(io.BytesIO(path.read_bytes()))) == f"ok, {len(events)} events"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_it_is_dealt_from_its_opened_seed(path: Path) -> None:
    events = [event for event, _ in stored(path)]
    match, last = replay(enumerate(events, 1)), events[-1]
    assert isinstance(last, MatchEnded)
    for event in events:
        if isinstance(event, RoundDealt):
            before = match.rounds.get(event.round - 1)
            begins = search_start(
                match.rules, match.seats, event.round, before.lead if before else None
            )
            seed = bytes.fromhex(last.seed)
            assert event == deal(match.rules, match.seats, seed, match.words, event.round, begins)


# How a second edition is added: `rules.EDITIONS` names it, the one function that tells the ruling
# asks `rules.edition`, and golden matches of it are laid beside those of the first, which stay.

DOUBLES_COUNT_TWICE = 2


def points_by_edition(state: RoundState, first_edition: Any = scoring.points) -> tuple[int, ...]:
    """Return the points, every double left in a hand counting twice by the second edition."""
    if state.rules.edition < DOUBLES_COUNT_TWICE:
        return tuple(first_edition(state))
    twice = [sum(tile.pips for tile in hand if tile.is_double) for hand in state.hands]
    return tuple(map(sum, zip(first_edition(state), twice, strict=True)))


@pytest.fixture
def second_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "EDITIONS", (1, DOUBLES_COUNT_TWICE))
    monkeypatch.setattr(scoring, "points", points_by_edition)


def test_an_edition_that_is_not_known_is_refused_with_a_sentence() -> None:
    first = stored(PATHS[0])[0].event
    assert isinstance(first, MatchStarted)
    with pytest.raises(RulesRefused, match="edition: These rulings are of a newer program"):
        Rules.from_data(first.rules.to_data() | {"edition": 2}, first.seats)


@pytest.mark.usefixtures("second_edition")
@pytest.mark.parametrize("path", PATHS[::12], ids=lambda path: path.stem)
def test_a_new_edition_leaves_matches_of_the_first_as_they_were(path: Path) -> None:
    assert list(played_again(stored(path))) == stored(path)


@pytest.mark.usefixtures("second_edition")
def test_a_match_is_played_under_the_edition_that_it_began_with() -> None:
    rules = resolve("trains", 4, rounds=1, edition=DOUBLES_COUNT_TWICE)
    *_, last = steps(Setting(rules, 4, bytes(32), Random(5)))
    state = last.after.rounds[1]
    first = Rules.from_data(rules.to_data() | {"edition": 1}, 4)
    assert last.after.points[1] == points_by_edition(state)
    assert any(tile.is_double for hand in state.hands for tile in hand)
    assert points_by_edition(state) != points(state._replace(deal=state.deal._replace(rules=first)))
