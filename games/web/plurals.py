"""Sentences with a number that only the browser knows: every form that a language has for them."""

import json
from collections.abc import Callable, Mapping
from typing import Final

SAMPLES: Final[Mapping[str, int]] = {"one": 1, "two": 2, "few": 3, "other": 100}
"""For each category of `Intl.PluralRules` that one of our languages has, a number that is in it
wherever there is this category, and elsewhere has a form that is not asked for."""


def each_form(say: Callable[[int], str]) -> dict[str, str]:
    """Return what `say` makes of each kind of number, by the category that a browser finds."""
    return {category: say(number) for category, number in SAMPLES.items()}


def each_form_written(say: Callable[[int], str]) -> str:
    """Return the same as JSON, for an attribute."""
    return json.dumps(each_form(say), ensure_ascii=False)
