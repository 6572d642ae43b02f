"""Lines of good moves are checked by one pattern; it takes nothing that a careful look refuses."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import canonical, digest
from games.record import lines
from games.record.check import checked
from games.record.faults import Checked, Fault
from games.record.moves import good_move, good_stored_move
from games.store import Stored

from .records import BAD, GOOD

MOVES = ("tile_drawn", "tile_played", "turn_passed")
AT = "2026-01-01T00:01:00.000000Z"


def outcome(path: Path) -> Iterator[Checked | str]:
    try:
        yield from checked(io.BytesIO(path.read_bytes()))
    except Fault as fault:
        yield str(fault)


@pytest.mark.parametrize("path", [*GOOD[:8], *BAD], ids=lambda path: path.stem)
def test_a_careful_look_at_every_line_finds_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list(outcome(path))
    monkeypatch.setattr(lines, "good_move", lambda *_: None)
    assert found == list(outcome(path))


def test_the_pattern_takes_every_good_move() -> None:
    previous, before = "", ""
    for line, text in zip(
        checked(io.BytesIO(GOOD[6].read_bytes())),
        GOOD[6].read_text("utf-8").splitlines()[1:],
        strict=True,
    ):
        found = good_move(text, line.seq, previous, before)
        assert found == (line if line.type in MOVES else None)
        previous, before = line.digest, line.at


def sealed(seq: Any, kind: str, at: Any, cause: Any, data: object) -> str:
    """Return a line with the digest that it should have."""
    parts = {"seq": seq, "type": kind, "at": at, "cause": cause, "data": data}
    return canonical(parts | {"digest": digest("", seq, kind, cause, at, data)})


@settings(max_examples=300)
@given(
    seq=st.sampled_from([1, 2, -1, True, "1", None]),
    kind=st.sampled_from([*MOVES, "hint_given"]),
    at=st.sampled_from([AT, AT, AT, "2026-02-30T00:00:00.000000Z", AT[:-1], 7]),
    cause=st.sampled_from(["player", "forced", "clock", "system", "dog", None]),
    data=st.fixed_dictionaries(
        {},
        optional={
            "round": st.sampled_from([1, 0, -1, 10**12, True, "1"]),
            "seat": st.sampled_from([0, 1, None]),
            "tile": st.sampled_from(["3-7", "7-3", "0-19", "3-", "\u0663-7", None]),
            "on": st.sampled_from([None, "7-9", "9-7", ""]),
        },
    ),
)
def test_whatever_the_pattern_takes_is_found_good_by_a_careful_look(
    seq: object, kind: str, at: object, cause: object, data: object
) -> None:
    text = sealed(seq, kind, at, cause, data)
    taken = good_move(text, 1, "", "")
    if isinstance(at, str) and isinstance(cause, str) and type(seq) is int:
        row = Stored(seq, 1, kind, cause, at, canonical(data), json.loads(text)["digest"])
        assert good_stored_move(row, 1, "", "") == taken
    if taken is not None:
        assert taken == lines._checked(text, 1, "", "", lines.as_it_is)
    elif kind != "hint_given":
        with pytest.raises(Fault):
            lines._checked(text, 1, "", "", lines.as_it_is)


@pytest.mark.parametrize(
    ("at", "before"), [(AT, "2026-01-01T00:01:00.000001Z"), ("2026-13-01T00:00:00.000000Z", "")]
)
def test_the_pattern_takes_no_time_that_runs_backwards_or_is_none(at: str, before: str) -> None:
    text = sealed(1, "turn_passed", at, "player", {"round": 1, "seat": 0})
    assert good_move(text, 1, "", before) is None


def test_the_pattern_takes_no_wrong_digest_and_no_wrong_seq() -> None:
    text = sealed(1, "turn_passed", AT, "player", {"round": 1, "seat": 0})
    assert good_move(text, 1, "", "") is not None
    assert good_move(text, 1, "0" * 64, "") is None
    assert good_move(text, 2, "", "") is None
    assert good_move(f"{text} ", 1, "", "") is None
