"""The card that is shown beside a link."""

from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from games.drawing.card import SIZE, Words, card, card_svg
from games.drawing.lettering import FAMILIES
from tests.games.drawing.rounds import part, played

ROWS = [("Ana", "34"), ("Ελένη", "112"), ("Ђорђе 🐔", "7")]
WORDS = Words("Chicken Foot", "Round 3", "step 12 of 40", ROWS)
TEXT = "{http://www.w3.org/2000/svg}text"


def texts(words: Words) -> list[ET.Element]:
    return list(ET.fromstring(card_svg(words)).iter(TEXT))  # noqa: S314


def test_a_card_has_the_size_that_chats_want_and_is_light() -> None:
    drawn = card(WORDS, part(played(), 20).placements, 4)
    with Image.open(BytesIO(drawn)) as image:
        assert (image.format, image.size) == ("PNG", SIZE)
    assert len(drawn) < 60_000


def test_a_card_says_round_step_and_points_in_letters_of_ours() -> None:
    said = [text.text for text in texts(WORDS)]
    assert said[:3] == ["Chicken Foot", "Round 3", "step 12 of 40"]
    assert said[3:] == ["Ana", "34", "Ελένη", "112", "Ђорђе", "7"]
    assert {text.get("font-family") for text in texts(WORDS)} == set(FAMILIES.values())


@pytest.mark.parametrize("seats", [2, 8, 12])
@pytest.mark.parametrize("headline", ["Ana", "Ana, Ben, Cleo, Dora and Eva won it all together"])
def test_every_seat_has_a_row_on_the_card(seats: int, headline: str) -> None:
    rows = [(f"Player number {seat}", "100") for seat in range(seats)]
    shown = texts(Words("Chicken Foot", headline, "step 1 of 100", rows))
    heights = [float(text.get("y", "0")) for text in shown if text.text == "100"]
    assert len(heights) == seats
    assert heights == sorted(heights)
    assert heights[-1] < SIZE[1] - 24
    assert min(float(text.get("font-size", "0")) for text in shown) >= 12


def test_only_tiles_that_lie_put_a_table_on_the_card() -> None:
    assert "data-tile" not in card_svg(WORDS)
    assert card_svg(WORDS, part(played(), 20).placements, 4).count("data-tile") == 20


@pytest.mark.parametrize("tiles", [1, 30])
def test_the_table_lies_in_the_middle_of_its_board(tiles: int) -> None:
    state = part(played(highest=12, seed=3), tiles)
    drawn = (
        Image.open(BytesIO(card(WORDS, state.placements, state.rules.arms)))
        .convert("RGB")
        .crop((470, 38, 1162, 592))
    )
    felt = drawn.getpixel((2, 276))
    off = Image.new("RGB", drawn.size, felt)
    box = ImageChops.difference(drawn, off).convert("L").point(lambda v: 255 * (v > 8)).getbbox()
    assert box
    assert abs((box[0] + box[2]) / 2 - 346) < 8
    assert abs((box[1] + box[3]) / 2 - 277) < 8
