"""Plans of programs: read, sent and thrown away by who sits there, and by nobody else."""

import json
from typing import Any

import pytest

from games import queries, services
from games.tables import Match, Plan, Seat
from tests.factories import NOON, make_match, make_player, waiting

from .asking import Program, at, held

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match(people=3, bots=0, rounds=2)


@pytest.fixture
def seat(match: Match) -> Seat:
    return match.seats.get(number=(waiting(match).seat.number + 1) % 3)


def tiles(seat: Seat) -> list[str]:
    return [str(tile) for tile in queries.see_round(seat.match, 1, seat.number).view.hand or ()]


def put(program: Program, address: str, body: Any, status: int = 200) -> Any:
    answer = program.put(address, json.dumps(body), content_type="application/json")
    return held(answer, status)


def test_a_plan_is_sent_read_and_thrown_away(match: Match, seat: Seat) -> None:
    program, place = Program(seat), at(match, "rounds", 1, "plan")
    first, second = tiles(seat)[:2]
    body = {"wishes": [{"tile": first, "on": None}, {"tile": second}], "otherwise": "stop"}
    wishes = [{"tile": first, "on": None}, {"tile": second, "on": None}]
    whole = {"round": 1, "wishes": wishes, "otherwise": "stop"}
    assert put(program, place, body) == put(program, place, body) == whole
    assert program.ask(place) == whole
    assert program.ask(at(match, "plan"))["wishes"] == []
    assert held(program.delete(place), 200)["wishes"] == []
    assert program.ask(place) == {"round": 1, "wishes": [], "otherwise": "ask"}


def test_nobody_else_can_read_or_send_it(match: Match, seat: Seat) -> None:
    Match.objects.filter(pk=match.pk).update(watchable=True)
    place = at(match, "rounds", 1, "plan")
    put(Program(seat), place, {"wishes": [{"tile": tiles(seat)[0]}]})
    other = match.seats.get(number=(seat.number + 1) % 3)
    assert Program(other).ask(place)["wishes"] == []
    assert Program().ask(place, 403)["code"] == "no_seat"
    put(Program(), place, {"wishes": []}, 403)
    assert Plan.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ([], "body"),
        ({}, "wishes"),
        ({"wishes": "4-9"}, "wishes"),
        ({"wishes": [7]}, "wishes"),
        ({"wishes": [{"tile": "4-9", "seat": 1}]}, "wishes"),
        ({"wishes": [{"on": "4-9"}]}, "tile"),
        ({"wishes": [{"tile": "4-9", "on": "99"}]}, "on"),
        ({"wishes": [], "otherwise": "win"}, "otherwise"),
        ({"wishes": [], "otherwise": ["ask"]}, "otherwise"),
        ({"wishes": [], "round": 1}, "round"),
    ],
)
def test_what_is_no_plan_is_told_by_its_field(
    match: Match, seat: Seat, body: Any, field: str
) -> None:
    answer = put(Program(seat), at(match, "rounds", 1, "plan"), body, 400)
    assert (answer["code"], answer["field"]) == ("malformed", field)


def test_what_cannot_be_planned_is_told_why(match: Match, seat: Seat) -> None:
    program, mine = Program(seat), tiles(seat)
    other = next(tile for tile in ("1-2", "3-4", "5-6", "0-1", "0-2", "0-3") if tile not in mine)
    wishes = {"wishes": [{"tile": other}]}
    refused = put(program, at(match, "rounds", 1, "plan"), wishes, 422)
    assert refused["code"] == "plan_refused"
    refused = put(program, at(match, "rounds", 2, "plan"), wishes, 422)
    assert refused["code"] == "round_not_dealt"
    services.give_to_player(seat, make_player(), now=NOON)
    put(program, at(match, "plan"), wishes, 410)
