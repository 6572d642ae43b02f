"""What the log holds is what a record says: the same events, and a check finds them good."""

import io
import json

import pytest

from games import services, store
from games.engine import Caused, MatchPaused
from games.record.check import check
from games.record.export import check_match, export_match
from games.tables import Match
from tests.factories import NOON, make_match, play_on

pytestmark = pytest.mark.django_db


def lines(match: Match) -> list[str]:
    return list(export_match(match))


def test_a_record_is_a_header_and_the_stored_events() -> None:
    match = make_match(people=2, bots=0)
    header, *rest = lines(match)
    assert json.loads(header) == {"format": "chickenfoot-record", "version": 1}
    assert rest == [f"{row.line()}\n" for row in store.load_all(match.pk)]


@pytest.mark.parametrize("pace", ["in_turn", "side_by_side"])
def test_a_played_match_is_a_good_record(pace: str) -> None:
    match = play_on(make_match(people=2, bots=0, rounds=2, hand_size=5, pace=pace))
    assert match.state == Match.State.ENDED
    report = check(io.BytesIO("".join(lines(match)).encode()))
    assert str(report) == f"ok, {match.head} events"
    assert check_match(match) == report


def test_a_running_match_is_an_unfinished_record() -> None:
    match = play_on(make_match(people=2, bots=0), choices=3)
    assert str(check_match(match)) == f"ok, {match.head} events, unfinished"


def test_an_abandoned_match_is_an_abandoned_record() -> None:
    match = make_match(people=2, bots=0)
    services.abandon(match, now=NOON)
    match.refresh_from_db()
    assert str(check_match(match)) == f"ok, {match.head} events, abandoned"


def test_a_match_that_waits_for_players_is_a_header_alone() -> None:
    match = Match.objects.create(rules={}, seed_commitment="")
    assert len(lines(match)) == 1
    assert str(check_match(match)) == "ok, 0 events, unfinished"


def test_a_log_that_breaks_the_rules_is_found() -> None:
    match = make_match(people=2, bots=0)
    tail = store.tail_of(list(store.load_all(match.pk))[-1])
    store.append(match.pk, tail, [Caused(MatchPaused("admin"), "admin")] * 2, NOON)
    fault = check_match(match).fault
    assert fault is not None
    assert (fault.seq, fault.code) == (tail.seq + 2, "paused")
