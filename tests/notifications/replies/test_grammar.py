"""What a line of a reply may say (MAIL.md, Moves by reply)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Tile, Wish
from games.queries.naming import laid
from notifications.replies import grammar, words
from notifications.replies.grammar import Pass, Plan, Play, Resign, Say, Unclear

FOUR_NINE, DOUBLE_NINE = Tile(4, 9), Tile(9, 9)


def asked(text: str) -> list[tuple[int | None, object]]:
    return [(line.round, line.act) for line in grammar.read(text.split("\n"))]


@pytest.mark.parametrize(
    "line",
    [
        "9-4 on 9-9",
        "4-9 on 9-9",
        "9–4 on 9–9",  # as phones correct it
        "  9 - 4   ON   9-9.  ",
        "* 4-9 on 9-9",
        "[9|4] on [9|9]",
        "9/4 → 9/9",
        "4-9 on the double nine",  # as the mail's own links call it
        "9-4 pe 9-9",
        "9-4 na 9-9",
        "9-4 9-9 ga",
        "9-4 9-9ga",
        "9-4 στο 9-9",
        "9-4 πάνω στο 9-9",
        "9-4 9-9",
    ],
)
def test_a_tile_on_another(line: str) -> None:
    assert asked(line) == [(None, Play(FOUR_NINE, DOUBLE_NINE))]


def test_a_tile_alone_leaves_the_end_open() -> None:
    assert asked("9-4") == [(None, Play(FOUR_NINE))]


@pytest.mark.parametrize("line", ["3: 9-4", "3:9-4", "3) 9-4", "round 3: 9-4", "Runda 3: 9-4"])
def test_the_round_stands_before_the_move(line: str) -> None:
    assert asked(line) == [(3, Play(FOUR_NINE))]


def test_one_move_a_line_for_several_rounds() -> None:
    assert asked("1: 9-4 on 9-9\n\n2: pass\n12: 0-0") == [
        (1, Play(FOUR_NINE, DOUBLE_NINE)),
        (2, Pass()),
        (12, Play(Tile(0, 0))),
    ]


@pytest.mark.parametrize(
    ("meaning", "rest", "act"),
    [
        (words.PASS, "", Pass()),
        (words.RESIGN, "", Resign()),
        (words.PLAN, " 9-4, 4-1 on 1-1", Plan((Wish(FOUR_NINE), Wish(Tile(1, 4), Tile(1, 1))))),
    ],
)
def test_every_language_has_its_words(meaning: str, rest: str, act: object) -> None:
    for language in ("en", "ro", "sl", "uz", "el"):
        for word in words.in_language(language)[meaning]:
            assert asked(word.upper() + rest) == [(None, act)], (language, word)


def test_words_are_known_without_their_accents_and_with_any_apostrophe() -> None:
    assert asked("renunt\nπασο\nO‘tkazaman") == [(None, Resign()), (None, Pass()), (None, Pass())]


def test_a_plan_may_name_its_round() -> None:
    assert asked("3: plan 9-4") == [(3, Plan((Wish(FOUR_NINE),)))]
    assert asked("plan: 9-4; 0-0") == [(None, Plan((Wish(FOUR_NINE), Wish(Tile(0, 0)))))]


def test_a_farewell_may_follow_an_empty_line() -> None:
    assert asked("9-4\n\nThanks, see you on Sunday!\nAna") == [(None, Play(FOUR_NINE))]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Hi!\n9-4", "Hi!"),
        ("9-4\nor maybe not", "or maybe not"),
        ("9-4\n\nor shall I lay 9-1?", "or shall I lay 9-1?"),
        ("9-4\n\nwell,\n9-1", "well,"),
        ("I pass the salt", "I pass the salt"),
        ("9-19", "9-19"),
        ("3: 9", "3: 9"),
        ("9-4 on", "9-4 on"),
        ("planet", "planet"),
        ("plan", "plan"),
        ("plan 9-4, later", "plan 9-4, later"),
    ],
)
def test_what_is_no_move_is_named_and_nothing_is_guessed(text: str, line: str) -> None:
    with pytest.raises(Unclear) as unclear:
        asked(text)
    assert unclear.value.line == line


def test_a_long_farewell_asks_no_line_anew_what_doubles_are_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named: list[Tile] = []

    def noted(tile: Tile) -> str:
        named.append(tile)
        return laid(tile)

    monkeypatch.setattr(grammar, "laid", noted)
    grammar._names_of_doubles.cache_clear()
    asked("9-4\n\n" + "and so on\n" * 100)
    assert len(named) == len(set(named))


@given(st.text())
def test_whatever_is_written_is_read_or_unclear(text: str) -> None:
    try:
        grammar.read(text.split("\n"))
    except Unclear as unclear:
        line = unclear.line
        assert line in text.split("\n") or line.strip() in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("say Well played, 9-4 was GOOD!", "Well played, 9-4 was GOOD!"),
        ("Say: hello", "hello"),
        ("  SAY   Ω mega", "Ω mega"),
        ("spun Bravo", "Bravo"),
        ("Rečem: bravo", "bravo"),
        ("recem bravo", "bravo"),
        ("aytaman barakalla", "barakalla"),
        ("Λέω μπράβο", "μπράβο"),
        ("Λε\u0301ω μπράβο", "μπράβο"),
    ],
)
def test_what_follows_say_is_said_as_it_was_written(line: str, said: str) -> None:
    assert asked(line) == [(None, Say(said))]
    assert asked(f"9-4\n{line}") == [(None, Play(FOUR_NINE)), (None, Say(said))]


def test_say_without_words_is_unclear() -> None:
    with pytest.raises(Unclear):
        asked("say")
