"""R8.5: what a seat may not know changes nothing that is made for it, to the last byte."""

from collections.abc import Callable
from random import Random

import pytest

from tests.games.engine.test_beside_a_naive_model import setting
from tests.games.secrecy import DRAWN, FACES, World, other_world, taken_back, worlds


def compared(
    number: int, every: int, faces: list[Callable[[World], bytes]], *, rewound: bool = False
) -> int:
    """Hold positions of a random match against others, for each seat and a visitor.

    Returns how many pairs of different worlds there were.
    """
    made, chance, pairs = setting(number), Random(number), 0
    positions = worlds(made)
    for at, world in enumerate(taken_back([*positions], chance) if rewound else positions):
        for seat in (None, *range(made.seats)) if at % every == 0 else ():
            mine = world._replace(seat=seat)
            other = other_world(mine, chance)
            if other is not None and other.match != mine.match:
                pairs += 1
                for face in faces:
                    assert face(other) == face(mine), face.__name__
    return pairs


SMALL = [number for number in range(40) if setting(number).rules.highest == 6]
"""Matches of few tiles: large tables take long to draw."""


def test_nobody_can_tell_worlds_apart_that_differ_in_hidden_tiles() -> None:
    assert sum(compared(number, 6, FACES) for number in SMALL[:6]) > 50


def test_nor_where_a_round_was_taken_back() -> None:
    assert sum(compared(number, 6, FACES, rewound=True) for number in SMALL[:6]) > 50


@pytest.mark.proof
@pytest.mark.parametrize("number", SMALL)
def test_nobody_can_tell_worlds_of_small_sets_apart(number: int) -> None:
    compared(number, 2, FACES)
    compared(number, 2, FACES, rewound=True)


@pytest.mark.proof
@pytest.mark.parametrize("start_at", range(100, 140, 10))
def test_nobody_can_tell_thousands_of_worlds_of_all_sets_apart(start_at: int) -> None:
    faces = [face for face in FACES if face not in DRAWN]
    assert sum(compared(number, 4, faces) for number in range(start_at, start_at + 10)) > 1000


def yard(world: World) -> bytes:
    return str(world.match.rounds[world.round].yard[:1]).encode()


def drawn(world: World) -> bytes:
    return str(world.match.rounds[world.round].drawn).encode()


def hands(world: World) -> bytes:
    return str(world.match.rounds[world.round].hands).encode()


def history(world: World) -> bytes:
    return str([caused.event for caused in world.events]).encode()


@pytest.mark.parametrize("leak", [yard, hands, history, drawn])
def test_a_face_that_tells_too_much_is_found(leak: Callable[[World], bytes]) -> None:
    with pytest.raises(AssertionError, match=leak.__name__):
        assert not [compared(number, 3, [leak]) for number in SMALL]
