"""The tables are what the log makes of them, and can be made anew."""

from datetime import timedelta
from typing import Any

import pytest

from games import clock, engine, projections, services, store
from games.engine import Caused, EventTypeUnknown, MatchPaused, MovesRewound
from games.services import recording
from games.tables import Match
from tests.factories import NOON, make_match, play_on, waiting
from tests.games.projected import tables

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(days=40)


def running() -> Match:
    return play_on(make_match(people=2, bots=0), choices=5)


def side_by_side() -> Match:
    return play_on(make_match(people=3, bots=0, pace="side_by_side", rounds=4), choices=12)


def several_rounds() -> Match:
    match = make_match(people=2, bots=0, rounds=3, hand_size=5)
    while not match.rounds.filter(number=3).exists():
        play_on(match, choices=1)
    return match


def ended() -> Match:
    return play_on(make_match(people=2, bots=0, rounds=2, hand_size=5))


def abandoned() -> Match:
    match = running()
    services.abandon(match, now=NOON)
    return match


def paused() -> Match:
    match = running()
    position = recording.load(recording.lock(match.pk), None)
    recording.record(position, [Caused(MatchPaused("admin"), "admin")], NOON)
    return match


def rewound() -> Match:
    match = running()
    to_seq = match.rounds.get().dealt_seq
    position = recording.load(recording.lock(match.pk), 1)
    event = MovesRewound(1, to_seq, "admin")
    stored = store.append(match.pk, position.tail, [Caused(event, "admin")], NOON)
    state = engine.replay(store.numbered(store.load_all(match.pk)))
    projections.project(position.match, state, stored)
    return match


def handed_over() -> Match:
    match = running()
    services.give_to_bot(waiting(match).seat, "admin", cause="admin", now=NOON)
    return match


@pytest.mark.parametrize(
    "played",
    [running, side_by_side, several_rounds, ended, abandoned, paused, rewound, handed_over],
)
def test_a_rebuild_gives_the_same_tables(played: Any) -> None:
    match = played()
    before = tables(match)
    assert projections.rebuild(match, now=LATER) == before["match"][0]["head"]
    assert tables(match) == before


@pytest.mark.parametrize("played", [side_by_side, several_rounds, ended])
def test_a_rebuild_needs_nothing_but_the_log(played: Any) -> None:
    match = played()
    before = tables(match)
    match.rounds.all().delete()
    Match.objects.filter(pk=match.pk).update(head=0, totals=[], ranks=[], ended_at=None)
    projections.rebuild(match, now=LATER)
    assert tables(match) == before


def test_deadlines_that_stand_are_kept() -> None:
    match = side_by_side()
    choice = waiting(match)
    services.move_deadline(choice, NOON + timedelta(days=9), now=NOON)
    services.told([choice.pk], now=NOON)
    before = tables(match)
    projections.rebuild(match, now=LATER)
    assert tables(match) == before
    assert waiting(match).deadline == NOON + timedelta(days=9)


def test_a_missing_deadline_gets_a_full_new_term() -> None:
    match = running()
    match.choices.all().delete()
    projections.rebuild(match, now=LATER)
    choice = waiting(match)
    assert choice.deadline == clock.deadline(LATER, match.turn_time, None)
    assert choice.remind_at is not None
    assert LATER < choice.remind_at < choice.deadline
    assert choice.since == NOON


def test_a_match_that_has_not_begun_is_left_alone() -> None:
    match = Match.objects.create(rules={}, seed_commitment="")
    before = tables(match)
    assert projections.rebuild(match, now=LATER) == 0
    assert tables(match) == before


def test_a_log_that_can_be_replayed_clears_the_fault() -> None:
    match = running()
    Match.objects.filter(pk=match.pk).update(fault="type is unknown to version 1")
    projections.rebuild(match, now=LATER)
    match.refresh_from_db()
    assert match.fault == ""


def test_a_log_that_cannot_be_replayed_changes_nothing() -> None:
    match = running()
    last = list(store.load_all(match.pk))[-1]
    store.append_stored(match.pk, [last._replace(seq=last.seq + 1, type="tile_eaten")])
    before = tables(match)
    with pytest.raises(EventTypeUnknown):
        projections.rebuild(match, now=LATER)
    assert tables(match) == before
