"""Tiles in sentences stay in one piece."""

import pytest

from games.templatetags.games_tiles import unbroken


def kept(tile: str) -> str:
    return f'<span class="unbroken">{tile}</span>'


def test_no_line_ends_within_a_tile() -> None:
    assert unbroken("You laid 4-9 on 10-12.") == f"You laid {kept('4-9')} on {kept('10-12')}."


def test_what_somebody_is_called_is_no_markup() -> None:
    assert unbroken("<b>Ana</b> laid 4-9.") == f"&lt;b&gt;Ana&lt;/b&gt; laid {kept('4-9')}."


@pytest.mark.parametrize("text", ["2026-10-12", "a-4-9", "s-a", "104-9"])
def test_what_is_no_tile_is_left_alone(text: str) -> None:
    assert unbroken(text) == text
