"""Asking for a hint at a table, and reading it."""

import pytest

from games import store
from games.tables import Match, Seat
from tests.factories import make_match, make_player, sensible, waiting
from tests.games.web import tables
from tests.games.web.browsing import (
    Browser,
    address,
    form_of,
    page_of,
    send,
    sit,
    text_of,
)
from tests.games.web.moves import fields, post_move
from tests.games.web.tables import ME, OPEN, at, lay

pytestmark = pytest.mark.django_db

ASK = "Ask for a hint"


@pytest.fixture
def match() -> Match:
    """Return a match whose table allows hints."""
    return make_match(people=2, bots=0, agreed={"hints": True})


def given(seat: Seat) -> list[str]:
    return [row.type for row in store.load_all(seat.match_id) if row.type == "hint_given"]


def test_a_hint_says_what_the_hen_would_do_and_why(browser: Browser, seat: Seat) -> None:
    answer = send(browser, form_of(browser.get(address(seat)), "hint/"))
    assert answer.status_code == 302
    shown = browser.get(answer["Location"])
    (hint,) = page_of(shown).select(".hint")
    command = sensible(waiting(seat.match, seat))
    assert hint.get_text().startswith("Hen would play")
    assert hint.get_text().count(".") == 2
    tile = command.tile
    assert str(tile) in hint.get_text() or tile.is_double
    assert ASK not in text_of(shown)
    assert given(seat) == ["hint_given"]


def test_asking_twice_is_asking_once(browser: Browser, seat: Seat) -> None:
    form = form_of(browser.get(address(seat)), "hint/")
    first, second = send(browser, form), send(browser, form)
    assert first["Location"] == second["Location"]
    assert given(seat) == ["hint_given"]


def test_the_move_that_was_laid_before_is_not_stale_after(browser: Browser, seat: Seat) -> None:
    move = fields(seat)
    send(browser, form_of(browser.get(address(seat)), "hint/"))
    assert post_move(browser, seat, move).status_code == 302


def test_a_hint_for_a_table_that_has_moved_on_is_none(browser: Browser, seat: Seat) -> None:
    form = form_of(browser.get(address(seat)), "hint/")
    post_move(browser, seat, fields(seat))
    answer = send(browser, form)
    assert answer.status_code == 409
    assert "moved on" in text_of(answer)
    assert not given(seat)


def test_there_is_no_hint_where_the_table_has_none(browser: Browser, seat: Seat) -> None:
    form = form_of(browser.get(address(seat)), "hint/")
    Match.objects.filter(pk=seat.match_id).update(hints=False)
    assert ASK not in text_of(browser.get(address(seat)))
    answer = send(browser, form)
    assert answer.status_code == 422
    assert "no hints" in text_of(answer)


def test_who_waits_is_offered_no_hint(seat: Seat) -> None:
    other = seat.match.seats.exclude(pk=seat.pk).get()
    assert ASK not in text_of(sit(other).get(address(other)))


def test_a_new_table_may_have_hints_and_its_guests_are_told() -> None:
    creator = make_player("Ana")
    match = lay(ME, OPEN, creator=creator, hints=True)
    shown = tables.browser(creator).get(at(match, "table", 0))
    assert "what the bot Hen would do" in text_of(shown)


@pytest.mark.parametrize("path", ["/new/", "room"])
def test_every_bot_is_described_where_one_is_picked(path: str) -> None:
    creator = make_player("Ana")
    match = lay(ME, OPEN, creator=creator)
    shown = tables.browser(creator).get(at(match, "match") if path == "room" else path, follow=True)
    text = text_of(shown)
    for name in ("Chick", "Hen", "Rooster"):
        assert name in text
    assert "Lays any tile that fits, without a plan." in text
    assert "thinks each move through to the end" in text
