"""A table as text and back."""

import pytest

from games.engine import End, Tile, legal, read, table, view, write
from games.engine.tiles import TileMalformed

from .matches import steps
from .test_settle import a_setting


@pytest.mark.parametrize(
    "text",
    [
        "",
        "9-9:",
        "9-9: 4-9 1-9",
        "9-9: 4-9 1-9 | 4-9: 4-4",
        "9-9: 4-9 1-9 | 4-9: 4-4 | 4-4: 0-4 1-4 2-4 | 1-9: 1-5",
    ],
)
def test_a_table_reads_back(text: str) -> None:
    assert write(table(text, arms=2)) == text


def test_tiles_may_be_written_either_way_round() -> None:
    assert write(table("9-9: 9-4 9-1 | 9-4: 4-4")) == "9-9: 4-9 1-9 | 4-9: 4-4"


def test_a_text_gives_the_ends_of_its_table() -> None:
    assert read("9-9: 4-9 1-9", 2).ends == (End(Tile(4, 9), 4, 1), End(Tile(1, 9), 1, 1))
    assert read("9-9: 4-9", 4).ends == (End(Tile(9, 9), 9, 3),)


def test_a_view_is_written_like_its_state() -> None:
    *_, last = steps(a_setting(rounds=1))
    assert write(view(last.after, 1, None)) == write(last.after.rounds[1])
    again = read(write(last.after.rounds[1]), last.after.rules.arms)
    assert set(again.ends) == set(last.after.rounds[1].ends)


@pytest.mark.parametrize("text", ["9-9", "9-9: 4-9 | 1-9: 1-5", "9-9: x", "x: 1-9"])
def test_a_text_that_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        read(text, 1)


def test_a_name_that_is_no_tile_is_refused() -> None:
    with pytest.raises(TileMalformed):
        table("9-9:", hand="1-99")


def test_a_table_without_a_text_is_still_searched_for() -> None:
    state = table("", hand="9-9 1-2")
    assert state.phase == "search"
    assert [command.tile for command in legal(state)] == [Tile(9, 9)]
