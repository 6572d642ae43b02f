from games.drawing import branches, branches_in_words, in_words, lines
from games.engine import table
from tests.games.drawing.rounds import played


def test_a_branch_is_a_line_with_equal_ends_side_by_side() -> None:
    state = table("9-9: 4-9 1-9 | 4-9: 4-4 | 4-4: 1-4 0-4 4-7 | 1-4: 1-7", hand="1-5")
    assert lines(state) == (
        "9-9 ⟵ 9-4 4-4",
        "4-4 ⟵ 4-1 1-7",
        "4-4 ⟵ 4-0",
        "4-4 ⟵ 4-7",
        "9-9 ⟵ 9-1",
    )


def test_a_free_place_of_a_foot_is_a_dot() -> None:  # R4.2
    state = table("9-9: 4-9 1-9 | 4-9: 4-4 | 4-4: 1-4", hand="1-5")
    assert lines(state).count("4-4 ⟵ ·") == 2


def test_a_starter_alone_shows_its_places() -> None:
    assert lines(table("9-9:", hand="1-5")) == ("9-9 ⟵ ·",) * 4


def test_an_empty_table_has_no_lines() -> None:
    empty = table("", hand="1-5")
    assert lines(empty) == ()
    assert in_words(empty) == ("The table is empty.",)


def test_every_tile_is_on_one_line() -> None:
    state = played()
    told = [tuple(sorted(tile)) for branch in branches(state) for tile in branch.tiles]
    assert sorted(told) == sorted((t.tile.low, t.tile.high) for t in state.placements[1:])


def test_the_table_in_words() -> None:
    state = table("9-9: 4-9 1-9 | 4-9: 2-4", hand="1-5")
    assert in_words(state) == (
        "The starter is 9-9.",
        "4 tiles lie on the table.",
        "Open ends: 1, 2.",
    )


def test_branches_can_be_listened_to_and_say_what_is_open() -> None:
    state = table("9-9: 4-9 1-9 | 4-9: 2-4", hand="1-5")
    assert branches_in_words(state) == (
        "From 9-9: 9-4, 4-2; open at 2.",
        "From 9-9: 9-1; open at 1.",
    )


def test_while_a_foot_is_unfinished_its_places_alone_are_said_to_be_open() -> None:  # R4.2
    state = table("9-9: 4-9 1-9 | 4-9: 4-4 | 4-4: 1-4", hand="1-5")
    assert branches_in_words(state) == (
        "From 9-9: 9-4, 4-4.",
        "From 4-4: 4-1.",
        "From 9-9: 9-1.",
        "4-4 has 2 free places.",
    )
    assert branches_in_words(table("9-9:", hand="1-5")) == ("9-9 has 4 free places.",)


def test_a_foot_in_words_and_in_another_language() -> None:
    state = table("9-9: 4-9 1-9 | 4-9: 4-4 | 4-4: 1-4 0-4", hand="1-5")
    said = in_words(
        state,
        gettext=lambda text: f"~{text}",
        ngettext=lambda one, many, n: one if n == 1 else many,
    )
    assert said[0].startswith("~The starter")
    assert said[-1] == "One more tile must be joined to 4-4 before any other place opens."
