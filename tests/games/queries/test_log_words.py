"""Events of a log in words."""

from games.engine import CAUSES, EVENT_TYPES
from games.queries.log_words import CAUSED, KINDS, cause_in_words, kind_in_words


def test_every_type_and_every_cause_of_the_record_has_words() -> None:
    assert KINDS.keys() == EVENT_TYPES.keys()
    assert CAUSED.keys() == CAUSES


def test_no_two_have_the_same_words() -> None:
    for words in (KINDS, CAUSED):
        assert len(set(map(str, words.values()))) == len(words)


def test_what_a_newer_version_wrote_stands_by_its_code() -> None:
    assert (kind_in_words("tile_turned"), cause_in_words("wind")) == ("tile_turned", "wind")
