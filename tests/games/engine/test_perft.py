"""The counts of positions that another program made."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.perft import count, position

POSITIONS = json.loads((Path(__file__).parent.parent / "data" / "perft.json").read_text("utf-8"))


@pytest.mark.parametrize("entry", POSITIONS, ids=map(str, range(len(POSITIONS))))
def test_the_ways_a_round_can_go_on_are_counted(entry: dict[str, Any]) -> None:
    state = position(entry)
    for depth, ways in enumerate(entry["counts"], 1):
        # The deepest counts take as long as all others together: `perft` and the proof do them.
        if ways < 2000:
            assert count(state, depth) == ways
    assert count(state, 0) == 1


@pytest.mark.proof
@pytest.mark.parametrize("entry", POSITIONS, ids=map(str, range(len(POSITIONS))))
def test_the_ways_a_round_can_go_on_are_counted_to_the_end(entry: dict[str, Any]) -> None:
    state = position(entry)
    counts = [count(state, depth) for depth in range(1, len(entry["counts"]) + 1)]
    assert counts == entry["counts"]
