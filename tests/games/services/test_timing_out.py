"""When time runs out: at a table that waits nothing happens until another player asks for a bot."""

from datetime import timedelta
from typing import Any

import pytest

from games import services, store
from games.services import MatchNotRunning, NotOverdue, Stale
from games.tables import Choice, Match, Seat
from tests.factories import NOON, make_match, play_on, sensible, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Return a match of three people whose table waits."""
    return make_match(people=3, bots=0, agreed={"out_of_time": Match.OutOfTime.WAIT})


def overdue(match: Match) -> Choice:
    """Return the choice that waits, after its time ran out."""
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    services.time_out(now=choice.deadline)
    return waiting(match)


def another(choice: Choice) -> Seat:
    found = choice.match.seats.exclude(pk=choice.seat_id).first()
    assert found is not None
    return found


def test_nothing_is_played_when_time_runs_out(match: Match) -> None:
    head = match.head
    choice = overdue(match)
    assert choice.ran_out_at == choice.deadline
    match.refresh_from_db()
    assert match.head == head


def test_it_is_found_once(match: Match) -> None:
    choice = overdue(match)
    services.time_out(now=choice.deadline + timedelta(days=1))
    assert waiting(match).ran_out_at == choice.deadline


def test_another_player_may_ask_for_a_bot_to_make_this_one_choice(match: Match) -> None:
    choice = overdue(match)
    services.ask_for_bot(another(choice), choice.round, choice.seq, now=choice.deadline)
    assert waiting(match).seq > choice.seq
    causes = {row.cause for row in store.load_all(match.pk, after=choice.seq)}
    assert "clock" in causes
    seat = Seat.objects.get(pk=choice.seat_id)
    assert (seat.is_person, seat.strikes) == (True, 0)


def test_asked_twice_a_bot_makes_one_choice(match: Match) -> None:
    choice = overdue(match)
    services.ask_for_bot(another(choice), choice.round, choice.seq, now=choice.deadline)
    with pytest.raises(Stale):
        services.ask_for_bot(another(choice), choice.round, choice.seq, now=choice.deadline)


def test_nobody_asks_for_a_bot_while_there_is_time_or_for_themselves(match: Match) -> None:
    choice = waiting(match)
    with pytest.raises(NotOverdue):
        services.ask_for_bot(another(choice), choice.round, choice.seq, now=NOON)
    late = overdue(match)
    with pytest.raises(NotOverdue):
        services.ask_for_bot(late.seat, late.round, late.seq, now=late.deadline)


def test_a_paused_table_waits_for_everybody(match: Match) -> None:
    choice = overdue(match)
    services.pause(match, now=choice.deadline)
    with pytest.raises(MatchNotRunning):
        services.ask_for_bot(another(choice), choice.round, choice.seq, now=choice.deadline)


def test_who_is_late_may_still_move(match: Match) -> None:
    choice = overdue(match)
    late: Any = choice.deadline + timedelta(days=3)
    services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=late)
    assert waiting(match).ran_out_at is None


def test_a_moved_deadline_gives_new_time(match: Match) -> None:
    choice = overdue(match)
    later = choice.deadline + timedelta(days=2)
    services.move_deadline(choice, later, now=choice.deadline)
    assert waiting(match).ran_out_at is None
    services.time_out(now=later)
    assert waiting(match).ran_out_at == later


def test_elsewhere_the_bot_plays_on_its_own() -> None:
    match = play_on(make_match(people=2, bots=0), 1)
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    assert services.time_out(now=choice.deadline) == 1
