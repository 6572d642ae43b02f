"""Table talk for programs: a seat reads and says it, nobody else."""

import pytest
from django.utils import timezone

import accounts.services
from games import services
from games.services.talking import LINES
from games.tables import Match
from tests.factories import make_match, make_player, sensible, waiting

from .asking import Program, at, body_of, moves_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0)


def test_a_line_is_said_once_and_read_by_the_others(match: Match) -> None:
    ana, ben = map(Program, match.seats.order_by("number"))
    for _ in range(2):
        ana.send(at(match, "talk"), {"words": "<i>Hello</i>", "key": "one"})
    (line,) = ben.ask(at(match, "talk"))["lines"]
    assert (line["words"], line["seat"], line["mine"]) == ("<i>Hello</i>", 0, False)


def test_a_line_goes_with_a_move(match: Match) -> None:
    choice = waiting(match)
    body = {**body_of(sensible(choice), choice.seq), "words": "There!", "key": "k"}
    program = Program(choice.seat)
    assert program.send(moves_at(match), body)["again"] is False
    assert program.send(moves_at(match), body)["again"] is True
    (line,) = program.ask(at(match, "talk"))["lines"]
    assert (line["words"], line["round"]) == ("There!", 1)


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ([], 400, "body"),
        ({"words": 3}, 400, "words"),
        ({"words": "hello", "key": None}, 400, "key"),
        ({"words": "hello", "to": "Ben"}, 400, "to"),
        ({"words": " "}, 422, "words"),
        ({"words": "a\nb"}, 422, "words"),
        ({"words": "half \ud800"}, 422, "words"),
    ],
)
def test_a_bad_line_is_refused_by_field(
    match: Match, body: object, status: int, field: str
) -> None:
    program = Program(match.seats.get(number=0))
    assert program.send(at(match, "talk"), body, status)["field"] == field
    assert program.ask(at(match, "talk"))["lines"] == []


def test_watchers_and_strangers_read_nothing(match: Match) -> None:
    services.say(match.seats.get(number=0), "among us", now=timezone.now())
    Program().ask(at(match, "talk"), 404)
    Match.objects.update(watchable=True)
    for stranger in (Program(), Program(player=make_player())):
        assert stranger.ask(at(match, "talk"), 403)["code"] == "no_seat"
        stranger.send(at(match, "talk"), {"words": "me too"}, 403)
    assert match.talk.count() == 1


def test_much_at_once_is_refused_with_when_to_come_again(match: Match) -> None:
    seat = match.seats.get(number=0)
    for number in range(LINES):
        services.say(seat, str(number), now=timezone.now())
    answer = Program(seat).post(
        at(match, "talk"), '{"words": "more"}', content_type="application/json"
    )
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 600


def test_who_is_suspended_is_told_so(match: Match) -> None:
    seat = match.seats.select_related("player").get(number=0)
    assert seat.player is not None
    accounts.services.suspend(seat.player, "rude", now=timezone.now())
    seat.refresh_from_db()
    services.revoke_seat(seat)
    body = Program(seat).send(at(match, "talk"), {"words": "but"}, 403)
    assert body["code"] == "suspended"


def test_long_talk_is_read_page_by_page(match: Match) -> None:
    program = Program(match.seats.get(number=0))
    program.send(at(match, "talk"), {"words": "first"})
    number = program.ask(at(match, "talk"))["lines"][0]["number"]
    assert program.ask(f"{at(match, 'talk')}?before={number}")["lines"] == []
    assert program.ask(f"{at(match, 'talk')}?before=x", 400)["field"] == "before"
