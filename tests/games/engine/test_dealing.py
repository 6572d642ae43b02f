"""RECORD.md, Shuffle and Heads, by hand-made values and by the records of others."""

import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta, timezone

from games.engine import (
    Tile,
    canonical,
    commitment,
    deal,
    digest,
    head_of,
    resolve,
    stamp,
    tile_set,
)

SEED = bytes(range(32))


def test_a_deal_gives_every_tile_once() -> None:
    rules = resolve("four-arms", 4)
    event = deal(rules, 4, SEED, ("", "", "", ""), 1, 2)
    assert sorted([*sum(event.hands, ()), *event.yard]) == list(tile_set(9))
    assert (event.first, event.starter, {len(hand) for hand in event.hands}) == (2, Tile(9, 9), {7})


def test_a_starter_set_aside_is_not_dealt() -> None:  # R2.2
    rules = resolve("trains", 4)
    event = deal(rules, 4, SEED, ("", "", "", ""), 2, 0)
    dealt = {*sum(event.hands, ()), *event.yard}
    assert dealt == set(tile_set(9)) - {Tile(8, 8)}


def test_words_and_round_and_seed_change_the_deal() -> None:
    rules = resolve("four-arms", 2)
    deals = [
        deal(rules, 2, SEED, ("", ""), 1, 0),
        deal(rules, 2, SEED, ("a", ""), 1, 0),
        deal(rules, 2, SEED[::-1], ("", ""), 1, 0),
        deal(rules, 2, SEED, ("", ""), 2, 0),
    ]
    assert len({event.hands for event in deals}) == len(deals)
    assert deals[0] == deal(rules, 2, SEED, ("", ""), 1, 0)


def test_the_commitment_is_over_the_raw_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_head_is_keyed_by_the_seed() -> None:
    key = hmac.new(SEED, b"heads", hashlib.sha256).digest()
    expected = hmac.new(key, b"ab" * 32, hashlib.sha256).hexdigest()
    assert head_of(SEED, "ab" * 32) == expected


def test_canonical_json_is_sorted_bare_and_unescaped() -> None:
    value = {"b": [1, None, True], "a": 'ü"\\\n🐔'}
    assert canonical(value) == '{"a":"ü\\"\\\\\\n🐔","b":[1,null,true]}'
    assert json.loads(canonical(value)) == value


def test_a_digest_covers_the_one_before() -> None:
    body = '{"at":"t","cause":"system","data":{},"seq":1,"type":"x"}'
    first = digest("", 1, "x", "system", "t", {})
    assert first == hashlib.sha256(f"\n{body}".encode()).hexdigest()
    assert digest(first, 1, "x", "system", "t", {}) != first


def test_a_stamp_is_utc_with_six_decimals() -> None:
    moment = datetime(2026, 1, 1, 2, 1, tzinfo=timezone(timedelta(hours=2)))
    assert stamp(moment) == "2026-01-01T00:01:00.000000Z"
    assert stamp(datetime(987, 1, 1, microsecond=7, tzinfo=UTC)) == "0987-01-01T00:00:00.000007Z"
