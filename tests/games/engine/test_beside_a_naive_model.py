"""The engine in lockstep with a second, naive model: the same at every step of random matches."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine import (
    Caused,
    Command,
    MatchEnded,
    MatchState,
    PlaceTile,
    RoundDealt,
    RoundEnded,
    Tile,
    commitment,
    evolve,
    legal,
    play,
    resolve,
    seat_range,
    settle,
    start,
)

from . import naive
from .matches import Setting, first_event


def setting(number: int) -> Setting:
    """Return the options of the random match of this number."""
    chance = Random(number)
    preset = chance.choice(["trains", "four-arms"])
    highest = chance.choice([6, 6, 9, 9, 9, 12, 15, 18])
    seats = chance.choice(list(seat_range(preset, highest)))
    most = (highest + 1) * (highest + 2) // 2 // seats - 1
    rules = resolve(
        preset,
        seats,
        highest=highest,
        hand_size=chance.randint(1, min(most, 12)),
        arms=chance.randint(seats if preset == "trains" else 2, 8),
        opening=chance.choice(["set_aside", "holder"]),
        yard_reserve=0,
        drawn_tile=chance.choice(["must_play", "may_play"]),
        double_blank=chance.choice([0, 50]),
        rounds=chance.randint(1, 3),
        tie_break=chance.choice(["shared", "zero_rounds"]),
        pace=chance.choice(["in_turn", "side_by_side"]),
    )
    left = (highest + 1) * (highest + 2) // 2 - seats * rules.hand_size - 1
    rules = type(rules).from_data(
        rules.to_data() | {"yard_reserve": chance.randint(0, min(left, 4))}, seats
    )
    return Setting(rules, seats, chance.randbytes(32), chance)


class Both:
    """A match of the engine, and the naive rounds that are played beside it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rules: dict[str, Any] = setting.rules.to_data()
        self.match = start(first_event(setting))
        self.rounds: dict[int, naive.NaiveRound] = {}
        self.points: list[list[int]] = []
        self.follow(settle(self.match, setting.seed))

    def follow(self, due: tuple[Caused, ...]) -> None:
        """Take what the engine wrote; whatever is forced must be just what the model says."""
        expected: list[naive.Event] = []
        for event, cause in due:
            self.match = evolve(self.match, event)
            match event:
                case RoundDealt():
                    assert not expected
                    assert event.round == len(self.rounds) + 1
                    assert event.first == self.first_of(event)
                    dealt = naive.NaiveRound(self.rules, self.setting.seats, event.to_data())
                    self.rounds[event.round] = dealt
                    expected = dealt.settle()
                case MatchEnded():
                    assert not expected
                    assert list(event.totals) == self.totals()
                    assert list(event.ranks) == naive.ranks(self.points, self.rules["tie_break"])
                case _ if cause in {"forced", "system"}:
                    assert self.as_naive(event) == expected.pop(0)
                case _:
                    made = self.rounds[event.round]
                    assert self.as_naive(event) == made.choose(_naive_choice(event))
                    expected = made.settle()
        assert not expected

    def first_of(self, event: RoundDealt) -> int:
        """Return where the search must begin (R2.4); a shuffle decides it with `set_aside`."""
        if self.rules["opening"] == "set_aside":
            return event.first
        if event.round == 1 or self.rules["pace"] == "side_by_side":
            return (event.round - 1) % self.setting.seats
        lead = self.rounds[event.round - 1].lead
        assert lead is not None
        return (lead + 1) % self.setting.seats

    def as_naive(self, event: Any) -> naive.Event:
        """Return the engine's event as the naive model tells it."""
        data = event.to_data()
        if isinstance(event, RoundEnded):
            self.points.append(data["points"])
            assert data["totals"] == self.totals()
            return (event.type, event.round, event.reason, data["points"])
        return (event.type, *data.values())

    def totals(self) -> list[int]:
        """Return the sums of all points so far."""
        return [sum(column) for column in zip(*self.points, strict=True)]

    def waiting(self) -> list[int]:
        """Return the rounds that wait for a choice, held against the model's."""
        found = [number for number, state in self.match.rounds.items() if len(legal(state)) > 1]
        assert found == [number for number, made in self.rounds.items() if not made.over]
        return found

    def options(self, number: int) -> list[Command]:
        """Return the legal commands of a round, held against the model's."""
        commands = list(legal(self.match.rounds[number]))
        assert sorted(map(_as_choice, commands), key=str) == sorted(
            self.rounds[number].choices(), key=str
        )
        return commands


def _as_choice(command: Command) -> naive.Choice:
    return (str(command.tile), str(command.on)) if isinstance(command, PlaceTile) else None


def _naive_choice(event: Any) -> naive.Choice:
    tile: Tile | None = getattr(event, "tile", None)
    return None if tile is None else (str(tile), str(event.on))


def play_both(number: int) -> Iterator[MatchState]:
    """Play the random match of this number with both to its end, and yield every state."""
    both = Both(setting(number))
    chance = both.setting.chance
    while waiting := both.waiting():
        round_number = chance.choice(waiting)
        command = chance.choice(both.options(round_number))
        both.follow(play(both.match, round_number, command, "player", both.setting.seed))
        yield both.match
    assert both.match.ended == "ended"
    assert both.match.seed_commitment == commitment(both.setting.seed)


@pytest.mark.parametrize("start_at", range(0, 30, 10))
def test_engine_and_naive_model_agree_at_every_step(start_at: int) -> None:
    for number in range(start_at, start_at + 10):
        assert list(play_both(number)) is not None


@pytest.mark.proof
@pytest.mark.parametrize("start_at", range(30, 2030, 250))
def test_engine_and_naive_model_agree_in_two_thousand_matches(start_at: int) -> None:
    for number in range(start_at, start_at + 250):
        assert list(play_both(number)) is not None
