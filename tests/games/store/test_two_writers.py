"""Two writers at one place of the log: one wins, the other hears of it, and nothing is lost."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games import queries, services, store
from games.engine import Caused, Command, HintGiven
from games.tables import Choice, Match
from tests.elsewhere import shared_with_threads
from tests.factories import NOON, make_match, waiting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    """Return a match that other threads can write to."""
    made = make_match(people=2, bots=0, pace="side_by_side", rounds=2)
    with shared_with_threads(tmp_path):
        yield made


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run each act in a thread with a connection of its own and return what each gave."""
    ready = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            ready.wait(10)
            return act()
        except (IntegrityError, services.ServiceError) as refused:
            return type(refused)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def the_log(match: Match) -> list[store.Stored]:
    (log,) = at_once(lambda: list(store.load_all(match.pk)))
    return list(log)


def moves(match: Match, choice: Choice) -> tuple[Command, ...]:
    return queries.see_round(match, choice.round, choice.seat.number).view.legal


def test_of_two_appends_at_one_seq_one_is_kept(match: Match) -> None:
    log = the_log(match)

    def append() -> int:
        with transaction.atomic():
            event = Caused(HintGiven(1, 0), "player")
            return store.append(match.pk, store.tail_of(log[-1]), [event], NOON)[0].seq

    got = at_once(*[append] * 4)
    assert got.count(IntegrityError) == 3
    assert log[-1].seq + 1 in got
    assert len(the_log(match)) == len(log) + 1


def test_of_two_moves_on_one_table_one_is_made_and_the_other_is_stale(match: Match) -> None:
    choice = waiting(match)
    one, other, *_rest = moves(match, choice)
    before = the_log(match)

    def play(command: Command) -> Callable[[], services.Played]:
        return lambda: services.play(choice.seat, choice.round, command, choice.seq, now=NOON)

    got = at_once(play(one), play(other))
    assert services.Stale in got
    (played,) = [found for found in got if isinstance(found, services.Played)]
    after = the_log(match)
    assert after[: len(before)] == before
    assert [row.cause for row in after[len(before) :]].count("player") == 1
    assert played.head == after[-1].seq


def test_the_same_move_from_several_places_is_one_event(match: Match) -> None:
    choice = waiting(match)
    command = moves(match, choice)[0]
    before = the_log(match)
    got = at_once(
        *[lambda: services.play(choice.seat, choice.round, command, choice.seq, now=NOON)] * 3
    )
    assert sorted(played.again for played in got) == [False, True, True]
    assert len({played.head for played in got}) == 1
    after = the_log(match)[len(before) :]
    assert [row.cause for row in after].count("player") == 1


def test_moves_in_two_rounds_at_once_are_both_made(match: Match) -> None:  # R10.2
    choices = list(match.choices.select_related("seat", "match").order_by("round"))
    before = the_log(match)

    def play(choice: Choice, command: Command) -> Callable[[], services.Played]:
        return lambda: services.play(choice.seat, choice.round, command, choice.seq, now=NOON)

    got = at_once(*[play(choice, moves(match, choice)[0]) for choice in choices])
    assert [type(played) for played in got] == [services.Played] * 2
    after = the_log(match)[len(before) :]
    assert [row.cause for row in after].count("player") == 2
    assert [row.seq for row in the_log(match)] == list(range(1, len(before) + len(after) + 1))
