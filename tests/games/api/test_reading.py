"""A match and its rounds as JSON: to each what they may see, and no more."""

import json
import re
from datetime import timedelta
from itertools import chain

import pytest
from django.test import Client

from accounts.models import Player
from games import engine, queries, services, store
from games.record.partial import export_partial
from games.tables import Match
from tests.factories import NOON, make_match, make_player, play_on, waiting

from .asking import Program, at, token_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=2, bots=0, hand_size=7), choices=2)


def watched(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(watchable=True)
    return match


def player_of(match: Match, number: int = 0) -> Player:
    player = match.seats.get(number=number).player
    assert player is not None
    return player


def test_a_match_tells_its_seats_its_rounds_and_what_waits(match: Match) -> None:
    told = Program(match.seats.get(number=0)).ask(at(match))
    choice = waiting(match)
    assert (told["match"], told["state"], told["head"], told["me"]) == (
        match.slug,
        "running",
        match.head,
        0,
    )
    assert [seat["name"] for seat in told["seats"]] == [seat.name for seat in match.seats.all()]
    (row,) = told["rounds"]
    assert (row["number"], row["waits_for"], row["points"]) == (1, choice.seat.number, None)
    assert row["last_seq"] == choice.seq
    assert row["deadline"] == choice.deadline.isoformat().replace("+00:00", "Z")


def test_a_round_is_told_as_its_seat_sees_it(match: Match) -> None:
    choice = waiting(match)
    told = Program(choice.seat).ask(at(match, "rounds", 1))
    view = queries.see_round(match, 1, choice.seat.number).view
    assert told["hand"] == [str(tile) for tile in view.hand or ()]
    assert len(told["legal"]) == len(view.legal)
    assert told["hands"] is None
    assert (told["seat"], told["turn"], told["last_seq"]) == (
        choice.seat.number,
        choice.seat.number,
        choice.seq,
    )
    assert [placed["tile"] for placed in told["placements"]] == [
        str(placed.tile) for placed in view.placements
    ]


def test_a_signed_in_player_sees_their_own_seat(match: Match) -> None:
    told = Program(player=player_of(match, 1)).ask(at(match, "rounds", 1))
    assert told["seat"] == 1
    assert told["hand"]


def test_a_visitor_sees_a_match_that_is_open_to_watchers_without_hands(match: Match) -> None:
    told = Program().ask(at(watched(match), "rounds", 1))
    assert (told["seat"], told["hand"], told["legal"]) == (None, None, [])


def test_a_match_that_is_not_open_is_as_one_that_there_is_not(match: Match) -> None:
    nobody, other = Program(), Program(player=make_player())
    for program in (nobody, other):
        for parts in ((), ("rounds", 1), ("record",)):
            hidden = program.ask(at(match, *parts), 404)
            match.slug, slug = "nobody-made-this-match", match.slug
            assert program.ask(at(match, *parts), 404) == hidden
            match.slug = slug


def test_a_match_that_waits_is_seen_by_who_may_join() -> None:
    closed = Match.objects.create(rules={}, seed_commitment="")
    Program().ask(at(closed), 404)
    closed.seats.create(number=0, open_to_all=True)
    assert Program().ask(at(closed))["state"] == "waiting"


def test_a_match_that_was_called_off_is_gone() -> None:
    off = Match.objects.create(rules={}, seed_commitment="", state=Match.State.CANCELLED)
    assert Program().ask(at(off), 410)["code"] == "match_cancelled"


@pytest.mark.parametrize("number", [2, 0, 99, 10**30])
def test_a_round_that_was_not_dealt_is_not_there(match: Match, number: int) -> None:
    program = Program(match.seats.get(number=0))
    told = program.ask(at(match, "rounds", number), 404)
    assert (told["code"], told["field"]) == ("no_such_round", "round")


@pytest.mark.parametrize("number", ["-1", "x", "1.5", "1x"])
@pytest.mark.parametrize("tail", [[], ["moves"], ["plan"]])
def test_what_is_no_number_of_a_round_is_said_to_be_none(
    match: Match, number: str, tail: list[str]
) -> None:
    told = Program(match.seats.get(number=0)).ask(at(match, "rounds", number, *tail), 400)
    assert (told["code"], told["field"]) == ("malformed", "round")


def test_a_match_that_is_over_is_open_to_everybody() -> None:
    match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=5))
    told = Program().ask(at(match))
    assert [seat["rank"] for seat in told["seats"]] == match.ranks
    seen = Program().ask(at(match, "rounds", 1))
    assert seen["hands"] is not None
    assert seen["points"] == match.totals


class TestRecord:
    def test_the_record_of_a_match_that_is_over_is_sent_whole(self) -> None:
        match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=5))
        answer = Client().get(at(match, "record"))
        assert answer.status_code == 200
        assert answer["Content-Type"] == "application/x-ndjson"
        assert b"".join(answer.streaming_content).count(b"\n") == match.head + 1  # type: ignore[attr-defined]

    def test_of_a_match_that_runs_there_is_none_to_have(self, match: Match) -> None:
        told = Program(match.seats.get(number=0)).ask(at(match, "record"), 409)
        assert (told["code"], told["state"]) == ("match_not_over", "running")
        Program().ask(at(match, "record"), 404)
        Program().ask(at(watched(match), "record"), 409)


class TestPartialRecord:
    def test_a_seat_has_what_it_may_know_of_a_match_that_runs(self, match: Match) -> None:
        answer = Program(match.seats.get(number=1)).get(at(match, "record", "partial"))
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson")
        assert answer["Cache-Control"] == "no-store"
        assert b"".join(answer).decode() == "".join(export_partial(match, 1))

    def test_who_has_no_seat_has_none(self, match: Match) -> None:
        Program().ask(at(match, "record", "partial"), 404)
        Program().ask(at(watched(match), "record", "partial"), 403)

    def test_a_match_that_waits_has_none(self) -> None:
        waits = services.create_match(
            make_player(),
            preset="trains",
            options={},
            seats=[services.SeatPlan("me"), services.SeatPlan("open")],
            turn_time=timedelta(days=1),
            now=NOON,
        )
        program = Program(player=player_of(waits))
        assert program.ask(at(waits, "record", "partial"), 409)["code"]


class TestLinks:
    def test_a_link_of_another_table_opens_nothing(self, match: Match) -> None:
        other = make_match(people=1, bots=1).seats.get(number=0)
        assert Program(other).ask(at(match), 403)["code"] == "bad_link"

    @pytest.mark.parametrize("token", ["", "x", "1-1~x", "é", "a" * 5000, "1-1:" + "b" * 43])
    def test_a_link_that_was_cut_or_forged_opens_nothing(self, match: Match, token: str) -> None:
        client = Program()
        answer = client.get(at(match), headers={"Authorization": f"Seat {token}"})
        assert answer.status_code == 403
        assert answer.json()["code"] == "bad_link"

    def test_a_revoked_link_is_over(self, match: Match) -> None:
        program = Program(match.seats.get(number=0))
        services.revoke_seat(match.seats.get(number=0))
        told = program.ask(at(match), 410)
        assert (told["code"], told["reason"]) == ("link_over", "revoked")

    def test_a_link_of_an_earlier_tenure_is_over(self, match: Match) -> None:
        seat = match.seats.get(number=0)
        program = Program(seat)
        services.give_to_bot(seat, "admin", cause="admin", now=NOON)
        assert program.ask(at(match, "rounds", 1), 410)["reason"] == "other_tenure"

    def test_a_link_of_a_match_that_is_over_reads_on(self) -> None:
        match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=5))
        program = Program(match.seats.get(number=0))
        Match.objects.filter(pk=match.pk).update(ended_at="2999-01-01T00:00Z")
        assert program.ask(at(match))["state"] == "ended"

    def test_another_scheme_is_no_seat(self, match: Match) -> None:
        token = token_of(match.seats.get(number=0))
        answer = Client().get(at(match), headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 404


def test_nothing_that_is_hidden_is_told(match: Match) -> None:
    """R8: everything that a seat can ask for, searched for tiles that it may not know."""
    watched(match)
    while "tile_drawn" not in {row.type for row in store.load_all(match.pk)}:
        play_on(match, choices=1)
    state = engine.replay(store.numbered(store.load_all(match.pk)))
    round_state = state.rounds[max(state.rounds)]
    for number, program in enumerate(
        [*[Program(seat) for seat in match.seats.all()], Program()],
    ):
        hands = [hand for seat, hand in enumerate(round_state.hands) if seat != number]
        hidden = {str(tile) for tile in chain(*hands, round_state.yard)}
        texts = [
            json.dumps(program.ask(at(match))),
            json.dumps(program.ask(at(match, "rounds", round_state.round))),
        ]
        if number < match.seats.count():
            answer = program.get(at(match, "record", "partial"))
            texts.append(b"".join(answer).decode())
        for text in texts:
            assert not set(re.findall(r'"(\d+-\d+)"', text)) & hidden
            assert bytes(match.secret.seed).hex() not in text
            assert not [row for row in store.load_all(match.pk) if row.digest in text]


@pytest.mark.parametrize(
    "address", ["", "x/", "matches/a/b/", "matches/a b/", "matches/x/rounds/1/x/"]
)
def test_every_other_address_is_answered_in_json(address: str) -> None:
    for method in ("get", "post", "delete", "put"):
        answer = getattr(Client(), method)(f"/api/{address}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_log_that_cannot_be_read_is_said_to_stand_still(match: Match) -> None:
    program = Program(match.seats.get(number=0))
    last = list(store.load_all(match.pk))[-1]
    store.append_stored(match.pk, [last._replace(seq=last.seq + 1, type="x")])
    assert program.ask(at(match, "rounds", 1), 503)["code"] == "match_faulted"


def test_a_mistake_of_ours_is_json_without_a_traceback(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "seats_of", lambda _match: 1 / 0)
    told = Program(match.seats.get(number=0)).ask(at(match), 500)
    assert told["code"] == "fault"
    assert "division" not in str(told)
