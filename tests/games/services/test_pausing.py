"""A paused match stands still, and its clocks with it."""

import json
from datetime import timedelta

import pytest

from games import services, store
from games.engine import MatchOnPause
from games.record.export import check_match
from games.services import Why
from games.tables import Match
from tests.factories import NOON, make_match, make_player, play_on, sensible, waiting

pytestmark = pytest.mark.django_db

THREE_DAYS = timedelta(days=3)


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=2, bots=0), choices=2)


def types(match: Match, after: int) -> list[str]:
    return [row.type for row in store.load_all(match.pk, after=after)]


def test_a_move_in_a_pause_is_refused_and_its_choice_waits_on(match: Match) -> None:
    choice = waiting(match)
    command = sensible(choice)
    services.pause(match, now=NOON)
    with pytest.raises(MatchOnPause):
        services.play(choice.seat, 1, command, choice.seq, now=NOON)
    services.resume(match, now=NOON + THREE_DAYS)
    services.play(choice.seat, 1, command, choice.seq, now=NOON + THREE_DAYS)


def test_deadlines_and_reminders_move_by_the_length_of_the_pause(match: Match) -> None:
    before = waiting(match)
    services.pause(match, now=NOON + timedelta(hours=1))
    services.resume(match, now=NOON + timedelta(hours=1) + THREE_DAYS)
    after = waiting(match)
    assert after.deadline == before.deadline + THREE_DAYS
    assert after.remind_at is not None
    assert NOON + THREE_DAYS < after.remind_at < after.deadline
    *_rest, resumed, moved = store.load_all(match.pk)
    assert resumed.type == "match_resumed"
    assert json.loads(moved.data)["reason"] == "pause"
    assert check_match(match).fault is None


def test_side_by_side_every_deadline_moves() -> None:
    match = make_match(people=3, bots=0, pace="side_by_side", rounds=4)
    before = {choice.round: choice.deadline for choice in match.choices.all()}
    services.pause(match, now=NOON)
    services.resume(match, now=NOON + THREE_DAYS)
    after = {choice.round: choice.deadline for choice in match.choices.all()}
    assert after == {number: until + THREE_DAYS for number, until in before.items()}
    assert types(match, match.head).count("deadline_moved") == len(before) > 1


def test_no_time_runs_out_in_a_pause(match: Match) -> None:
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    services.pause(match, now=NOON)
    assert services.time_out(now=NOON + timedelta(days=30)) == 0
    services.resume(match, now=NOON + timedelta(days=30))
    assert services.time_out(now=NOON + timedelta(days=30)) == 0
    assert services.time_out(now=waiting(match).deadline) == 1


def test_a_pause_ends_and_begins_once(match: Match) -> None:
    with pytest.raises(services.NotPaused):
        services.resume(match, now=NOON)
    services.pause(match, now=NOON)
    with pytest.raises(services.AlreadyPaused):
        services.pause(match, now=NOON)
    assert check_match(match).fault is None


def test_only_a_running_match_is_paused() -> None:
    over = play_on(make_match(people=2, bots=0, rounds=1, hand_size=4))
    with pytest.raises(services.MatchNotRunning):
        services.pause(over, now=NOON)


@pytest.mark.django_db(transaction=True)
def test_bots_stand_still_too_and_go_on_after_it() -> None:
    match = make_match(people=2, bots=0)
    seat = waiting(match).seat
    services.pause(match, now=NOON)
    services.give_to_bot(seat, "admin", cause="admin", now=NOON)
    paused = Match.objects.get(pk=match.pk).head
    assert match.choices.filter(seat=seat).exists()
    services.resume(match, now=NOON)
    assert "tile_played" in types(match, paused)


def test_the_words_of_a_reason_lie_beside_the_log(match: Match) -> None:
    by = make_player()
    services.pause(match, why=Why("A wedding in June", by), now=NOON)
    *_rest, last = store.load_all(match.pk)
    assert json.loads(last.data) == {"reason": "admin"}
    kept = match.reasons.get()
    assert (kept.seq, kept.words, kept.by) == (last.seq, "A wedding in June", by)
