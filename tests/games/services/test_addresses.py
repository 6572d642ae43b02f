"""A match's address cannot be guessed, and stands wherever an address can."""

import re

from games.tables.match import as_slug, new_slug


def test_an_address_is_22_letters_that_need_no_escape() -> None:
    slugs = {new_slug() for _ in range(1000)}
    assert len(slugs) == 1000
    assert all(re.fullmatch(r"[\w][\w-]{21}", slug) for slug in slugs)


def test_no_address_is_taken_for_an_option_of_a_command() -> None:
    assert as_slug(b"\xf8" + bytes(15)) == "_" + "A" * 21
