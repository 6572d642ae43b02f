"""Names in a sentence."""

import pytest
from django.utils import translation

from games.queries.naming import several


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["Ana"], "Ana"),
        (["Ana", "Bor"], "Ana and Bor"),
        (["Ana", "Bor", "50%"], "Ana, Bor and 50%"),
    ],
)
def test_names_are_listed_as_in_a_sentence(names: list[str], said: str) -> None:
    assert several(names) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ro", "Ana, Bor și Eva"),
        ("sl", "Ana, Bor in Eva"),
        ("uz", "Ana, Bor va Eva"),
        ("el", "Ana, Bor και Eva"),
    ],
)
def test_names_are_listed_in_each_language(language: str, said: str) -> None:
    with translation.override(language):
        assert several(["Ana", "Bor", "Eva"]) == said
