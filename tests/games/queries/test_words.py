"""What happened, in words."""

import json
from typing import Any

import pytest
from django.utils import timezone

from games import engine, store
from games.engine import EVENT_TYPES
from games.queries import Happened, say, sentences, tell
from games.queries.words import HANDED_OVER
from tests.factories import make_match, play_on

NAMES = ["Ana", "Ben"]


def happened(type: str, cause: str = "player", seq: int = 9, **data: Any) -> Happened:
    return Happened(seq, type, cause, "2026-03-02T12:00:00.000000Z", {"round": 1, **data})


def laid(tile: str, on: str | None, seat: int = 0, cause: str = "player") -> Happened:
    return happened("tile_played", cause, seat=seat, tile=tile, on=on)


@pytest.mark.parametrize(
    ("event", "told", "mine"),
    [
        (
            laid("4-9", "9-9"),
            "Ana laid 4-9 on the double nine.",
            "You laid 4-9 on the double nine.",
        ),
        (
            laid("4-4", "4-9"),
            "Ana laid the double four on 4-9.",
            "You laid the double four on 4-9.",
        ),
        (
            laid("9-9", None),
            "Ana put the double nine in the centre.",
            "You put the double nine in the centre.",
        ),
        (
            laid("0-9", "9-9", cause="forced"),
            "Ana laid 0-9 on the double nine.",
            "Your only move was made for you: 0-9 on the double nine.",
        ),
        (
            laid("0-0", "0-9", cause="clock"),
            "Ana's time was up, so a bot laid the double blank on 0-9.",
            "Your time was up, so a bot laid the double blank on 0-9 for you.",
        ),
        (happened("tile_drawn", seat=0, tile="3-5"), "Ana drew 3-5.", "You drew 3-5."),
        (happened("tile_drawn", seat=0, tile=None), "Ana drew a tile.", None),
        (happened("turn_passed", seat=0), "Ana passed.", "You passed."),
        (
            happened("turn_passed", "forced", seat=0),
            "Ana could not play and passed.",
            "You could not play and passed.",
        ),
        (
            happened("round_ended", reason="out", points=[0, 12], totals=[0, 12]),
            "Round 1 is over. Points: Ana 0, Ben 12.",
            None,
        ),
        (
            happened("match_ended", totals=[1, 1], ranks=[1, 1], seed=""),
            "The match is over. It was won by Ana and Ben.",
            None,
        ),
    ],
)
def test_events_in_words(event: Happened, told: str, mine: str | None) -> None:
    assert say(event, NAMES) == told
    assert say(event, NAMES, me=1) == told
    assert say(event, NAMES, me=0) == (mine or told)


def test_a_draw_is_told_with_what_followed_it() -> None:
    draw = happened("tile_drawn", "forced", 1, seat=0, tile=None)
    seen = happened("tile_drawn", "forced", 1, seat=0, tile="3-5")
    passed = happened("turn_passed", "forced", 2, seat=0)
    lines = tell([draw, passed, laid("4-9", "9-9", seat=1)], NAMES)
    assert [line.text for line in lines] == [
        "Ana drew a tile and had to pass.",
        "Ben laid 4-9 on the double nine.",
    ]
    assert lines[0].seq == 2
    assert [line.text for line in tell([seen, passed], NAMES, me=0)] == [
        "You drew 3-5 and had to pass."
    ]
    (line,) = tell([draw, laid("3-5", "3-9", cause="forced")], NAMES)
    assert line.text == "Ana drew a tile and laid it: 3-5 on 3-9."


def test_a_draw_of_another_seat_stands_for_itself() -> None:
    draw = happened("tile_drawn", "forced", 1, seat=0, tile=None)
    assert len(tell([draw, laid("4-9", "9-9", seat=1)], NAMES)) == 2
    assert len(tell([draw, laid("9-9", None)], NAMES)) == 2


def test_every_type_of_event_has_words() -> None:
    data: dict[str, Any] = {
        "seat": 0,
        "tile": "4-9",
        "on": "9-9",
        "starter": "9-9",
        "points": [0, 1],
        "ranks": [1, 2],
        "reason": "blocked",
        "until": "2026-03-02T12:00:00.000000Z",
    }
    for kind in EVENT_TYPES:
        for reason in HANDED_OVER if kind == "seat_handed_over" else ["blocked"]:
            told = say(happened(kind, **{**data, "reason": reason}), NAMES)
            assert told.endswith(".")
            assert "%(" not in told


@pytest.mark.django_db
def test_a_whole_match_can_be_told() -> None:
    match = play_on(make_match(people=2, bots=0, preset="four-arms", rounds=2), now=timezone.now())
    for row in store.load_all(match.pk):
        seen = Happened(row.seq, row.type, row.cause, row.at, json.loads(row.data))
        for me in (None, 0, 1):
            assert say(seen, NAMES, me)


def test_every_rule_has_a_sentence_with_names() -> None:
    nine, tile = engine.Tile(9, 9), engine.Tile(4, 9)
    violations = [
        engine.NotYourTurn(0, 1),
        engine.TileNotInHand(0, tile),
        engine.StarterFirst(nine),
        engine.NoSuchEnd(tile),
        engine.NoSuchEnd(None),
        engine.StarterUnfilled(nine, 1),
        engine.StarterUnfilled(nine, 3),
        engine.FootUnfinished(nine, 2),
        engine.EndsDoNotMatch(tile, nine, 9),
        engine.DrawnTileOnly(),
        engine.PassNotAllowed(),
        engine.DrawFirst(),
        engine.RoundOver(3),
        engine.RoundNotDealt(3),
        engine.MatchOver(),
        engine.MatchOnPause(),
        engine.RulesRefused((("seats", "No."),)),
    ]
    said = [sentences.refusal(violation, NAMES) for violation in violations]
    assert len(set(said)) == len(said)
    assert not any("%(" in sentence or "seat 1" in sentence for sentence in said)
    assert "Ben is to move" in said[0]
    assert "one free place" in said[5]
    assert "3 free places" in said[6]


def test_why_only_some_tiles_can_go() -> None:
    starter = engine.table("9-9: 4-9", hand="1-9 2-9 1-1")
    foot = engine.table("9-9: 4-9 1-9 2-9 3-9 | 4-9: 4-4", hand="1-4 2-4 1-1", arms=4)
    free = engine.table("9-9: 4-9 1-9 2-9 3-9", hand="1-4 2-4 1-1", arms=4)
    for state, words in (
        (starter, "The starter is filled first: the double nine still has 3 free places."),
        (foot, "A chicken foot is finished first: the double four still needs 3 toes."),
        (free, ""),
    ):
        match = engine.MatchState(state.deal.rules, 2, ("", ""), "", {1: state}, {})
        number = next(iter(match.rounds))
        assert sentences.why_only_some(engine.view(match, number, 0)) == words
