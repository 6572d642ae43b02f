"""Events come back as they were written, chained by their digests, at a cost that does not grow."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import store
from games.engine import (
    Caused,
    HintGiven,
    MatchPaused,
    canonical,
    digest,
    parse_event,
    round_of,
    stamp,
)
from games.tables import Match
from tests.factories import NOON, make_match, play_on

pytestmark = pytest.mark.django_db


def the_log(match: Match) -> list[store.Stored]:
    return list(store.load_all(match.pk))


def test_digests_chain_from_the_empty_one() -> None:
    last = ""
    for row in the_log(play_on(make_match(people=2, bots=0), choices=10)):
        event = parse_event(row.type, row.event().to_data())
        last = digest(last, row.seq, row.type, row.cause, row.at, event.to_data())
        assert row.digest == last


def test_seqs_count_up_from_one() -> None:
    log = the_log(play_on(make_match(people=2, bots=0), choices=10))
    assert [row.seq for row in log] == list(range(1, len(log) + 1))


def test_a_line_is_canonical_json_of_the_whole_event() -> None:
    for row in the_log(make_match(people=2, bots=0)):
        fields = {**row._asdict(), "data": row.event().to_data()}
        del fields["round"]
        assert row.line() == canonical(fields)


def test_what_is_appended_together_carries_one_time_that_never_runs_backwards() -> None:
    match = make_match(people=2, bots=0)
    tail = store.tail_of(the_log(match)[-1])
    pause = Caused(MatchPaused("admin"), "admin")
    early = store.append(match.pk, tail, [pause, pause], NOON - timedelta(days=1))
    assert {row.at for row in early} == {tail.at}
    late = store.append(match.pk, store.tail_of(early[-1]), [pause], NOON + timedelta(days=1))
    assert late[0].at == stamp(NOON + timedelta(days=1))
    assert the_log(match)[-3:] == [*early, *late]


def test_events_that_are_imported_come_back_with_their_own_digests() -> None:
    source = play_on(make_match(people=2, bots=0), choices=20)
    copy = make_match(people=2, bots=0)
    mine = len(the_log(copy))
    rest = the_log(source)[mine:]
    store.append_stored(copy.pk, iter(rest))
    assert list(store.load_all(copy.pk, after=mine)) == rest


@pytest.mark.parametrize("size", [1, 7, 500])
def test_a_log_is_read_in_pages_of_any_size(size: int) -> None:
    match = play_on(make_match(people=2, bots=0), choices=5)
    log = the_log(match)
    assert list(store.load_all(match.pk, size=size)) == log
    assert list(store.load_all(match.pk, after=3, size=size)) == log[3:]


def test_a_round_is_loaded_with_what_is_the_matchs_own_and_the_ends_of_other_rounds() -> None:
    match = make_match(people=2, bots=0, rounds=3, hand_size=5)
    while not match.rounds.filter(number=3).exists():
        play_on(match, choices=1)
    stored, tail = store.load_round(match.pk, 2)
    log = the_log(match)
    assert stored == [
        row
        for row in log
        if row.round in {None, 2} or (row.type == "round_ended" and row.round == 1)
    ]
    assert tail == store.tail_of(log[-1])


def test_a_match_without_a_round_is_loaded_with_the_end_of_its_log() -> None:
    match = make_match(people=2, bots=0)
    stored, tail = store.load_round(match.pk, None)
    log = the_log(match)
    assert stored == [log[0]]
    assert tail == store.tail_of(log[-1])


def test_of_a_match_that_has_not_begun_there_is_nothing_to_load() -> None:
    match = Match.objects.create(rules={}, seed_commitment="")
    assert store.load_round(match.pk, 1) == ([], store.EMPTY)
    assert the_log(match) == []


def test_the_cost_of_loading_a_round_does_not_grow_with_the_match() -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10)
    fresh, _tail = store.load_round(match.pk, 10)
    play_on(match, choices=60)
    with CaptureQueriesContext(connection) as queries:
        stored, _tail = store.load_round(match.pk, 10)
    ended = match.rounds.exclude(reason="").count()
    assert len(queries) == 1
    assert len(stored) <= len(fresh) + ended
    assert match.head > 5 * ended + len(fresh)


def test_hints_and_deadlines_of_other_rounds_are_not_loaded() -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=3)
    before, tail = store.load_round(match.pk, 1)
    store.append(match.pk, tail, [Caused(HintGiven(2, 0), "player")] * 20, NOON)
    stored, tail = store.load_round(match.pk, 1)
    assert stored == before
    assert tail == store.tail_of(the_log(match)[-1])
    assert {round_of(row.event()) for row in stored} == {None, 1}


def test_loading_a_round_reads_no_more_than_its_index_names() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL scans small tables, whatever their indexes are")
    match = make_match(people=2, bots=0)
    with CaptureQueriesContext(connection) as queries:
        store.load_round(match.pk, 1)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {queries[0]['sql']}")
        plan = [row[-1] for row in cursor.fetchall()]
    assert not [step for step in plan if step.startswith("SCAN games_event")]
