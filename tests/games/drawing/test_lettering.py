"""Words in pictures: no box where a letter should be, and nothing beyond its room."""

import pytest

from games.drawing.lettering import FONT_FILES, fitted, line, measure, wrapped, written
from games.drawing.raster import raster

PEOPLE = ["Ștefan Țăran", "Žiga Đorđević", "Oʻtkir", "Ελένη Παπαδοπούλου", "Ђорђе Њежић", "Nguyễn"]


@pytest.mark.parametrize("name", PEOPLE)
def test_names_of_our_players_are_written_as_they_are(name: str) -> None:
    assert written(name) == name


def test_letters_in_two_parts_are_put_together() -> None:
    assert written("a\u0301 s\u0326") == "á ș"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana 🐔🐔", "Ana"),
        ("李小龍", ""),
        ("👩‍👧 Mia\u202e", "Mia"),
        ("ﬁnn ①", "finn 1"),
        ("ᾴ", "α"),
        ("a\n\tb\x00\u00a0c", "a b c"),
    ],
)
def test_what_the_fonts_lack_is_left_out(name: str, shown: str) -> None:
    assert written(name) == shown


def test_every_language_of_the_house_can_be_written() -> None:
    letters = "ăâîșț čšž oʻgʻ άέήίόύώϊΐςΩ – — ‘’“”„«» … · ⟵"
    assert written(letters) == letters.removesuffix(" ⟵")


@pytest.mark.parametrize("text", ["Kuckuck " * 9, "Παπαδοπούλου" * 5])
def test_a_text_is_cut_where_its_room_ends(text: str) -> None:
    cut = fitted(text, "plain", 20, 200)
    assert cut.endswith("…")
    assert measure(cut, "plain", 20) <= 200 < measure(written(text), "plain", 20)
    assert fitted("Ana", "plain", 20, 200) == "Ana"


def test_a_headline_goes_on_in_the_next_line() -> None:
    lines = wrapped("Ana, Ben and Cleo won this match", "headline", 40, 300, 3)
    assert len(lines) == 3
    assert " ".join(lines) == "Ana, Ben and Cleo won this match"
    assert wrapped("Ana, Ben and Cleo won", "headline", 40, 300, 1)[0].endswith("…")
    assert wrapped("", "plain", 20, 300, 2) == []


@pytest.mark.parametrize("face", FONT_FILES)
def test_the_measure_is_what_the_renderer_draws(face: str) -> None:
    text = "AVATAR Ελένη Ђорђе To. Tylová"
    drawn = line(text, 10, 50, 40, "#000", face=face)  # type: ignore[arg-type]
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="80">'
    board = '<rect width="1000" height="80" fill="#fff"/>'
    seen = raster(f"{head}{board}{drawn}</svg>", has_words=True).convert("L")
    box = seen.point(lambda grey: 255 - grey).getbbox()
    assert box
    width = measure(text, face, 40)  # type: ignore[arg-type]
    assert width * 0.94 <= box[2] - 10 <= width


def test_a_text_cannot_break_out_of_its_picture() -> None:
    assert "<script" not in line("<script>&", 0, 0, 20, "#000")
