"""Tables that programs make: once for a key, or refused with the field."""

from typing import Any

import pytest

from games.tables import Match
from tests.factories import make_match, make_player

from .asking import Program, at

pytestmark = pytest.mark.django_db

TABLES = "/api/matches/"
GOOD: dict[str, Any] = {
    "seats": ["me", "bot:chick", "open"],
    "turn_seconds": 86400,
    "options": {"rounds": 2, "pace": "side_by_side"},
    "out_of_time": "wait",
    "stand_in": "rooster",
}


@pytest.fixture
def program() -> Program:
    program = Program(player=make_player())
    program.handler.enforce_csrf_checks = False
    return program


def test_a_table_says_what_happens_when_time_runs_out_and_which_bot_stands_in(
    program: Program,
) -> None:
    slug = program.send(TABLES, GOOD, 201)["match"]
    match = Match.objects.get(slug=slug)
    shown = program.ask(at(match))
    assert (shown["out_of_time"], shown["stand_in"]) == ("wait", "rooster")
    assert shown["rules"]["rounds"] == 2
    assert [seat["taken"] for seat in shown["seats"]] == [True, True, False]


def test_the_same_key_is_the_same_table(program: Program) -> None:
    made = {program.send(TABLES, {**GOOD, "key": "k"}, 201)["match"] for _ in range(2)}
    other = program.send(TABLES, {**GOOD, "key": "l"}, 201)["match"]
    assert len(made) == 1
    assert other not in made


@pytest.mark.parametrize(
    ("changes", "status", "field"),
    [
        ({"out_of_time": "sulk"}, 400, "out_of_time"),
        ({"out_of_time": None}, 400, "out_of_time"),
        ({"stand_in": "fox"}, 422, "stand_in"),
        ({"stand_in": 7}, 400, "stand_in"),
        ({"seats": "me"}, 400, "seats"),
        ({"seats": ["me", {}]}, 400, "seats"),
        ({"seats": ["me", "bot:fox"]}, 422, "seat_1"),
        ({"seats": ["me", "no address"]}, 422, "seat_1"),
        ({"seats": ["me"]}, 400, "seats"),
        ({"seats": ["bot:hen", "bot:hen"]}, 422, "seats"),
        ({"turn_seconds": "1"}, 400, "turn_seconds"),
        ({"turn_seconds": 10**30}, 400, "turn_seconds"),
        ({"turn_seconds": 1}, 422, "turn_time"),
        ({"preset": "chess"}, 422, "preset"),
        ({"options": []}, 400, "options"),
        ({"options": {"edition": 1}}, 400, "edition"),
        ({"options": {"rounds": []}}, 400, "rounds"),
        ({"options": {"rounds": 10**30}}, 422, "rounds"),
        ({"options": {"hand_size": "many"}}, 422, "hand_size"),
        ({"watchable": 1}, 400, "watchable"),
        ({"key": "\ud800"}, 400, "key"),
        ({"preset": "\ud800"}, 400, "preset"),
        ({"seats": ["me", "\ud800"]}, 400, "seats"),
        ({"options": {"opening": "\ud800"}}, 400, "opening"),
        ({"options": {"\ud800": 1}}, 400, "\\ud800"),
        ({"colour": "red"}, 400, "colour"),
    ],
)
def test_a_bad_table_is_refused_by_field(
    program: Program, changes: dict[str, Any], status: int, field: str
) -> None:
    assert program.send(TABLES, {**GOOD, **changes}, status)["field"] == field
    assert not Match.objects.exists()


def test_only_who_is_signed_in_makes_tables() -> None:
    seat = make_match(people=2, bots=0).seats.get(number=0)
    for nobody in (Program(), Program(seat)):
        assert nobody.send(TABLES, GOOD, 403)["code"] == "not_signed_in"
