"""An administrator's acts are events of the record."""

from datetime import timedelta

import pytest

from games import services, store
from games.tables import Match
from tests.factories import NOON, make_match, play_on, sensible, waiting

pytestmark = pytest.mark.django_db


def test_a_moved_deadline_is_an_event_and_makes_no_move_stale() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    command = sensible(choice)
    until = NOON + timedelta(days=9)
    services.move_deadline(choice, until, now=NOON)
    assert waiting(match).deadline == until
    assert list(store.load_all(match.pk))[-1].type == "deadline_moved"
    services.play(choice.seat, 1, command, choice.seq, now=NOON)


def test_the_deadline_of_a_choice_that_was_made_cannot_be_moved() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    play_on(match, choices=1)
    with pytest.raises(services.Stale):
        services.move_deadline(choice, NOON + timedelta(days=9), now=NOON)


def test_an_abandoned_match_opens_its_seed_and_takes_no_move() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    command = sensible(choice)
    services.abandon(match, now=NOON)
    match.refresh_from_db()
    assert match.state == Match.State.ABANDONED
    assert not match.choices.exists()
    assert '"seed":' in list(store.load_all(match.pk))[-1].data
    with pytest.raises(services.MatchNotRunning):
        services.play(choice.seat, 1, command, choice.seq, now=NOON)


def test_only_a_running_match_can_be_abandoned() -> None:
    match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=5))
    with pytest.raises(services.MatchNotRunning):
        services.abandon(match, now=NOON)
