"""R1: the options, the presets, and what is refused."""

import pytest

from games.engine import Rules, RulesRefused, Tile, resolve, seat_range


@pytest.mark.parametrize(
    ("seats", "hand", "reserve"),
    [(2, 21, 2), (3, 14, 1), (4, 11, 1), (5, 8, 1), (6, 7, 1), (7, 6, 1), (8, 5, 1)],
)
def test_trains_resolves_to_its_table(seats: int, hand: int, reserve: int) -> None:  # R1
    rules = resolve("trains", seats)
    assert rules == Rules(
        9, hand, seats, "set_aside", reserve, "must_play", 0, 10, "shared", "in_turn", "trains", 1
    )


@pytest.mark.parametrize(("seats", "highest"), [(2, 9), (7, 9), (8, 12), (12, 12)])
def test_four_arms_resolves_to_its_table(seats: int, highest: int) -> None:  # R1
    rules = resolve("four-arms", seats)
    assert rules.to_data() == {
        "highest": highest,
        "hand_size": 7,
        "arms": 4,
        "opening": "holder",
        "yard_reserve": 0,
        "drawn_tile": "may_play",
        "double_blank": 50,
        "rounds": highest + 1,
        "tie_break": "zero_rounds",
        "pace": "in_turn",
        "preset": "four-arms",
        "edition": 1,
    }


@pytest.mark.parametrize(
    ("preset", "highest", "seats"),
    [
        ("trains", 6, range(2, 5)),
        ("four-arms", 6, range(2, 5)),
        ("trains", 9, range(2, 9)),
        ("trains", 18, range(2, 9)),
        ("four-arms", 9, range(2, 9)),
        ("four-arms", 12, range(2, 13)),
    ],
)
def test_so_many_may_play(preset: str, highest: int, seats: range) -> None:  # R1.1
    assert seat_range(preset, highest) == seats


def refused(preset: str, seats: int, **options: object) -> list[str]:
    with pytest.raises(RulesRefused) as caught:
        resolve(preset, seats, **options)
    assert caught.value.field in str(caught.value)
    return [field for field, _ in caught.value.problems]


def test_trains_wants_a_hand_size_where_its_table_has_none() -> None:  # R1.1
    assert refused("trains", 2, highest=12) == ["hand_size"]
    assert resolve("trains", 2, highest=12, hand_size=10).rounds == 13


def test_more_seats_than_the_set_allows_are_refused() -> None:  # R1.1
    assert refused("four-arms", 9, highest=9, hand_size=1) == ["seats"]
    assert "seats" in refused("four-arms", 1)


def test_a_deal_must_be_possible_with_the_starter_aside() -> None:  # R1.2
    assert resolve("trains", 2, highest=6, hand_size=13, yard_reserve=1).hand_size == 13
    assert refused("trains", 2, highest=6, hand_size=13, yard_reserve=2) == ["yard_reserve"]
    assert refused("trains", 2, highest=6, hand_size=14, yard_reserve=0) == ["hand_size"]


def test_a_deal_must_be_possible_from_the_whole_set() -> None:  # R1.2
    assert resolve("four-arms", 2, highest=6, hand_size=14).hand_size == 14
    assert refused("four-arms", 2, highest=6, hand_size=15) == ["hand_size"]
    assert refused("four-arms", 2, highest=6, hand_size=14, yard_reserve=1) == ["yard_reserve"]


def test_trains_has_an_arm_for_every_seat() -> None:  # R1.2
    assert refused("trains", 6, arms=5) == ["arms"]
    assert resolve("four-arms", 6, arms=5).arms == 5


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("highest", 7),
        ("hand_size", 0),
        ("hand_size", True),
        ("hand_size", 7.0),
        ("hand_size", "7"),
        ("arms", 1),
        ("arms", 9),
        ("opening", "aside"),
        ("yard_reserve", -1),
        ("drawn_tile", "must"),
        ("double_blank", 25),
        ("double_blank", False),
        ("rounds", 0),
        ("rounds", 11),
        ("tie_break", None),
        ("pace", "fast"),
        ("preset", "other"),
        ("edition", 2),
        ("edition", True),
    ],
)
def test_a_value_that_is_no_choice_is_refused_by_name(field: str, value: object) -> None:  # R1
    data = resolve("four-arms", 4).to_data() | {field: value}
    with pytest.raises(RulesRefused) as caught:
        Rules.from_data(data, 4)
    assert field in {field for field, _ in caught.value.problems}


def test_every_option_is_asked_for_and_no_other() -> None:  # R1
    data = resolve("four-arms", 4).to_data()
    for name in data:
        with pytest.raises(RulesRefused):
            Rules.from_data({key: data[key] for key in data if key != name}, 4)
    with pytest.raises(RulesRefused):
        Rules.from_data(data | {"colour": "red"}, 4)
    with pytest.raises(RulesRefused):
        Rules.from_data(None, 4)


def test_all_problems_are_told_at_once() -> None:
    assert refused("trains", 6, arms=5, rounds=99) == ["arms", "rounds"]


def test_an_unknown_preset_or_option_is_refused() -> None:
    assert refused("mexican", 4) == ["preset"]
    assert refused("four-arms", 4, colour="red") == ["colour"]


def test_a_short_match_plays_the_first_starters() -> None:  # R1.3, R2.1
    rules = resolve("four-arms", 4, rounds=3)
    assert [rules.starter(number) for number in (1, 2, 3)] == [Tile(9, 9), Tile(8, 8), Tile(7, 7)]


def test_the_last_round_of_a_full_match_is_on_the_double_blank() -> None:  # R2.1
    rules = resolve("four-arms", 4)
    assert rules.starter(rules.rounds) is Tile(0, 0)


def test_rules_read_back_from_their_data() -> None:
    rules = resolve("trains", 5)
    assert Rules.from_data(rules.to_data(), 5) == rules
