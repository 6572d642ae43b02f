"""Moves that programs send: made once, or refused with the field, the rule or the reason."""

from typing import Any

import pytest

from games import queries, services, store
from games.tables import Choice, Match
from tests.factories import NOON, make_match, make_player, play_on, sensible, waiting

from .asking import Program, at, body_of, moves_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, hand_size=7)


@pytest.fixture
def choice(match: Match) -> Choice:
    return waiting(match)


@pytest.fixture
def program(choice: Choice) -> Program:
    return Program(choice.seat)


def unchanged(match: Match) -> bool:
    head = match.head
    match.refresh_from_db()
    return match.head == head == sum(1 for _ in store.load_all(match.pk))


def test_a_move_is_made_and_the_same_again_is_one(
    match: Match, choice: Choice, program: Program
) -> None:
    body = body_of(sensible(choice), choice.seq)
    first = program.send(moves_at(match), body)
    match.refresh_from_db()
    assert first == {"head": match.head, "again": False}
    assert program.send(moves_at(match), body) == {"head": match.head, "again": True}
    assert unchanged(match)


def test_a_whole_round_is_played_with_what_the_answers_tell(match: Match) -> None:
    programs = [Program(seat) for seat in match.seats.all()]
    while not match.rounds.get(number=1).is_over:
        (row, *_others) = programs[0].ask(at(match))["rounds"]
        mover = programs[row["waits_for"]]
        view = mover.ask(at(match, "rounds", 1))
        mover.send(moves_at(match), {"seq": view["last_seq"], **view["legal"][0]})
        match.refresh_from_db()
    assert sum(match.totals) > 0


def test_a_signed_in_player_moves_with_the_token_against_forgery(
    match: Match, choice: Choice
) -> None:
    body = body_of(sensible(choice), choice.seq)
    program = Program(player=choice.seat.player)
    assert "CSRF" in program.send(moves_at(match), body, 403)["sentence"]
    assert unchanged(match)
    program.cookies["csrftoken"] = "a" * 32
    assert program.send(moves_at(match), body, headers={"X-CSRFToken": "a" * 32})["head"]


def test_a_move_on_a_table_that_has_moved_on_is_stale(
    match: Match, choice: Choice, program: Program
) -> None:
    play_on(match, choices=2)
    told = program.send(moves_at(match), {"seq": choice.seq, "pass": True}, 409)
    assert told["code"] == "stale"
    assert unchanged(match)


def test_what_the_rules_refuse_names_the_rule(match: Match, program: Program) -> None:
    seq = waiting(match).seq
    told = program.send(moves_at(match), {"seq": seq, "pass": True}, 422)
    assert told["code"] in {"pass_not_allowed", "draw_first"}
    assert told["clause"] in {"R3.2", "R3.3"}
    told = program.send(moves_at(match), {"seq": seq, "tile": "9-9", "on": "9-9"}, 422)
    assert (told["code"], told["clause"]) == ("tile_not_in_hand", "R3.1")
    assert told["params"]["tile"] == "9-9"
    assert unchanged(match)


def test_placing_a_starter_that_lies_is_refused(match: Match, choice: Choice) -> None:
    tile = str(next(iter(queries.see_round(match, 1, choice.seat.number).view.hand or ())))
    body = {"seq": choice.seq, "tile": tile, "on": None}
    assert Program(choice.seat).send(moves_at(match), body, 422)["code"] == "no_such_end"


@pytest.mark.parametrize("number", [0, 2, 11, 10**30])
def test_a_round_that_was_not_dealt_takes_no_move(
    match: Match, program: Program, number: int
) -> None:
    told = program.send(moves_at(match, number), {"seq": 1, "pass": True}, 422)
    assert (told["code"], told["params"]) == ("round_not_dealt", {"round": number})


def test_another_seats_turn_is_named(match: Match, choice: Choice) -> None:
    other = match.seats.exclude(pk=choice.seat_id).get()
    tile = str(next(iter(queries.see_round(match, 1, other.number).view.hand or ())))
    body = {"seq": choice.seq, "tile": tile, "on": "9-9"}
    told = Program(other).send(moves_at(match), body, 422)
    assert told["code"] == "not_your_turn"
    assert choice.seat.name in told["sentence"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "seq"),
        ({"seq": "3", "pass": True}, "seq"),
        ({"seq": True, "pass": True}, "seq"),
        ({"seq": 1.0, "pass": True}, "seq"),
        ({"seq": -1, "pass": True}, "seq"),
        ({"seq": 2**31, "pass": True}, "seq"),
        ({"seq": None, "pass": True}, "seq"),
        ({"seq": 3}, "tile"),
        ({"seq": 3, "tile": "4-9"}, "on"),
        ({"seq": 3, "on": "9-9"}, "tile"),
        ({"seq": 3, "tile": "9-4", "on": "9-9"}, "tile"),
        ({"seq": 3, "tile": "4-99", "on": "9-9"}, "tile"),
        ({"seq": 3, "tile": 49, "on": "9-9"}, "tile"),
        ({"seq": 3, "tile": ["4-9"], "on": "9-9"}, "tile"),
        ({"seq": 3, "tile": None, "on": "9-9"}, "tile"),
        ({"seq": 3, "tile": "4-9", "on": {}}, "on"),
        ({"seq": 3, "tile": "4-9", "on": ""}, "on"),
        ({"seq": 3, "pass": False}, "pass"),
        ({"seq": 3, "pass": 1}, "pass"),
        ({"seq": 3, "pass": True, "tile": "4-9"}, "tile"),
        ({"seq": 3, "pass": True, "on": None}, "on"),
        ({"seq": 3, "pass": True, "seat": 1}, "seat"),
        ([], "body"),
        ("pass", "body"),
        (None, "body"),
        (3, "body"),
        (b"", "seq"),
        (b"{", "body"),
        (b"\xff\xfe", "body"),
        (b'{"seq": NaN, "pass": true}', "seq"),
        (b'{"seq": 3, "seq": 4, "pass": true}', "seq"),
        (b'{"seq": ' + b"9" * 1900 + b', "pass": true}', "seq"),
        (b"[" * 1999, "body"),
        (b'{"seq": 3, "pass": true, "' + b"x" * 500 + b'": 1}', "x" * 40),
    ],
)
def test_what_is_no_move_names_the_field(
    match: Match, program: Program, body: Any, field: str
) -> None:
    sent = f'"{body}"' if body == "pass" else "null" if body is None else body
    told = program.send(moves_at(match), sent, 400)
    assert (told["code"], told["field"]) == ("malformed", field)
    assert unchanged(match)


def test_a_body_that_is_too_long_is_not_read(match: Match, program: Program) -> None:
    told = program.send(moves_at(match), b" " * 100_000, 413)
    assert (told["code"], told["field"]) == ("too_large", "body")
    assert unchanged(match)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_is_not_sent_as_json_is_not_read(match: Match, program: Program, kind: str) -> None:
    program.send(moves_at(match), "seq=1", 415, content_type=kind)


def test_a_move_is_sent_and_not_fetched(match: Match, program: Program) -> None:
    program.ask(moves_at(match), 405)


def test_who_has_no_seat_makes_no_move(match: Match) -> None:
    body = {"seq": 1, "pass": True}
    Program().send(moves_at(match), body, 404)
    Match.objects.filter(pk=match.pk).update(watchable=True)
    assert Program().send(moves_at(match), body, 403)["code"] == "no_seat"
    visitor = Program(player=make_player())
    visitor.cookies["csrftoken"] = "a" * 32
    told = visitor.send(moves_at(match), body, 403, headers={"X-CSRFToken": "a" * 32})
    assert told["code"] == "no_seat"
    assert unchanged(match)


def test_who_was_replaced_by_a_bot_makes_no_move(
    match: Match, choice: Choice, program: Program
) -> None:
    body = body_of(sensible(choice), choice.seq)
    player = choice.seat.player
    services.give_to_bot(choice.seat, "admin", cause="admin", now=NOON)
    assert program.send(moves_at(match), body, 410)["code"] == "link_over"
    signed_in = Program(player=player)
    signed_in.cookies["csrftoken"] = "a" * 32
    told = signed_in.send(moves_at(match), body, 410, headers={"X-CSRFToken": "a" * 32})
    assert told["code"] == "seat_changed"


def test_a_match_that_is_over_takes_no_move(match: Match, program: Program) -> None:
    services.abandon(match, now=NOON)
    Match.objects.filter(pk=match.pk).update(ended_at="2999-01-01T00:00Z")
    told = program.send(moves_at(match), {"seq": 1, "pass": True}, 409)
    assert (told["code"], told["state"]) == ("match_not_running", "abandoned")


def test_a_match_that_waits_takes_no_move() -> None:
    match = Match.objects.create(rules=make_match().rules, seed_commitment="")
    seat = match.seats.create(number=0, player=make_player())
    told = Program(seat).send(moves_at(match), {"seq": 0, "pass": True}, 409)
    assert (told["code"], told["state"]) == ("match_not_running", "waiting")


def test_a_match_that_stands_still_takes_no_move(match: Match, program: Program) -> None:
    Match.objects.filter(pk=match.pk).update(fault="type of x is unknown")
    told = program.send(moves_at(match), {"seq": 1, "pass": True}, 503)
    assert told["code"] == "match_faulted"


@pytest.mark.parametrize("body", [r'{"\ud800": 1}', r'{"\ud800": 1, "\ud800": 2}'])
def test_a_field_named_by_half_a_letter_is_refused(
    match: Match, program: Program, body: str
) -> None:
    told = program.send(moves_at(match), body, 400)
    assert (told["code"], told["field"]) == ("malformed", r"\ud800")


def test_a_round_of_a_number_beyond_every_table_is_refused_before_and_after_the_match(
    match: Match, program: Program
) -> None:
    services.abandon(match, now=NOON)
    Match.objects.filter(pk=match.pk).update(ended_at="2999-01-01T00:00Z")
    told = program.send(moves_at(match, 10**30), {"seq": 1, "pass": True}, 409)
    assert told["code"] == "match_not_running"
