"""A number that only the browser knows finds the form that gettext would give it."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest
from django.utils import translation
from django.utils.translation import ngettext

from games.queries import estimates
from games.web.plurals import each_form

CATEGORIES: Final[Mapping[str, Callable[[int], str]]] = {
    "en": lambda n: "one" if n == 1 else "other",
    "el": lambda n: "one" if n == 1 else "other",
    "uz": lambda n: "one" if n == 1 else "other",
    "ro": lambda n: "one" if n == 1 else "few" if n == 0 or 0 < n % 100 < 20 else "other",
    "sl": lambda n: {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other"),
}
"""What `Intl.PluralRules` answers for whole numbers (Unicode CLDR)."""


@pytest.mark.parametrize("language", CATEGORIES)
def test_the_category_of_a_browser_leads_to_the_form_of_the_catalogue(language: str) -> None:
    with translation.override(language):
        forms = each_form(estimates.form_of)
        for number in range(1, 205):
            asked = ngettext("About %(days)s day.", "About %(days)s days.", number)
            assert forms[CATEGORIES[language](number)] == asked, number
