"""Films are made one at a time on a machine, with rests, and kept as far as there is room."""

import multiprocessing
import os
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from games.drawing import Films
from games.services import darkroom
from games.services.darkroom import Busy
from games.services.erasing import erase
from tests.factories import make_player

FILMS = Films(b"webp", b"gif")


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    return tmp_path / "films"


@pytest.fixture
def rested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(darkroom, "REST", 0)


def never() -> Films:
    raise AssertionError("made")


def read(mark: str, form: str) -> bytes | None:
    found = darkroom.kept(mark, form)
    if found is None:
        return None
    with found:
        return found.read()


def test_a_film_is_kept_in_all_its_forms() -> None:
    assert read("a", "webp") is read("a", "gif") is None
    darkroom.make("a", lambda: FILMS)
    assert (read("a", "webp"), read("a", "gif")) == FILMS
    assert read("b", "webp") is None


def test_while_one_is_made_no_other_is_begun() -> None:
    def drawn() -> Films:
        with pytest.raises(Busy) as busy:
            darkroom.make("b", never)
        assert busy.value.wait == 5
        return FILMS

    darkroom.make("a", drawn)


def ask(answers: "multiprocessing.Queue[str]") -> None:
    try:
        darkroom.make("b", lambda: FILMS)
    except Busy:
        answers.put("busy")
    else:
        answers.put("made")


def test_nor_by_another_process_of_the_machine() -> None:
    context = multiprocessing.get_context("fork")
    answers: multiprocessing.Queue[str] = context.Queue()
    told = []

    def drawn() -> Films:
        other = context.Process(target=ask, args=(answers,))
        other.start()
        told.append(answers.get(timeout=60))
        other.join()
        return FILMS

    darkroom.make("a", drawn)
    assert told == ["busy"]


def test_after_one_there_is_a_rest_as_long_as_it_took_three_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1000.0]
    clock = SimpleNamespace(time=lambda: now[0], monotonic=lambda: now[0])
    monkeypatch.setattr("games.services.darkroom.time", clock)

    def drawn() -> Films:
        now[0] += 2
        return FILMS

    darkroom.make("a", drawn)
    now[0] += 1.5
    with pytest.raises(Busy) as busy:
        darkroom.make("b", never)
    assert busy.value.wait == 5
    now[0] += 4.5
    darkroom.make("b", drawn)


@pytest.mark.parametrize("written", ["", "soon", "99999999999999"])
def test_a_clock_that_says_nonsense_stops_no_film(room: Path, written: str) -> None:
    room.mkdir()
    (room / "clock").write_text(written)
    darkroom.make("a", lambda: FILMS)
    assert read("a", "webp") == FILMS.webp


def test_a_film_that_cannot_be_drawn_holds_up_no_other() -> None:
    with pytest.raises(AssertionError, match="made"):
        darkroom.make("a", never)
    darkroom.make("b", lambda: FILMS)
    assert read("a", "webp") is None


@pytest.mark.usefixtures("rested")
def test_the_oldest_films_make_room(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(darkroom, "KEPT_BYTES", 3 * len(b"".join(FILMS)))
    room.mkdir()
    (room / "x.part").write_bytes(b"half a film")
    for number, mark in enumerate("abcde"):
        darkroom.make(mark, lambda: FILMS)
        for form in Films._fields:
            os.utime(room / f"{mark}.{form}", (time.time() - 100 + number,) * 2)
    assert {path.stem for path in room.iterdir()} == {"c", "d", "e", "clock"}
    assert not list(room.glob("*.part"))


@pytest.mark.usefixtures("rested")
def test_a_film_is_forgotten_after_a_month(room: Path) -> None:
    for mark in "ab":
        darkroom.make(mark, lambda: FILMS)
    for form, days in (("webp", 29), ("gif", 31)):
        os.utime(room / f"a.{form}", (time.time() - days * 86400,) * 2)
    darkroom.make("c", lambda: FILMS)
    assert read("a", "webp") == FILMS.webp
    assert read("a", "gif") is None


@pytest.mark.django_db
def test_films_go_with_a_player_who_may_be_named_in_them(room: Path) -> None:
    darkroom.make("a", lambda: FILMS)
    erase(make_player())
    assert [path.name for path in room.iterdir()] == ["clock"]
