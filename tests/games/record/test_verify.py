"""A stored match is judged as its record would be, and its tables are held to its log."""

import io
import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services, store
from games.record.check import check
from games.record.tables import WITH_TABLES
from games.record.verify import Reading, Verdict, verify
from games.store import Stored
from games.tables import Choice, Match, MatchSecret, Round
from tests.factories import NOON, make_match, play_on
from tests.games.tampering import change, change_data, digest_anew, remove_last, unguarded

from .records import BAD

pytestmark = pytest.mark.django_db


def judged(match: Match, since: int = 1) -> Verdict:
    return verify(WITH_TABLES.get(pk=match.pk), since)


def fault(match: Match, since: int = 1) -> tuple[int, str]:
    found = judged(match, since).fault
    assert found is not None
    return found.seq, found.code


def marked(match: Match) -> Match:
    """Return a match after its log was verified and marked."""
    (verdict,) = services.verify_matches([match.pk], now=NOON)
    assert verdict.fault is None
    match.refresh_from_db()
    return match


def seq_of(match: Match, kind: str) -> int:
    return next(row.seq for row in store.load_all(match.pk) if row.type == kind)


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=2, bots=0, hand_size=5, rounds=3), choices=6)


@pytest.mark.parametrize("pace", ["in_turn", "side_by_side"])
def test_a_match_is_good_at_every_point_of_its_way(pace: str) -> None:
    match = make_match(people=2, bots=0, hand_size=4, rounds=2, pace=pace)
    while match.state == Match.State.RUNNING:
        verdict = judged(match)
        assert (verdict.fault, verdict.judged, verdict.tail.seq) == (None, match.head, match.head)
        play_on(match, choices=1)
    assert judged(match).fault is None


def test_what_waits_for_players_and_what_was_abandoned_are_good_too() -> None:
    waits = Match.objects.create(rules={}, seed_commitment="")
    assert judged(waits).fault is None
    abandoned = make_match(people=2, bots=0)
    services.abandon(abandoned, now=NOON)
    assert judged(abandoned).fault is None


def test_a_changed_event_is_named(match: Match) -> None:
    seq = seq_of(match, "tile_played")
    change(match, seq, "cause", "admin")
    assert fault(match) == (seq, "digest")


def test_a_changed_event_with_digests_made_anew_breaks_the_rules(match: Match) -> None:
    seq = seq_of(match, "tile_played")
    change_data(match, seq, seat=7)
    digest_anew(match)
    assert fault(match) == (seq, "turn")


def test_a_past_that_was_written_anew_by_the_rules_is_not_the_one_verified(match: Match) -> None:
    marked(match)
    change(match, 1, "at", "2026-03-01T00:00:00.000000Z")
    digest_anew(match)
    assert fault(match) == (match.head, "verified")


def test_an_event_that_was_verified_and_is_gone_is_missed(match: Match) -> None:
    marked(match)
    remove_last(match)
    last = Match.objects.get(pk=match.pk).head - 1
    Match.objects.update(head=last)
    assert fault(match) == (match.head, "head")


def test_an_event_that_lies_at_another_round_is_found(match: Match) -> None:
    seq = seq_of(match, "tile_played")
    change(match, seq, "round", 2)
    assert fault(match) == (seq, "round")


def test_data_that_says_the_same_in_another_way_is_found(match: Match) -> None:
    row = next(store.load_all(match.pk))
    change(match, 1, "data", json.dumps(json.loads(row.data)))
    assert fault(match)[0] == 1


def test_a_log_that_ends_before_its_head_is_found(match: Match) -> None:
    remove_last(match)
    assert fault(match) == (match.head, "head")


@pytest.mark.parametrize(
    "values",
    [
        {"head": 1},
        {"totals": [-1, 0]},
        {"ranks": [1, 2]},
        {"paused": True},
        {"state": Match.State.ENDED},
        {"seed_commitment": "0" * 64},
    ],
)
def test_a_row_that_says_what_the_log_does_not_is_found(
    match: Match, values: dict[str, object]
) -> None:
    Match.objects.filter(pk=match.pk).update(**values)
    assert fault(match) == (match.head, "tables")


def test_options_that_were_not_agreed_are_found(match: Match) -> None:
    Match.objects.update(rules=match.rules | {"double_blank": 50})
    assert fault(match) == (match.head, "tables")


@pytest.mark.parametrize("values", [{"last_seq": 1}, {"reason": "odd"}, {"points": [-1]}])
def test_a_round_that_says_what_the_log_does_not_is_found(
    match: Match, values: dict[str, object]
) -> None:
    Round.objects.filter(match=match, number=1).update(**values)
    assert fault(match) == (match.head, "tables")


def test_a_choice_that_is_lost_or_another_seats_is_found(match: Match) -> None:
    other = match.seats.exclude(pk=match.choices.get().seat_id).get()
    Choice.objects.filter(match=match).update(seat=other)
    assert fault(match) == (match.head, "tables")
    Choice.objects.filter(match=match).delete()
    assert fault(match) == (match.head, "tables")


def test_another_seed_than_the_promised_one_is_found_before_the_end(match: Match) -> None:
    MatchSecret.objects.filter(match=match).update(seed=b"7" * 32)
    assert fault(match) == (match.head, "seed")


def test_half_a_batch_is_found() -> None:
    """As if the round's end had not been written with the play that ended it."""
    match = make_match(people=2, bots=0, hand_size=3, rounds=1)
    play_on(match)
    ended = seq_of(match, "round_ended")
    with unguarded() as cursor:
        cursor.execute(
            "DELETE FROM games_event WHERE match_id = %s AND seq >= %s", [match.pk, ended]
        )
    Match.objects.update(head=ended - 1, state="running", totals=[0, 0], ranks=[])
    Round.objects.update(last_seq=ended - 1, reason="", points=[])
    assert fault(match) == (ended, "due")


def test_what_was_judged_before_is_folded_and_not_judged_again(match: Match) -> None:
    marked(match)
    seq = seq_of(match, "tile_played")
    change(match, seq, "cause", "admin")
    verdict = judged(match, since=match.verified + 1)
    assert (verdict.fault, verdict.judged) == (None, 0)
    play_on(match, choices=1)
    verdict = judged(match, since=match.verified + 1)
    assert (verdict.fault, verdict.judged) == (None, match.head - match.verified)


def test_what_was_judged_before_must_still_be_it(match: Match) -> None:
    marked(match)
    change(match, 1, "at", "2026-03-01T00:00:00.000000Z")
    digest_anew(match)
    assert fault(match, since=match.verified + 1) == (match.verified, "verified")


@pytest.mark.parametrize("data", ["{", "null", '{"round":1}', '{"on":null,"round":9,"seat":0}'])
def test_what_cannot_be_folded_is_named_also_before_since(match: Match, data: str) -> None:
    seq = seq_of(match, "tile_played")
    change(match, seq, "data", data)
    assert fault(match, since=match.head) == (seq, "line")
    assert fault(match)[0] == seq


def test_a_play_where_nothing_lies_is_named_also_before_since(match: Match) -> None:
    seq = seq_of(match, "tile_played")
    change_data(match, seq, on="0-1")
    assert fault(match, since=match.head) == (seq, "line")


def test_moves_made_while_it_is_verified_are_verified_too(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_on = Reading.read_on
    moves = iter(range(2))

    def read(self: Reading) -> None:
        if next(moves, None) is not None:
            play_on(match, choices=1)
        read_on(self)

    monkeypatch.setattr(Reading, "read_on", read)
    before = match.head
    verdict = judged(match)
    assert verdict.fault is None
    assert verdict.tail.seq == match.head > before


def test_a_verification_costs_few_queries(match: Match) -> None:
    with CaptureQueriesContext(connection) as queries:
        judged(match)
    assert len(queries) == 5


def _stored(line: dict[str, object]) -> Stored:
    data = line["data"]
    number = data.get("round") if isinstance(data, dict) else None
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = str(line["digest"])
    return Stored(
        int(str(line["seq"])),
        number if type(number) is int else None,
        str(line["type"]),
        str(line["cause"]),
        str(line["at"]),
        text,
        digest,
    )


def _rows(path: Path) -> list[Stored]:
    """Return the events of a bad record, none if it is bad in a way that no store can be."""
    try:
        lines = path.read_text("utf-8").splitlines()[1:]
        rows = [_stored(json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError):
        return []
    numbers = [row.seq for row in rows]
    same = [row.line() for row in rows] == lines
    return rows if same and numbers == [*range(1, len(rows) + 1)] else []


STORABLE = [(path, rows) for path in BAD if (rows := _rows(path))]


def test_most_bad_records_can_be_stored() -> None:
    assert len(STORABLE) > 35


@pytest.mark.parametrize(("path", "rows"), STORABLE, ids=[path.stem for path, _ in STORABLE])
def test_a_bad_record_is_as_bad_in_the_store(path: Path, rows: list[Stored]) -> None:
    text = "".join(f"{row.line()}\n" for row in rows)
    header = path.read_bytes().split(b"\n", 1)[0]
    found = check(io.BytesIO(header + b"\n" + text.encode())).fault
    assert found is not None
    match = Match.objects.create(rules={}, seed_commitment="", head=rows[-1].seq)
    with unguarded():
        store.append_stored(match.pk, rows)
    if found.seq:
        assert fault(match) == (found.seq, found.code)
