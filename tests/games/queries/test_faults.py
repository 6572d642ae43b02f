"""A fault of a record has words in the reader's language."""

import re
from pathlib import Path

import pytest

from games import record
from games.queries import fault_in_words
from games.queries.faults import WHAT

CODE = re.compile(r"""\bFault\(\s*[^"]*?,\s*"([^"]+)",""")
FOLDER = Path(record.__file__).parent


def test_every_fault_that_a_record_can_have_has_words() -> None:
    codes = {code for path in FOLDER.rglob("*.py") for code in CODE.findall(path.read_text())}
    assert len(codes) > 20
    assert codes <= set(WHAT)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (
            "seq 12: digest",
            "event 12: its digest does not follow from the event before",
        ),
        ("seq 7: round end", "event 7: the end of the round is not where it belongs"),
        ("seq 3: something new", "seq 3: something new"),
    ],
)
def test_the_words_say_where_it_is_and_what(place: str, words: str) -> None:
    assert fault_in_words(place) == words
