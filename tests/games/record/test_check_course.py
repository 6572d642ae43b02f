"""A running round can be rewound to any of its events that count."""

import io

import pytest

from games.engine import RoundDealt, RoundState, counting, replay
from games.engine.evolve import Move
from games.record.check import checked
from games.record.course import Course

from .records import GOOD

ALL = [(line.seq, line.event) for line in checked(io.BytesIO(GOOD[5].read_bytes()))]
LINES = counting(ALL)
MOVES = [(seq, event) for seq, event in LINES if isinstance(event, Move)]


def at(seq: int) -> RoundState:
    """Return the round after this event, folded from the start."""
    return replay((number, event) for number, event in LINES if number <= seq).rounds[1]


def played() -> Course:
    (dealt,) = [seq for seq, event in LINES if isinstance(event, RoundDealt)]
    course = Course(dealt, at(dealt))
    for seq, event in MOVES:
        course.follow(seq, event)
    return course


@pytest.mark.parametrize("to_seq", [2, *(seq for seq, _ in MOVES)])
def test_it_is_what_it_was_and_goes_on_from_there(to_seq: int) -> None:
    course = played()
    course.rewind(to_seq)
    assert course.state == at(to_seq)
    counts = [2, *(seq for seq, _ in MOVES if seq <= to_seq)]
    assert [seq for seq, _ in ALL if course.counts(seq)] == counts
    for seq, event in MOVES:
        if seq > to_seq:
            course.follow(seq, event)
    assert course.state == at(MOVES[-1][0])
    course.rewind(2)
    assert course.state == at(2)
