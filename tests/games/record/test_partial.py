"""A player's record of a running match: whole where it is open, null where it is hidden."""

import io
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import services, store
from games.record.check import check
from games.record.export import export_match
from games.record.partial import export_partial
from games.tables import Match
from tests.factories import NOON, make_match, play_on
from tests.games.web.browsing import address, seat_at, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=2, bots=0, rounds=2, hand_size=9), choices=6)


def partial(match: Match, seat: int) -> list[Any]:
    return [json.loads(line) for line in export_partial(match, seat)]


def whole(match: Match) -> list[Any]:
    return [json.loads(line) for line in export_match(match)]


def test_its_header_is_one_that_nobody_takes_for_a_record(match: Match) -> None:
    assert partial(match, 1)[0] == {
        "format": "chickenfoot-partial-record",
        "seat": 1,
        "version": 1,
    }
    report = check(io.BytesIO("".join(export_partial(match, 1)).encode()))
    assert str(report.fault) == (
        "seq 0: header: This is the partial record of a seat, which nobody can check."
    )


def test_a_seat_finds_its_own_hand_and_draws_and_null_for_those_of_others(match: Match) -> None:
    for seat in (0, 1):
        _header, *told = partial(match, seat)
        _header, *true = whole(match)
        assert len(told) == len(true)
        for seen, event in zip(told, true, strict=True):
            assert seen.keys() == event.keys() - {"digest"}
            hidden = {**event["data"]}
            if event["type"] == "round_dealt":
                hands = hidden["hands"]
                hidden["hands"] = [
                    hand if number == seat else [None] * len(hand)
                    for number, hand in enumerate(hands)
                ]
                hidden["yard"] = [None] * len(hidden["yard"])
            if event["type"] == "tile_drawn" and event["data"]["seat"] != seat:
                hidden["tile"] = None
            assert seen["data"] == hidden


def test_a_round_that_has_ended_is_open_and_the_next_is_not(match: Match) -> None:
    while match.rounds.count() == 1:
        play_on(match, choices=1)
    deals = [line["data"] for line in partial(match, 0) if line.get("type") == "round_dealt"]
    assert None not in [*deals[0]["hands"][1], *deals[0]["yard"]]
    assert deals[1]["hands"][1] == [None] * 9


def test_an_event_that_this_server_cannot_read_is_told_without_its_data(match: Match) -> None:
    *_rest, last = store.load_all(match.pk)
    store.append_stored(match.pk, [last._replace(seq=last.seq + 1, type="omen", data='{"x":1}')])
    assert partial(match, 0)[-1]["data"] is None
    assert partial(match, 0)[-1]["type"] == "omen"


def test_the_table_offers_it_and_a_visitor_cannot_have_it(match: Match) -> None:
    seat = seat_at(match, 0)
    browser = sit(seat)
    there = address(seat, "seat_record")
    assert there in browser.get(address(seat)).content.decode()
    answer = browser.get(there)
    assert answer["Content-Disposition"].startswith("attachment")
    assert b"".join(answer).decode() == "".join(export_partial(match, 0))
    assert browser.get(address(seat_at(match, 1), "seat_record")).status_code != 200
    Match.objects.update(watchable=True)
    assert browser.get(reverse("games:record", args=[match.slug])).status_code == 409


def test_once_the_match_is_over_the_whole_record_is_offered(match: Match) -> None:
    services.abandon(match, now=NOON)
    seat = seat_at(match, 0)
    assert seat.player is not None
    client = Client()
    client.force_login(seat.player, backend="accounts.backends.PlayerBackend")
    answer = client.get(address(seat, "seat_record"))
    assert answer["Location"] == reverse("games:record", args=[match.slug])
