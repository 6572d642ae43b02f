"""RECORD.md: the form of the events, and which of them count."""

from typing import Any

import pytest

from games.engine import (
    EVENT_TYPES,
    Event,
    EventMalformed,
    EventTypeUnknown,
    HintGiven,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    MovesRewound,
    RulesRefused,
    Tile,
    TilePlayed,
    TurnPassed,
    counting,
    evolve,
    parse_event,
    replay,
    resolve,
    round_of,
    start,
)

STARTED = MatchStarted(resolve("four-arms", 2), 2, ("", "word"), "ab" * 32)
PLAYED = {"round": 1, "seat": 0, "tile": "1-9", "on": None}
GOOD: dict[str, dict[str, Any]] = {
    "round_dealt": {"round": 1, "starter": "9-9", "first": 0, "hands": [["0-1"]], "yard": []},
    "tile_drawn": {"round": 1, "seat": 0, "tile": "0-1"},
    "tile_played": PLAYED,
    "turn_passed": {"round": 1, "seat": 0},
    "round_ended": {"round": 1, "reason": "out", "points": [0, 1], "totals": [0, 1]},
    "match_ended": {"totals": [0, 1], "ranks": [1, 2], "seed": "ab"},
    "seat_handed_over": {"seat": 0, "to": "bot", "reason": "clock"},
    "match_paused": {"reason": "agreed"},
    "match_resumed": {"reason": "fault"},
    "deadline_moved": {
        "round": 1,
        "seat": 0,
        "until": "2026-01-01T00:01:00.000000Z",
        "reason": "pause",
    },
    "hint_given": {"round": 1, "seat": 0},
    "match_abandoned": {"reason": "all_left", "seed": "ab"},
    "moves_rewound": {"round": 1, "to_seq": 2, "reason": "agreed"},
    "match_started": STARTED.to_data(),
}


def test_every_type_of_version_1_is_known() -> None:
    assert set(GOOD) == set(EVENT_TYPES)


@pytest.mark.parametrize("kind", GOOD)
def test_an_event_reads_back_from_its_data(kind: str) -> None:
    event = parse_event(kind, GOOD[kind])
    assert (event.type, event.to_data()) == (kind, GOOD[kind])
    assert round_of(event) == GOOD[kind].get("round")


@pytest.mark.parametrize("kind", GOOD)
def test_an_event_has_just_its_fields(kind: str) -> None:
    data = GOOD[kind]
    for wrong in (data | {"note": 1}, dict(list(data.items())[1:]), list(data), None):
        with pytest.raises(EventMalformed):
            parse_event(kind, wrong)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("round", True),
        ("round", 1.0),
        ("seat", "0"),
        ("seat", None),
        ("tile", "9-1"),
        ("tile", None),
        ("tile", ["1-9"]),
        ("on", 99),
        ("on", "0-0 "),
    ],
)
def test_a_field_of_another_form_is_named(field: str, value: object) -> None:
    with pytest.raises(EventMalformed) as caught:
        parse_event("tile_played", PLAYED | {field: value})
    assert (caught.value.type, caught.value.field) == ("tile_played", field)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("seat_handed_over", "to", "dog"),
        ("seat_handed_over", "reason", "bored"),
        ("match_paused", "reason", ""),
        ("deadline_moved", "until", "2026-01-01"),
        ("deadline_moved", "until", "2026-02-30T00:01:00.000000Z"),
        ("deadline_moved", "reason", None),
        ("match_abandoned", "reason", "rage"),
        ("moves_rewound", "to_seq", "2"),
        ("round_dealt", "hands", [["0-1", 1]]),
        ("round_ended", "points", [True, 1]),
    ],
)
def test_a_code_or_a_list_of_another_form_is_named(kind: str, field: str, value: object) -> None:
    with pytest.raises(EventMalformed) as caught:
        parse_event(kind, GOOD[kind] | {field: value})
    assert caught.value.field == field


def test_a_type_that_version_1_does_not_know_is_refused() -> None:
    with pytest.raises(EventTypeUnknown):
        parse_event("tile_eaten", {})


def test_a_start_is_held_to_the_options() -> None:  # R1
    data: dict[str, Any] = STARTED.to_data()
    with pytest.raises(RulesRefused):
        parse_event("match_started", data | {"rules": data["rules"] | {"arms": 99}})


def test_events_of_different_types_differ() -> None:
    paused: Event = MatchPaused("admin")
    passed: Event = TurnPassed(1, 0)
    assert paused != MatchResumed("admin")
    assert passed != HintGiven(1, 0)


def test_a_rewind_takes_back_the_events_of_its_round_alone() -> None:
    log: list[tuple[int, Event]] = [
        (1, STARTED),
        (2, TurnPassed(1, 0)),
        (3, TurnPassed(2, 0)),
        (4, TilePlayed(1, 1, Tile(1, 9), Tile(9, 9))),
        (5, HintGiven(1, 0)),
        (6, MovesRewound(1, 2, "admin")),
        (7, TurnPassed(1, 1)),
    ]
    assert [seq for seq, _ in counting(log)] == [1, 2, 3, 7]


def test_events_that_make_no_table_leave_the_match_alone() -> None:
    match = start(STARTED)
    for kind in ("seat_handed_over", "deadline_moved", "hint_given", "moves_rewound"):
        assert evolve(match, parse_event(kind, GOOD[kind])) == match
    assert evolve(match, MatchPaused("admin")).paused
    assert not evolve(evolve(match, MatchPaused("admin")), MatchResumed("admin")).paused


def test_a_round_that_is_not_loaded_keeps_its_points() -> None:
    ended = parse_event("round_ended", GOOD["round_ended"])
    match = replay([(1, STARTED), (9, ended)])
    assert (match.points, match.totals, dict(match.rounds)) == ({1: (0, 1)}, (0, 1), {})


def test_a_replay_begins_with_the_start() -> None:
    for log in ([], [(1, TurnPassed(1, 0))]):
        with pytest.raises(ValueError, match="match_started"):
            replay(log)
