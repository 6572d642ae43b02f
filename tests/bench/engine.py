"""The engine beside the games of others, and beside reading JSON."""

import json
import statistics
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from games.engine import (
    Event,
    Hand,
    Playout,
    RoundState,
    Rules,
    Tile,
    parse_event,
    replay,
    resolve,
    tile_set,
)
from tests.bench.measuring import Work, measure, say
from tests.bench.neighbours import playing
from tests.games.engine.matches import Setting, steps

GOOD = Path(__file__).parent.parent / "games" / "data" / "records" / "good"
GAMES = 400
CHANCE = Random(2026)
SHARED = (Tile, Rules, str, type(None))


def run() -> None:
    """Print how fast rounds are played out and replayed, and how much room a state takes."""
    ours: dict[str, Work] = {
        "playouts, trains, 4 seats": lambda: play_out(resolve("trains", 4), 4),
        "playouts, four-arms, 4 seats": lambda: play_out(resolve("four-arms", 4), 4),
    }
    for name, told, goal in (
        ("dominoes", "dominoes 6.1", "1.00"),
        ("open_spiel", "OpenSpiel 2.0 python_block_dominoes", "4.00"),
    ):
        with playing(name, GAMES) as work:
            rates = measure({told: work, **ours}, beside=told)
        say(f"Random playouts: plays and passes a second (goal {goal})", "moves", rates, told)
    _say_replays()
    _say_room()


def play_out(rules: Rules, seats: int) -> int:
    """Deal rounds and play them at random; returns how many plays and passes that took."""
    moves = 0
    for _ in range(GAMES):
        playout, yard = deal(rules, seats)
        while not playout.over:
            playout.step(CHANCE.random)
            moves += 1
        # A draw is a step too, but what the others count as moves are turns.
        moves -= yard - playout.yard
    return moves


def deal(rules: Rules, seats: int) -> tuple[Playout, int]:
    """Return a round dealt by chance, without the search for its leader, and its yard's size."""
    starter, tiles = rules.starter(1), [*tile_set(rules.highest)]
    tiles.remove(starter)
    CHANCE.shuffle(tiles)
    size = rules.hand_size
    hands = [Hand.of(tiles[seat * size : (seat + 1) * size]) for seat in range(seats)]
    yard = tiles[seats * size :]
    return Playout(rules, hands, yard, 0, foot=starter, room=rules.arms), len(yard)


def _say_replays() -> None:
    texts = [path.read_text("utf-8").splitlines()[1:] for path in sorted(GOOD.glob("*.jsonl"))]
    logs = [list(map(_parsed, lines)) for lines in texts]
    count = sum(map(len, texts))

    def read() -> int:
        for lines in texts:
            for line in lines:
                json.loads(line)
        return count

    def fold() -> int:
        for log in logs:
            replay(log)
        return count

    def read_and_fold() -> int:
        for lines in texts:
            replay(map(_parsed, lines))
        return count

    works: dict[str, Work] = {
        "json.loads": read,
        "replay of parsed events": fold,
        "json.loads, parse_event and replay": read_and_fold,
    }
    rates = measure(works, beside="json.loads")
    say("Replaying stored events (goal 1.00, parsing excluded)", "events", rates, "json.loads")


def _parsed(line: str) -> tuple[int, Event]:
    fields = json.loads(line)
    return fields["seq"], parse_event(fields["type"], fields["data"])


def _say_room() -> None:
    rooms = [
        room_of(state)
        for preset in ("trains", "four-arms")
        for seats in (2, 4, 8)
        for state in _states(preset, seats)
    ]
    print("\nMemory of one state, double-nine (goal: at most 4,096 bytes)")
    print(
        f"  {len(rooms):,} states of random rounds: median {statistics.median(rooms):,.0f},", end=""
    )
    print(f" most {max(rooms):,} bytes")


def _states(preset: str, seats: int) -> Iterator[RoundState]:
    for number in range(10):
        rules = resolve(preset, seats, rounds=1)
        for step in steps(Setting(rules, seats, bytes([number] * 32), CHANCE)):
            yield from step.after.rounds.values()


def room_of(value: object, counted: set[int] | None = None) -> int:
    """Return the bytes of a value and all in it, without what every state of a match shares."""
    counted = set() if counted is None else counted
    if isinstance(value, SHARED) or id(value) in counted:
        return 0
    counted.add(id(value))
    held: Iterable[object] = ()
    if isinstance(value, dict):
        held = (*value.keys(), *value.values())
    elif isinstance(value, tuple):
        held = value
    return sys.getsizeof(value) + sum(room_of(item, counted) for item in held)
