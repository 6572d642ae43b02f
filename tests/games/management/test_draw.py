"""The command `draw`: what it writes, and what it says of a file it cannot draw."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from tests.games.record.records import BAD, GOOD

RECORD = str(GOOD[5])


@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.TXT", "9-9 ⟵".encode())]
)
def test_the_name_says_the_form(name: str, begins: bytes, tmp_path: Path) -> None:
    out = tmp_path / name
    call_command("draw", RECORD, out=str(out))
    assert out.read_bytes().startswith(begins)


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_a_film_has_a_frame_for_each_tile_that_lies(form: str, tmp_path: Path) -> None:
    out = tmp_path / f"a.{form}"
    table = io.StringIO()
    call_command("draw", RECORD, at=30, stdout=table)
    call_command("draw", RECORD, at=30, out=str(out))
    with Image.open(out) as film:
        assert (film.format or "").lower() == form
        assert getattr(film, "n_frames", 1) == table.getvalue().count("data-tile")


def test_a_table_is_drawn_as_it_was_after_an_event() -> None:
    tiles = []
    for seq in (10, 20, 30):
        stdout = io.StringIO()
        call_command("draw", RECORD, at=seq, stdout=stdout)
        tiles.append(stdout.getvalue().count("data-tile"))
    assert tiles[0] < tiles[1] < tiles[2]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"at": 0}, "--at is from 1 to 59"),
        ({"at": 60}, "--at is from 1 to 59"),
        ({"at": 1}, "No round is dealt yet"),
        ({"round": 2}, "--round: there is no round 2"),
        ({"out": "a.jpg"}, "--out ends in"),
        ({"width": 5}, "--width is from 120"),
        ({"out": "/nowhere/a.svg"}, "cannot be written: No such file"),
    ],
)
def test_what_cannot_be_drawn_gets_a_sentence(options: dict[str, object], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("draw", RECORD, **options)


def test_a_file_that_is_no_record_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="FILE cannot be read"):
        call_command("draw", str(tmp_path))
    with pytest.raises(CommandError, match="FILE is no good record"):
        call_command("draw", str(BAD[0]))


def test_a_record_comes_in_by_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(GOOD[5].read_bytes())

    monkeypatch.setattr("sys.stdin", Stdin)
    stdout = io.StringIO()
    call_command("draw", "-", format="text", stdout=stdout)
    assert "9-9 ⟵" in stdout.getvalue()
