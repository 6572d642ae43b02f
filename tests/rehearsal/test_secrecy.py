"""The search for what nobody may know yet finds it in whatever shape it comes."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from games.drawing import svg_tile
from games.engine import (
    MatchStarted,
    Tile,
    choice,
    commitment,
    evolve,
    legal,
    play,
    resolve,
    settle,
    start,
)
from tests.rehearsal.received import Archive, Received
from tests.rehearsal.record import Record
from tests.rehearsal.secrecy import leaks

SEED = bytes(range(32))
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
TABLE = "GET http://127.0.0.1/m/abcdefghijklmnopqrstuv/0/?round=2 200"


@pytest.fixture(scope="module")
def record() -> Record:
    """A match of two rounds side by side, an event a minute."""
    rules = resolve("four-arms", 4, highest=6, rounds=2, pace="side_by_side")
    started = MatchStarted(rules, 4, ("", "", "", ""), commitment(SEED))
    match = start(started)
    events = [started, *(caused.event for caused in settle(match, SEED))]
    for event in events[1:]:
        match = evolve(match, event)
    while not match.ended:
        number = next(n for n, found in match.rounds.items() if choice(found) is not None)
        for caused in play(match, number, legal(match.rounds[number])[0], "player", SEED):
            events.append(caused.event)
            match = evolve(match, caused.event)
    lines = [
        {
            "type": event.type,
            "data": event.to_data(),
            "cause": "player",
            "at": (BEGAN + timedelta(minutes=minute)).isoformat(),
        }
        for minute, event in enumerate(events)
    ]
    return Record("\n".join(["{}", *map(json.dumps, lines)]).encode())


def found(
    record: Record, body: str, *, minute: int = 4, header: str = "", what: str = TABLE
) -> set[str]:
    archive = Archive()
    at = BEGAN + timedelta(minutes=minute)
    archive.append(Received("ana", what, at, (("Location", header),), body.encode()))
    return {f"{leak.tile} in {leak.round}" for leak in leaks(archive, {"ana": 0}, record)}


def hidden(record: Record) -> Tile:
    """A tile of round 2 that seat 0 cannot know after the deals."""
    return next(tile for _at, tile in record.rounds[2].held[3] if not tile.is_double)


@pytest.mark.parametrize(
    "shape",
    ["<p>{low}-{high}</p>", "{high}-{low}", 'aria-label="{low}-{high}"', "[{low}, {high}]"],
)
def test_a_hidden_tile_is_found_in_text(record: Record, shape: str) -> None:
    tile = hidden(record)
    body = f"<p>Round 2 of 2</p> {shape.format(low=tile.low, high=tile.high)}"
    assert found(record, body) == {f"{tile} in 2"}


def test_a_hidden_tile_is_found_in_a_drawing(record: Record) -> None:
    tile = hidden(record)
    assert found(record, f"Round 2 of 2 {svg_tile(tile)}") == {f"{tile} in 2"}


def test_a_hidden_double_is_found_by_its_name(record: Record) -> None:
    held = [t for seat in (1, 2, 3) for _at, t in record.rounds[2].held[seat] if t.is_double]
    tile = next(t for t in held if t != record.rounds[2].starter)
    name = ["blank", "one", "two", "three", "four", "five", "six"][tile.low]
    assert found(record, f"Round 2 of 2: the double {name}") == {f"{tile} in 2"}


def test_a_hidden_tile_is_found_in_an_address(record: Record) -> None:
    tile = hidden(record)
    assert found(record, "", header=f"/m/x/0/?round=2&tile={tile}&seq=3") == {f"{tile} in 2"}


@pytest.mark.parametrize("around", ["{}", "link=IjAtMSI:1vP3xQ:{}; Path=/", "/x?token={}"])
def test_what_is_signed_or_secret_names_no_tile(record: Record, around: str) -> None:
    tile = hidden(record)
    secret = f"Jk3cpKIza3JP8PHn-{tile}-XK9apArsJtXNon_Z48utlSmk"
    signed = f"Jk3cpKIza3JP8PHnu{tile}ZXK9apArsJtXNon_Z48utlSmk"
    for token in (secret, signed):
        assert found(record, around.format(token), header=around.format(token)) == set()


def test_the_tab_of_another_round_may_name_its_starter_alone(record: Record) -> None:
    held = {tile for _at, tile in record.rounds[1].held[0]}
    tab = "<p>Round 2 of 2</p> <span>Round 1</span> <small>{}</small>"
    assert found(record, tab.format(record.rounds[1].starter)) == set()
    other = next(Tile(n, n) for n in range(6) if Tile(n, n) not in held)
    assert found(record, tab.format(other)) == {f"{other} in 1"}


@pytest.mark.parametrize(("number", "laid_in"), [(1, 1), (1, 2), (2, 2)])
def test_what_was_laid_is_held_against_the_round_it_was_laid_in(
    record: Record, number: int, laid_in: int
) -> None:
    mine = {n: {tile for _at, tile in record.rounds[n].held[0]} for n in (1, 2)}
    tile = min(mine[laid_in] - mine[3 - laid_in])
    said = f'<div class="notice onwards" role="status" data-round="{number}">\n<p>{tile}</p></div>'
    expected = set() if number == laid_in else {f"{tile} in {number}"}
    assert found(record, f"<p>Round 2 of 2</p> {said}") == expected
    secret = hidden(record)
    page = f"<p>Round 2 of 2</p> {said} <p>{secret}</p>"
    assert found(record, page) == expected | {f"{secret} in 2"}


def test_a_mail_is_searched_round_by_round(record: Record) -> None:
    mine = {1: record.rounds[1].held[0], 2: record.rounds[2].held[0]}
    hands = {n: " ".join(str(tile) for _at, tile in hand) for n, hand in mine.items()}
    right = f"Round 1 of 2\n{hands[1]}\nRound 2 of 2\n{hands[2]}"
    wrong = f"Round 1 of 2\n{hands[2]}\nRound 2 of 2\n{hands[1]}"
    assert found(record, right, what="mail") == set()
    assert found(record, wrong, what="mail")


def test_nothing_is_hidden_when_the_round_is_over(record: Record) -> None:
    everything = " ".join(f"{low}-{high}" for low in range(7) for high in range(low, 7))
    assert len(found(record, f"Round 2 of 2 {everything}")) == 28 - 8
    assert found(record, f"Round 2 of 2 {everything}", minute=10_000) == set()
