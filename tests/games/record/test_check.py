"""RECORD.md, Checking a record: the records of others, and what no other record tells."""

import io
from pathlib import Path
from typing import Any

import pytest

from games.engine import replay
from games.record.check import check, checked

from .records import BAD, GOOD, bare, event, named, report


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_record_is_good_and_replays_to_what_it_ends_with(path: Path) -> None:
    stored = list(checked(io.BytesIO(path.read_bytes())))
    match = replay((line.seq, line.event) for line in stored)
    last = stored[-1].event
    found = check(io.BytesIO(path.read_bytes()))
    assert (found.fault, found.events) == (None, len(stored))
    if "unfinished" in path.name:
        assert found.state == "unfinished"
    elif "abandoned" in path.name:
        assert found.state == match.ended == "abandoned"
    else:
        assert found.state == "ok"
        assert (match.totals, match.ranks) == (last.totals, last.ranks)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_record_is_refused_where_and_why_it_is_bad(path: Path) -> None:
    why = path.with_suffix(".why").read_text("utf-8").strip()
    fault = check(io.BytesIO(path.read_bytes())).fault
    assert str(fault).startswith(f"{why}: ")


@pytest.mark.parametrize("path", GOOD[:4], ids=lambda path: path.stem)
def test_a_checked_event_has_the_text_that_was_digested(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()[1:]
    for line, stored in zip(lines, checked(io.BytesIO(path.read_bytes())), strict=True):
        assert f',"data":{stored.data_text},"digest":"{stored.digest}",' in line


def test_the_last_line_may_lack_its_line_feed() -> None:
    text = GOOD[0].read_bytes().rstrip(b"\n")
    assert check(io.BytesIO(text)).state == "ok"


def test_every_beginning_of_a_record_is_a_good_one() -> None:
    lines = GOOD[5].read_bytes().splitlines(keepends=True)
    for length in range(1, len(lines)):
        found = check(io.BytesIO(b"".join(lines[:length])))
        assert (found.fault, found.events, found.state) == (None, length - 1, "unfinished")


IN_TURN = bare(named("05-"))
SIDE_BY_SIDE = bare(named("10-"))
HOLDER = bare(named("06-"))


def word(events: list[dict[str, Any]]) -> tuple[int, str]:
    fault = report(events).fault
    assert fault is not None
    return fault.seq, fault.code


def changed(events: list[dict[str, Any]], at: int, **data: Any) -> list[dict[str, Any]]:
    """Return the events with the data of event number `at` changed."""
    other = events[at - 1] | {"data": events[at - 1]["data"] | data}
    return [*events[: at - 1], other, *events[at:]]


def inserted(
    events: list[dict[str, Any]], after: int, *more: dict[str, Any]
) -> list[dict[str, Any]]:
    return [*events[:after], *more, *events[after:]]


def test_a_record_sealed_anew_is_good() -> None:
    for events in (IN_TURN, SIDE_BY_SIDE, HOLDER):
        assert report(events).state == "ok"


def test_a_match_starts_first_and_once() -> None:
    assert word(IN_TURN[1:]) == (1, "start")
    assert word([IN_TURN[0], *IN_TURN]) == (2, "start")


def test_a_match_starts_with_words_for_every_seat_and_a_commitment() -> None:
    words = IN_TURN[0]["data"]["words"]
    assert word(changed(IN_TURN, 1, words=words[1:])) == (1, "words")
    assert word(changed(IN_TURN, 1, words=["x" * 41, *words[1:]])) == (1, "words")
    assert word(changed(IN_TURN, 1, seed_commitment="AB" * 32)) == (1, "seed")


def test_words_of_forty_code_points_are_no_fault() -> None:
    words = ["🐔" * 40, *IN_TURN[0]["data"]["words"][1:]]
    assert report(changed(IN_TURN, 1, words=words)[:5]).fault is None


@pytest.mark.parametrize("seats", [True, 7.0, "7", 99, -1, None])
def test_a_match_starts_with_a_number_of_seats(seats: object) -> None:
    assert word(changed(IN_TURN, 1, seats=seats))[0] == 1


def test_a_pause_in_a_pause_and_a_resume_without_one_are_faults() -> None:
    like = IN_TURN[4]
    pause = event("match_paused", like, reason="admin")
    resume = event("match_resumed", like, reason="admin")
    assert report(inserted(IN_TURN, 5, pause, resume)).state == "ok"
    assert word(inserted(IN_TURN, 5, pause, pause)) == (7, "paused")
    assert word(inserted(IN_TURN, 5, resume)) == (6, "paused")


def test_what_makes_no_table_may_stand_in_a_pause() -> None:
    like = IN_TURN[4]
    pause = event("match_paused", like, reason="admin")
    rewind = event("moves_rewound", like, round=1, to_seq=2, reason="agreed")
    hint = event("hint_given", like, "player", round=1, seat=0)
    assert report([*IN_TURN[:5], pause, rewind, hint]).state == "unfinished"
    seed = IN_TURN[-1]["data"]["seed"]
    abandoned = event("match_abandoned", like, reason="all_left", seed=seed)
    assert report([*IN_TURN[:5], pause, abandoned]).state == "abandoned"


def test_nothing_follows_an_abandoned_match() -> None:
    seed = IN_TURN[-1]["data"]["seed"]
    abandoned = event("match_abandoned", IN_TURN[4], reason="fault", seed=seed)
    assert report([*IN_TURN[:5], abandoned]).state == "abandoned"
    assert word([*IN_TURN[:5], abandoned, IN_TURN[5]]) == (7, "end")


def test_an_abandoned_match_opens_the_right_seed() -> None:
    abandoned = event("match_abandoned", IN_TURN[4], reason="fault", seed="00" * 32)
    assert word([*IN_TURN[:5], abandoned]) == (6, "seed")


def test_a_rewound_round_is_what_it_was() -> None:
    moves = [number for number, line in enumerate(IN_TURN, 1) if line["type"] == "tile_played"]
    to, last = moves[2], moves[5]
    rewind = event("moves_rewound", IN_TURN[last - 1], round=1, to_seq=to, reason="admin")
    again = [line | {"at": rewind["at"]} for line in IN_TURN[to:last]]
    assert report([*IN_TURN[:last], rewind, *again, *IN_TURN[last:]]).state == "ok"
    assert word([*IN_TURN[:last], rewind, IN_TURN[last]])[0] == last + 2


def test_a_rewind_names_an_event_of_the_round_that_counts() -> None:
    hint = event("hint_given", IN_TURN[4], round=1, seat=0)
    for to, seq in [(1, 7), (6, 7), (7, 7), (99, 7), (-1, 7)]:
        rewind = event("moves_rewound", IN_TURN[4], round=1, to_seq=to, reason="admin")
        assert word([*IN_TURN[:5], hint, rewind]) == (seq, "rewind")
    back = event("moves_rewound", IN_TURN[4], round=1, to_seq=3, reason="admin")
    gone = event("moves_rewound", IN_TURN[4], round=1, to_seq=5, reason="admin")
    assert word([*IN_TURN[:5], back, gone]) == (7, "rewind")
    other = event("moves_rewound", IN_TURN[4], round=2, to_seq=3, reason="admin")
    assert word([*IN_TURN[:5], other]) == (6, "rewind")


def test_hints_and_deadlines_name_any_round_and_seat_of_the_match() -> None:
    like, until = SIDE_BY_SIDE[199], "2027-01-01T00:00:00.000000Z"
    good = [
        event("hint_given", like, round=10, seat=7),
        event("deadline_moved", like, round=9, seat=0, until=until, reason="outage"),
        event("seat_handed_over", like, seat=3, to="player", reason="returned"),
    ]
    assert report([*SIDE_BY_SIDE[:200], *good]).fault is None
    for bad, code in [
        (event("hint_given", like, round=11, seat=7), "round"),
        (event("hint_given", like, round=1, seat=8), "seat"),
        (event("deadline_moved", like, round=0, seat=0, until=until, reason="admin"), "round"),
        (event("seat_handed_over", like, seat=-1, to="bot", reason="left"), "seat"),
    ]:
        assert word([*SIDE_BY_SIDE[:200], bad]) == (201, code)


def test_a_round_end_is_due_at_once() -> None:
    end = next(at for at, line in enumerate(HOLDER) if line["type"] == "round_ended")
    pause = event("match_paused", HOLDER[end], reason="admin")
    assert word(inserted(HOLDER, end, pause)) == (end + 1, "round end")
    assert word([*HOLDER[:end], *HOLDER[end + 1 :]]) == (end + 1, "round end")


def test_a_match_end_is_due_at_once() -> None:
    hint = event("hint_given", IN_TURN[-1], round=1, seat=0)
    assert word(inserted(IN_TURN, len(IN_TURN) - 1, hint)) == (len(IN_TURN), "match end")


def test_a_match_does_not_end_before_its_rounds() -> None:
    assert word([*IN_TURN[:5], IN_TURN[-1]]) == (6, "match end")


def test_rounds_are_dealt_in_order_and_when_they_are_due() -> None:
    second = [at for at, line in enumerate(HOLDER) if line["type"] == "round_dealt"][1]
    assert word([*HOLDER[:3], HOLDER[second]]) == (4, "deal")
    assert word([HOLDER[0], HOLDER[second]]) == (2, "deal")
    again = HOLDER[1] | {"at": HOLDER[second]["at"]}
    assert word([*HOLDER[:second], again]) == (second + 1, "deal")


def test_a_first_is_a_seat() -> None:
    assert word(changed(IN_TURN, 2, first=7)) == (2, "first")
    assert word(changed(IN_TURN, 2, first=-1)) == (2, "first")


def test_a_wrong_first_of_a_set_aside_starter_shows_with_the_seed() -> None:
    first = (IN_TURN[1]["data"]["first"] + 1) % 7
    abandoned = event(
        "match_abandoned", IN_TURN[1], reason="fault", seed=IN_TURN[-1]["data"]["seed"]
    )
    fault = report([*changed(IN_TURN, 2, first=first)[:2], abandoned]).fault
    assert (fault.seq, fault.code) == (3, "seed")
    assert "Round 1" in fault.sentence


def test_the_system_alone_starts_deals_and_ends() -> None:
    other = [IN_TURN[0] | {"cause": "admin"}, *IN_TURN[1:]]
    assert word(other) == (1, "cause")
    pause = event("match_paused", IN_TURN[4], cause="system", reason="admin")
    assert word(inserted(IN_TURN, 5, pause)) == (6, "cause")


def test_whether_forced_was_the_apt_word_is_not_checked() -> None:
    lines = [line | {"cause": "player"} if line["cause"] == "forced" else line for line in IN_TURN]
    assert report(lines).state == "ok"


def test_totals_at_the_end_are_checked() -> None:
    totals = IN_TURN[-1]["data"]["totals"]
    assert word(changed(IN_TURN, len(IN_TURN), totals=totals[::-1])) == (len(IN_TURN), "points")


@pytest.mark.parametrize("at", ["2026-01-01", "2026-13-01T00:00:00.000000Z", 5, None, []])
def test_a_time_is_a_time(at: object) -> None:
    assert word([IN_TURN[0] | {"at": at}]) == (1, "at")


@pytest.mark.parametrize("cause", ["", "dog", 5, None, [], {}])
def test_a_cause_is_a_cause(cause: object) -> None:
    assert word([IN_TURN[0] | {"cause": cause}]) == (1, "cause")


@pytest.mark.parametrize("kind", [5, None, [], {}])
def test_a_type_is_a_text(kind: object) -> None:
    assert word([IN_TURN[0] | {"type": kind}]) == (1, "line")


@pytest.mark.parametrize("value", [True, 1.5, "1", None, [], {}, 10**4000])
def test_numbers_of_a_move_are_numbers(value: object) -> None:
    at = next(at for at, line in enumerate(IN_TURN, 1) if line["type"] == "tile_played")
    assert word(changed(IN_TURN, at, seat=value))[0] == at
    assert word(changed(IN_TURN, at, round=value))[0] == at
    assert word(changed(IN_TURN, at, tile=value))[0] == at
