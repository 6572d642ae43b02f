"""Every way to get a move wrong: the right status, a clear page, nothing changed."""

from typing import Any

import pytest

from games import engine
from games.tables import Match, Seat
from tests.factories import make_match, play_on
from tests.games.web.browsing import (
    Browser,
    address,
    hrefs,
    page_of,
    rows,
    seat_at,
    sit,
    text_of,
    to_move,
)
from tests.games.web.moves import fields, post_move, token_of, view_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tile": "other"}, "You do not hold"),
        ({"on": "0-0"}, "no open end at"),
        ({"tile": "misfit"}, "does not fit"),
        ({"tile": None, "on": None, "pass": "1"}, "cannot pass"),
        ({"on": "laid"}, "The starter is filled first"),
    ],
)
def test_a_move_against_the_rules_is_422_above_the_table(
    match: Match, changes: dict[str, Any], sentence: str
) -> None:
    play_on(match, choices=1)
    seat = to_move(match)
    browser, view = sit(seat), view_of(seat)
    names = {
        "other": next(
            tile for tile in engine.tile_set(9) if tile not in (view.hand or ()) and tile.high == 9
        ),
        "misfit": next(tile for tile in view.hand or () if tile.high != 9),
        "laid": view.placements[1].tile,
    }
    changes = {name: names.get(value, value) for name, value in changes.items()}
    before = rows()
    answer = post_move(browser, seat, fields(seat, **changes))
    assert answer.status_code == 422, text_of(answer)
    assert sentence in text_of(answer)
    assert page_of(answer).select_one(".hand")
    assert page_of(answer).select_one("[role=alert]")
    assert rows() == before


def test_it_is_not_my_turn(match: Match, seat: Seat) -> None:
    other = seat_at(match, 1 - seat.number)
    browser = sit(other)
    data = fields(seat, csrfmiddlewaretoken=token_of(browser, other))
    answer = browser.post(address(other, "play"), data)
    assert answer.status_code == 422
    assert f"{seat.name} is to move" in text_of(answer)


@pytest.mark.parametrize(
    "changes",
    [
        {"round": None},
        {"seq": None},
        {"tile": None},
        {"on": None},
        {"round": ""},
        {"round": "one"},
        {"round": "1e3"},
        {"round": "٣"},
        {"round": "-1"},
        {"seq": "9" * 400},
        {"seq": "1.5"},
        {"tile": "9-4"},
        {"tile": "4-99"},
        {"tile": ""},
        {"tile": "4-9\n"},
        {"tile": "x" * 10_000},
        {"on": "nothing"},
        {"tile": ["4-9", "4-9"]},
        {"round": ["1", "2"]},
        {"pass": "1"},
    ],
)
def test_a_form_that_is_no_move_is_400(
    browser: Browser, seat: Seat, changes: dict[str, Any]
) -> None:
    before = rows()
    answer = post_move(browser, seat, fields(seat, **changes))
    assert answer.status_code == 400
    assert "Nothing is lost" in text_of(answer)
    assert rows() == before


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"round=1&seq=3&tile=%FF%FE&on=%C3%28", "application/x-www-form-urlencoded"),
        (b"\xff\xfe\x00\x80", "application/x-www-form-urlencoded"),
        (b"--x\r\nnot a part", "multipart/form-data; boundary=x"),
        (b'{"round": 1}', "application/json"),
        (b"", "application/x-www-form-urlencoded"),
        (b"round=1&" + b"x=1&" * 300, "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_is_no_form_is_400(
    browser: Browser, seat: Seat, body: bytes, kind: str
) -> None:
    before = rows()
    answer = post_move(browser, seat, body, content_type=kind)
    assert answer.status_code == 400
    assert rows() == before


def test_a_body_that_is_too_large_is_413(browser: Browser, seat: Seat) -> None:
    before = rows()
    body, kind = b"tile=" + b"9" * 300_000, "application/x-www-form-urlencoded"
    assert post_move(browser, seat, body, content_type=kind).status_code == 413
    assert rows() == before


@pytest.mark.parametrize(
    ("number", "seq", "status"),
    [(2, 0, 422), (10, 0, 422), (11, 0, 422), (2, 5, 409), (99, 1, 409)],
)
def test_a_round_that_was_not_dealt_takes_no_move(
    browser: Browser, seat: Seat, number: int, seq: int, status: int
) -> None:
    before = rows()
    answer = post_move(browser, seat, fields(seat, round=number, seq=seq))
    assert answer.status_code == status
    assert page_of(answer).select_one(".hand")
    assert rows() == before


def test_a_round_that_is_over_takes_no_move() -> None:
    match = make_match(people=2, bots=0, hand_size=5, rounds=2)
    while not match.rounds.filter(number=2).exists():
        play_on(match, choices=1)
    seat = to_move(match)
    last = match.rounds.get(number=1).last_seq
    browser = sit(seat)
    shown = browser.get(f"{address(seat)}?round=1")
    assert hrefs(shown, ".turn") == ["?round=2"]
    before = rows()
    for seq, status in ((last, 422), (last - 1, 409)):
        answer = post_move(browser, seat, fields(seat, round=1, seq=seq))
        assert answer.status_code == status
        assert page_of(answer).select_one(".hand")
    assert rows() == before


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("round=x", 400),
        ("round=1&round=2", 400),
        ("tile=99-99", 400),
        ("tile=%FF", 400),
        ("round=1000000000000", 400),
        ("round=2", 404),
        ("round=0", 404),
        ("round=999999999", 404),
        ("round=1&tile=0-1&on=0-0", 200),
        ("pass=1", 200),
    ],
)
def test_links_that_ask_for_nothing_there_is(
    browser: Browser, seat: Seat, query: str, status: int
) -> None:
    answer = browser.get(f"{address(seat)}?{query}")
    assert answer.status_code == status
    assert not page_of(answer).select("form[action$='play/']")
    led = page_of(answer).select(f"main a.button[href='{address(seat)}']")
    assert bool(led) == (status != 200)


def test_a_move_can_be_posted_only(browser: Browser, seat: Seat) -> None:
    for name in ("play", "enter", "link_again", "take_back"):
        assert browser.get(address(seat, name)).status_code == 405
    assert browser.put(address(seat)).status_code in {403, 405}
