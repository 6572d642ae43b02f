"""Names are left out of what others wrote, whole and in any case."""

import pytest

from accounts.redaction import redacted


@pytest.mark.parametrize(
    ("text", "names", "without"),
    [
        ("Ana was rude", ["Ana"], "… was rude"),
        ("ANA, ana and Anabel", ["Ana"], "…, … and Anabel"),
        ("to ana@example.org.", ["Ana Lee", "ana@example.org"], "to …."),
        ("Ana Lee of Ana", ["Ana", "Ana Lee"], "… of …"),
        ("<b>O&#x27;Hara &amp; Co</b>", ["O'Hara & Co"], "<b>…</b>"),
        ("a+b (c)", ["a+b (c)"], "…"),
        ("nobody is named", ["Ana", ""], "nobody is named"),
        ("Ștefan!", ["ștefan"], "…!"),
    ],
)
def test_a_name_is_left_out(text: str, names: list[str], without: str) -> None:
    assert redacted(text, names) == without
