"""Which bot moves for who is out of time, and plays for who has left: as the table agreed."""

from datetime import timedelta
from typing import Any

import pytest

from games import services, signals, tasks
from games.services import TableRefused, thinking
from games.tables import Choice, Match, Seat
from tests.factories import NOON, make_match, waiting

pytestmark = pytest.mark.django_db

LATE = NOON + timedelta(days=3)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the bots that were asked for a move, each a quick one in truth."""
    bots: list[str] = []
    choose = thinking.choose

    def noted(position: Any, number: int, seat: int, bot: str) -> Any:
        bots.append(bot)
        return choose(position, number, seat, "chick")

    monkeypatch.setattr("games.services.playing.thinking.choose", noted)
    return bots


def lay(stand_in: str, **more: Any) -> Match:
    match = make_match(people=2, bots=0, agreed={"stand_in": stand_in, **more})
    Choice.objects.update(told_at=NOON)
    return match


def ask(match: Match) -> Choice:
    """Ask for the bot at a table that waits, as who is not to move."""
    services.time_out(now=LATE)
    choice = waiting(match)
    other = Seat.objects.exclude(pk=choice.seat_id).get(match=match)
    services.ask_for_bot(other, choice.round, choice.seq, now=LATE)
    return choice


def test_there_is_no_such_bot() -> None:
    with pytest.raises(TableRefused) as refused:
        lay("fox")
    assert refused.value.field == "stand_in"


@pytest.mark.parametrize("bot", ["chick", "hen", "rooster"])
def test_the_clock_plays_with_the_tables_bot(bot: str, asked: list[str]) -> None:
    lay(bot)
    assert services.time_out(now=LATE) == 1
    assert asked == [bot]


@pytest.mark.parametrize("bot", ["chick", "rooster"])
def test_a_seat_is_given_to_the_tables_bot(bot: str) -> None:
    match = lay(bot)
    services.resign(match.seats.get(number=0), now=NOON)
    assert match.seats.get(number=0).bot == bot


def test_a_bot_that_thinks_is_asked_for_and_plays_from_the_worker(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[int] = []

    def ring(match_id: int, **_: object) -> None:
        called.append(match_id)

    signals.bots_waiting.connect(ring)
    match = lay("rooster", out_of_time=Match.OutOfTime.WAIT)
    choice = ask(match)
    signals.bots_waiting.disconnect(ring)
    assert (asked, called) == ([], [match.pk])
    assert list(services.choices_asked_for()) == [choice]
    rung: list[int] = []
    monkeypatch.setattr("games.bell.ring", lambda _task, match_id: rung.append(match_id))
    tasks.sweep()
    assert rung == [match.pk]
    services.play_asked(match.pk, now=LATE)
    assert asked == ["rooster"]
    assert not services.choices_asked_for().exists()
    services.play_asked(match.pk, now=LATE)
    assert asked == ["rooster"]


def test_a_bot_that_answers_at_once_plays_at_once(asked: list[str]) -> None:
    ask(lay("chick", out_of_time=Match.OutOfTime.WAIT))
    assert asked == ["chick"]
    assert not services.choices_asked_for().exists()


def test_more_time_takes_the_question_back(asked: list[str]) -> None:
    match = lay("rooster", out_of_time=Match.OutOfTime.WAIT)
    choice = ask(match)
    services.move_deadline(choice, LATE + timedelta(days=1), now=LATE)
    services.play_asked(match.pk, now=LATE + timedelta(days=2))
    assert asked == []
