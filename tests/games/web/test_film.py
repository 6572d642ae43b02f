"""The film of a round, to download and to share."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from games import drawing, engine, services, store
from games.drawing import Films
from games.engine import Caused, MovesRewound
from games.services import darkroom, recording
from games.tables import Match
from tests.factories import NOON, make_match, play_on
from tests.games.web.browsing import Browser, address, page_of, rows, seat_at, sit, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    return tmp_path / "films"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return what films are made of from here on; making them is another test's concern."""
    asked: list[Any] = []

    def films(*script: Any) -> Films:
        asked.append(script)
        return Films(f"webp {len(asked)}".encode(), f"gif {len(asked)}".encode())

    monkeypatch.setattr(drawing, "films", films)
    monkeypatch.setattr(darkroom, "REST", 0)
    return asked


def of_round(match: Match, number: int, form: str = "webp") -> str:
    return reverse(f"games:film_{form}", args=[match.slug, number])


def sent(response: Any) -> bytes:
    return b"".join(response.streaming_content)


@pytest.mark.parametrize("form", Films._fields)
def test_a_round_that_is_over_is_a_film(over: Match, form: str) -> None:
    answer = Client().get(of_round(over, 1, form))
    assert answer.status_code == 200
    assert answer["Content-Type"] == f"image/{form}"
    assert answer["Content-Disposition"] == f'attachment; filename="chicken-foot-1.{form}"'
    assert answer["X-Robots-Tag"] == "noindex"
    film = sent(answer)
    assert int(answer["Content-Length"]) == len(film)
    with Image.open(BytesIO(film)) as image:
        assert (image.format or "").lower() == form
        assert getattr(image, "n_frames", 1) > 5


def test_a_film_is_made_once_and_both_forms_at_once(over: Match, made: list[Any]) -> None:
    assert sent(Client().get(of_round(over, 1))) == b"webp 1"
    assert sent(Client().get(of_round(over, 1, "gif"))) == b"gif 1"
    assert sent(Client().get(of_round(over, 1))) == b"webp 1"
    assert sent(Client().get(of_round(over, 2))) == b"webp 2"
    assert len(made) == 2


def test_who_has_the_film_gets_no_second_one(over: Match, made: list[Any], room: Path) -> None:
    first = Client().get(of_round(over, 1))
    assert first["Cache-Control"] == "public, no-cache"
    known = {"If-None-Match": first["ETag"]}
    sent(first)
    for path in room.iterdir():
        path.unlink()
    again = Client().get(of_round(over, 1), headers=known)
    assert (again.status_code, again.content) == (304, b"")
    other = Client().get(of_round(over, 1, "gif"), headers=known)
    assert other.status_code == 200
    sent(other)


def test_to_ask_what_there_is_makes_no_film(over: Match, made: list[Any]) -> None:
    head = Client().head(of_round(over, 1))
    assert head.status_code == 200
    assert head["Content-Type"] == "image/webp"
    assert "Content-Length" not in head
    assert made == []
    got = Client().get(of_round(over, 1))
    size = got["Content-Length"]
    sent(got)
    head = Client().head(of_round(over, 1))
    assert (head["Content-Length"], head["ETag"]) == (size, got["ETag"])
    assert Client().post(of_round(over, 1)).status_code == 405


def test_a_get_changes_nothing_in_the_database(over: Match, made: list[Any]) -> None:
    before = rows()
    sent(Client().get(of_round(over, 1)))
    assert rows() == before


def test_whoever_comes_while_another_is_made_is_told_when_to_come_again(
    over: Match, made: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(darkroom, "REST", 1e9)
    sent(Client().get(of_round(over, 1)))
    busy = Client().get(of_round(over, 2))
    assert busy.status_code == 429
    assert 1 <= int(busy["Retry-After"]) <= 60
    assert "no-store" in busy["Cache-Control"]
    assert "one at a time" in text_of(busy)
    assert page_of(busy).select(f'main a[href="{of_round(over, 2)}"]')
    assert len(made) == 1
    # What was made is there meanwhile.
    assert sent(Client().get(of_round(over, 1))) == b"webp 1"


def test_a_disk_without_room_is_no_crash(
    over: Match, made: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(darkroom, "_keep", full)
    assert Client().get(of_round(over, 1)).status_code == 503


def test_a_film_tells_the_round_in_words_and_ends_with_its_points(
    over: Match, made: list[Any]
) -> None:
    sent(Client().get(of_round(over, 1)))
    placements, _arms, steps = made[0]
    assert steps[0].text == "Round 1 was dealt: it is played on the double nine."
    assert (steps[0].number, steps[0].tiles) == (0, 1)
    assert steps[-1].text.startswith("Round 1 is over.")
    assert steps[-1].tiles == len(placements)
    laid = [step.tiles for step in steps]
    assert laid == sorted(laid)
    replay = Browser().get(reverse("games:replay_step", args=[over.slug, 1, steps[-1].number]))
    assert steps[-1].text in text_of(replay)


def test_a_film_speaks_the_language_of_its_address(over: Match, made: list[Any]) -> None:
    for query in ("?lang=en", "?lang=ro", "?lang=xx", "?lang=ro"):
        sent(Client().get(of_round(over, 1) + query))
    assert len(made) == 2
    assert made[0][2][0].text != made[1][2][0].text


def test_another_name_is_another_film(over: Match, made: list[Any]) -> None:
    sent(Client().get(of_round(over, 1)))
    player = seat_at(over, 1).player
    assert player
    player.display_name = "李"
    player.save()
    sent(Client().get(of_round(over, 1)))
    assert len(made) == 2
    assert any("Seat 2" in step.text for step in made[1][2])


@pytest.mark.parametrize(
    "tail", ["3/film.webp", "0/film.gif", "1/film.png", "1/film", "x/film.gif"]
)
def test_rounds_and_forms_that_there_are_not(over: Match, tail: str, made: list[Any]) -> None:
    answer = Client().get(f"/m/{over.slug}/replay/{tail}", follow=True)
    assert answer.status_code == 404
    way = reverse("games:replay_round", args=[over.slug, 2])
    assert page_of(answer).select(f"main a[href='{way}']")
    assert made == []


def test_a_round_that_runs_has_no_film_and_one_that_is_over_has(made: list[Any]) -> None:
    match = make_match(people=2, bots=0, rounds=2, hand_size=5, pace="in_turn")
    Match.objects.update(watchable=True)
    play_on(match, choices=1)
    running = Client().get(of_round(match, 1))
    assert running.status_code == 404
    assert "There is no film of this round" in text_of(running)
    way = reverse("games:replay_round", args=[match.slug, 1])
    assert page_of(running).select(f'main a[href="{way}"]')
    while match.rounds.count() == 1:
        play_on(match, choices=1)
    assert Client().get(of_round(match, 1)).status_code == 200
    assert Client().get(of_round(match, 2)).status_code == 404
    assert len(made) == 1


def test_a_match_that_is_not_open_to_visitors_has_no_film(made: list[Any]) -> None:
    match = make_match(people=2, bots=0, rounds=2, hand_size=5)
    while match.rounds.count() == 1:
        play_on(match, choices=1)
    player = seat_at(match, 0).player
    assert player
    signed_in = Client()
    signed_in.force_login(player)
    nothing = Client().get(f"/m/{match.slug[::-1]}/replay/1/film.webp")
    for client in (Client(), signed_in):
        hidden = client.get(of_round(match, 1))
        assert hidden.status_code == nothing.status_code == 404
    assert text_of(Client().get(of_round(match, 1))) == text_of(nothing)
    assert made == []


def test_a_record_that_cannot_be_read_has_no_film(over: Match, made: list[Any]) -> None:
    Match.objects.update(fault="digest of 7")
    assert Client().get(of_round(over, 1)).status_code == 503
    assert made == []


def test_what_was_taken_back_is_not_in_the_film(made: list[Any]) -> None:
    match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=7), choices=4)
    locked = Match.objects.select_related("secret").get(pk=match.pk)
    position = recording.load(locked, 1)
    kept = [row for row in position.stored if row.type == "tile_played"][-2]
    recording.record(position, [Caused(MovesRewound(1, kept.seq, "admin"), "admin")], NOON)
    services.abandon(match, now=NOON)
    before = engine.replay(store.numbered(store.load_all(match.pk))).rounds[1]
    sent(Client().get(of_round(match, 1)))
    placements, _arms, steps = made[0]
    assert placements == before.placements
    assert [step.tiles for step in steps if step.tiles > 1] == list(range(2, len(placements) + 1))


def test_a_step_offers_its_address_and_the_films_of_its_round(over: Match) -> None:
    path = reverse("games:replay_step", args=[over.slug, 1, 4])
    section = page_of(Browser().get(path + "?hands=closed")).select_one(".share")
    assert section
    field = section.select_one("input[readonly]")
    assert field
    assert field["value"] == f"{settings.SITE_URL}{path}"
    links = [str(link["href"]) for link in section.select("li a")]
    assert [link.split("?")[0] for link in links] == [of_round(over, 1, f) for f in Films._fields]
    assert all(Client().head(link).status_code == 200 for link in links)
    for size in ("less than 150 KB", "less than 1 MB"):
        assert size in section.get_text()


def test_from_a_seat_there_is_nothing_to_share() -> None:
    match = make_match(people=2, bots=0)
    for watched in (False, True):
        Match.objects.update(watchable=watched)
        shown = sit(seat_at(match, 0)).get(address(seat_at(match, 0), "seat_replay_step", 1, 0))
        assert shown.status_code == 200
        assert page_of(shown).select(".share") == []
    watcher = page_of(Browser().get(reverse("games:replay_step", args=[match.slug, 1, 0])))
    assert watcher.select(".share input")
    assert watcher.select(".share a") == []
