"""Planning at the table: the form works without a script, and nobody else sees a trace of it."""

from typing import Any

import pytest
from bs4 import Tag

from games import queries, services
from games.engine import Tile, Wish
from games.tables import Match, Plan, Seat
from tests.factories import NOON, make_match, make_player, play_on
from tests.games.web.browsing import (
    Browser,
    address,
    form_of,
    page_of,
    rows,
    seat_at,
    sit,
    text_of,
    to_move,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Return a match in which who comes next will have a choice, and tiles that cannot go."""
    while True:
        match = make_match(people=3, bots=0, rounds=2)
        hand = queries.see_round(match, 1, comes_next(match).number).view.hand or ()
        if 1 < sum(9 in (tile.low, tile.high) for tile in hand) < len(hand):
            return match


def comes_next(match: Match) -> Seat:
    return seat_at(match, (to_move(match).number + 1) % 3)


@pytest.fixture
def seat(match: Match) -> Seat:
    return comes_next(match)


def plan_form(browser: Browser, seat: Seat) -> Tag:
    return form_of(browser.get(address(seat)), "plan/")


def press(browser: Browser, form: Tag, act: str, **changes: Any) -> Any:
    """Send the form as it stands, by one of its buttons."""
    assert form.select(f"button[value={act}]")
    fields: dict[str, Any] = {}
    for field in form.select("input[name], select[name]"):
        chosen = field.select_one("option[selected]") or field.select_one("option") or field
        fields.setdefault(str(field["name"]), []).append(str(chosen["value"]))
    return browser.post(str(form["action"]), {**fields, "act": act, **changes})


def planned() -> list[tuple[str, str | None]]:
    return [(tile, on) for plan in Plan.objects.all() for tile, on in plan.wishes]


def tiles_of(form: Tag) -> list[str]:
    return [
        str(button["value"]).removeprefix("add-") for button in form.select(".more-tiles button")
    ]


def test_a_plan_is_made_changed_and_forgotten_by_its_buttons(browser: Browser, seat: Seat) -> None:
    first, second, *_rest = tiles_of(plan_form(browser, seat))
    for tile in (first, second):
        press(browser, plan_form(browser, seat), f"add-{tile}")
    assert planned() == [(first, None), (second, None)]
    press(browser, plan_form(browser, seat), "up-1")
    assert planned() == [(second, None), (first, None)]
    press(browser, plan_form(browser, seat), "keep", otherwise="stop")
    assert Plan.objects.get().otherwise == "stop"
    press(browser, plan_form(browser, seat), "out-0")
    assert planned() == [(first, None)]
    assert Plan.objects.get().otherwise == "stop"
    press(browser, plan_form(browser, seat), "forget")
    assert planned() == []


def test_an_end_can_be_named(browser: Browser, seat: Seat) -> None:
    form = plan_form(browser, seat)
    tile = next(tile for tile in tiles_of(form) if 9 in parts(tile))
    press(browser, form, f"add-{tile}")
    press(browser, plan_form(browser, seat), "keep", on="9-9")
    assert planned() == [(tile, "9-9")]
    (chosen,) = plan_form(browser, seat).select("select[name=on] option[selected]")
    assert chosen.get_text() == "on the double nine"


def parts(tile: str) -> tuple[int, int]:
    return Tile.parse(tile).low, Tile.parse(tile).high


def test_a_button_that_is_pressed_twice_is_pressed_once(browser: Browser, seat: Seat) -> None:
    first, second, *_rest = tiles_of(plan_form(browser, seat))
    press(browser, plan_form(browser, seat), f"add-{first}")
    form = plan_form(browser, seat)
    for _ in range(2):
        assert press(browser, form, f"add-{second}").status_code == 302
    form = plan_form(browser, seat)
    for _ in range(2):
        press(browser, form, "down-0")
    assert planned() == [(second, None), (first, None)]


def test_who_is_to_move_plans_nothing_there_and_can_forget_what_is_left(
    browser: Browser, seat: Seat, match: Match
) -> None:
    mover = to_move(match)
    assert not page_of(sit(mover).get(address(mover))).select("#plan")
    hand = tiles_of(plan_form(browser, seat))
    tile = next(tile for tile in hand if 9 not in parts(tile))
    press(browser, plan_form(browser, seat), f"add-{tile}")
    play_on(match, choices=1)
    assert to_move(match) == seat
    form = plan_form(browser, seat)
    assert [str(button["value"]) for button in form.select("button")] == ["forget"]
    press(browser, form, "forget")
    assert planned() == []


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"round": "1"},
        {"round": "1", "act": "up-7"},
        {"round": "1", "act": "add-1-99"},
        {"round": "1", "act": "keep", "otherwise": "win"},
        {"round": "1", "act": "keep", "tile": ["1-2"]},
        {"round": "1", "act": "keep", "tile": ["1-2"], "on": ["x"]},
        {"round": "1", "act": "keep", "tile": ["1-2"] * 200, "on": ["any"] * 200},
        {"round": ["1", "2"], "act": "keep"},
    ],
)
def test_what_is_no_plan_is_refused_in_words(
    browser: Browser, seat: Seat, fields: dict[str, Any]
) -> None:
    token = str(plan_form(browser, seat).select("input[name=csrfmiddlewaretoken]")[0]["value"])
    answer = browser.post(address(seat, "plan"), {"csrfmiddlewaretoken": token, **fields})
    assert answer.status_code == 400
    assert planned() == []


def test_a_tile_of_somebody_else_is_refused_above_the_table(browser: Browser, seat: Seat) -> None:
    form = plan_form(browser, seat)
    mine = tiles_of(form)
    other = next(
        tile
        for tile in ("1-2", "3-4", "5-6", "7-8", "0-2", "0-3", "1-1", "2-2")
        if tile not in mine
    )
    answer = press(
        browser,
        form,
        "keep" if form.select("[value=keep]") else f"add-{mine[0]}",
        tile=[other],
        on=["any"],
    )
    assert answer.status_code == 422
    assert "You do not hold" in text_of(answer)
    assert planned() == []


def test_a_seat_plans_for_itself_alone(browser: Browser, seat: Seat, match: Match) -> None:
    form = plan_form(browser, seat)
    other = seat_at(match, (seat.number + 1) % 3)
    before = rows()
    form["action"] = address(other, "plan")
    assert press(browser, form, f"add-{tiles_of(form)[0]}").status_code == 403
    assert rows() == before


def test_after_a_hand_over_the_old_form_plans_nothing(
    browser: Browser, seat: Seat, match: Match
) -> None:
    form = plan_form(browser, seat)
    services.give_to_player(seat, make_player(), now=NOON)
    assert press(browser, form, f"add-{tiles_of(form)[0]}").status_code == 410
    assert planned() == []


def test_looking_at_the_form_changes_nothing(browser: Browser, seat: Seat) -> None:
    before = rows()
    plan_form(browser, seat)
    assert rows() == before


def test_a_plan_for_any_round_is_shown_as_such_and_stays_so(browser: Browser, seat: Seat) -> None:
    first, second, *_rest = tiles_of(plan_form(browser, seat))
    services.make_plan(seat, None, [Wish(Tile.parse(first))], now=NOON)
    assert "any round" in text_of(browser.get(address(seat)))
    press(browser, plan_form(browser, seat), f"add-{second}")
    (plan,) = Plan.objects.all()
    assert (plan.round, len(plan.wishes)) == (None, 2)
