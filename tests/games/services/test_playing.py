"""One move is one event and what it forces; the late, the double and the wrong change nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import Player
from games import services, signals, store
from games.engine import PassTurn, PlaceTile, RoundNotDealt, RoundOver, RuleViolation, Tile
from games.services import thinking
from games.tables import Choice, Match, Seat
from tests.factories import NOON, make_match, play_on, sensible, waiting

pytestmark = pytest.mark.django_db


def heads(match: Match) -> tuple[int, list[tuple[int, int]]]:
    match.refresh_from_db()
    return match.head, list(match.choices.order_by("round").values_list("round", "seq"))


def test_a_move_is_recorded_with_what_it_forces() -> None:  # R9
    match = make_match(people=2, bots=0, hand_size=7)
    choice = waiting(match)
    played = services.play(choice.seat, 1, sensible(choice), choice.seq, now=NOON)
    events = list(store.load_all(match.pk, after=choice.seq))
    assert not played.again
    assert (events[0].type, events[0].cause) == ("tile_played", "player")
    assert {event.cause for event in events[1:]} <= {"forced", "system"}
    assert played.head == events[-1].seq == heads(match)[0]
    assert waiting(match).seq == events[-1].seq


def test_the_same_move_again_is_one_move() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    command = sensible(choice)
    first = services.play(choice.seat, 1, command, choice.seq, now=NOON)
    before = heads(match)
    again = services.play(choice.seat, 1, command, choice.seq, now=NOON)
    assert (again.again, again.head) == (True, first.head)
    assert heads(match) == before


def test_the_same_move_again_after_the_match_has_ended_is_still_that_move() -> None:
    match = make_match(people=2, bots=0, rounds=1, hand_size=5)
    while match.state == Match.State.RUNNING:
        choice = waiting(match)
        command = sensible(choice)
        services.play(choice.seat, 1, command, choice.seq, now=NOON)
        match.refresh_from_db()
    assert services.play(choice.seat, 1, command, choice.seq, now=NOON).again


@pytest.mark.parametrize("aside", ["hint", "deadline"])
def test_the_same_move_again_is_one_move_though_something_came_before_it(aside: str) -> None:
    match = make_match(people=2, bots=0)
    Match.objects.filter(pk=match.pk).update(hints=True)
    choice = waiting(match)
    command = sensible(choice)
    if aside == "hint":
        services.ask_hint(choice.seat, 1, choice.seq, now=NOON)
    else:
        services.move_deadline(choice, choice.deadline + timedelta(days=1), now=NOON)
    assert not services.play(choice.seat, 1, command, choice.seq, now=NOON).again
    assert services.play(choice.seat, 1, command, choice.seq, now=NOON).again


def test_another_move_on_a_table_that_has_moved_on_is_stale() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    services.play(choice.seat, 1, sensible(choice), choice.seq, now=NOON)
    before = heads(match)
    with pytest.raises(services.Stale):
        services.play(choice.seat, 1, PassTurn(choice.seat.number), choice.seq, now=NOON)
    assert heads(match) == before


def test_a_move_in_another_round_is_no_conflict() -> None:  # R10.2
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=3)
    choices = list(match.choices.select_related("seat", "match").order_by("round"))
    for choice in choices:
        services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=NOON)
    assert len({choice.round for choice in choices}) == len(choices) > 1


@pytest.mark.parametrize(
    ("tile", "on"), [(Tile(0, 0), Tile(9, 9)), (Tile(9, 9), Tile(9, 9)), (Tile(1, 2), Tile(3, 3))]
)
def test_what_the_rules_refuse_changes_nothing(tile: Tile, on: Tile) -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    before = heads(match)
    with pytest.raises(RuleViolation):
        services.play(choice.seat, 1, PlaceTile(choice.seat.number, tile, on), choice.seq, now=NOON)
    assert heads(match) == before


@pytest.mark.parametrize("number", [2, 99])
def test_a_round_that_is_not_dealt_takes_no_move(number: int) -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    with pytest.raises(RoundNotDealt):
        services.play(choice.seat, number, PassTurn(choice.seat.number), 0, now=NOON)


def test_a_round_that_is_over_takes_no_move() -> None:
    match = make_match(people=2, bots=0, hand_size=5, rounds=2)
    while not match.rounds.filter(number=2).exists():
        play_on(match, choices=1)
    last = match.rounds.get(number=1).last_seq
    with pytest.raises(RoundOver):
        services.play(waiting(match).seat, 1, PassTurn(waiting(match).seat.number), last, now=NOON)


def test_who_does_not_hold_the_seat_any_more_cannot_play() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    command = sensible(choice)
    seat = Seat.objects.get(pk=choice.seat_id)
    services.give_to_bot(seat, "admin", cause="admin", now=NOON)
    with pytest.raises(services.SeatChanged):
        services.play(seat, 1, command, choice.seq, now=NOON)


def test_bots_play_on_after_the_commit(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = make_match(people=1, bots=3)
    while match.state == Match.State.RUNNING and match.head < 60:
        choice = waiting(match)
        assert choice.seat.is_person
        with django_capture_on_commit_callbacks(execute=True):
            services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=NOON)
        match.refresh_from_db()
    assert any(row.cause == "bot" for row in store.load_all(match.pk))


def test_a_bots_bug_undoes_nobodys_move(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = make_match(people=1, bots=1)
    choice = waiting(match)
    command = sensible(choice)
    monkeypatch.setattr(thinking, "choose", lambda *_: 1 / 0)
    with django_capture_on_commit_callbacks(execute=True):
        played = services.play(choice.seat, 1, command, choice.seq, now=NOON)
    assert heads(match)[0] == played.head > choice.seq


def test_many_bots_choices_are_left_to_the_worker() -> None:
    match = make_match(people=1, bots=3, pace="side_by_side")
    called: list[int] = []

    def ring(match_id: int, **_: object) -> None:
        called.append(match_id)

    signals.bots_waiting.connect(ring)
    made = services.play_bots(match.pk, now=NOON, limit=2)
    signals.bots_waiting.disconnect(ring)
    assert (made, called) == (2, [match.pk])
    assert match.pk in services.matches_with_waiting_bots()


def test_a_move_costs_at_most_eight_statements_in_two_trips() -> None:
    """The very first one of a player costs one more: nobody leads them by the hand from then on."""
    match = make_match(people=2, bots=0)
    Player.objects.update(is_newcomer=False)
    choice = waiting(match)
    command = sensible(choice)
    with CaptureQueriesContext(connection) as queries:
        services.play(choice.seat, 1, command, choice.seq, now=NOON)
    # A connection prepares a statement once; savepoints are those of the test.
    trips = [
        query["sql"]
        for query in queries
        if "SAVEPOINT" not in query["sql"] and not query["sql"].startswith("PREPARE")
    ]
    statements = [statement for trip in trips for statement in trip.split(";")]
    assert len(statements) <= 8, statements
    if connection.vendor == "postgresql":
        assert len(trips) == 2


def test_a_log_that_cannot_be_read_stops_its_match_alone() -> None:
    match, other = make_match(people=2, bots=0), make_match(people=2, bots=0)
    choice = waiting(match)
    command = sensible(choice)
    tail = list(store.load_all(match.pk))[-1]
    odd = tail._replace(seq=tail.seq + 1, type="tile_eaten", round=1)
    store.append_stored(match.pk, [odd])
    with pytest.raises(services.MatchFaulted):
        services.play(choice.seat, 1, command, choice.seq, now=NOON)
    match.refresh_from_db()
    assert "tile_eaten" in match.fault
    play_on(other, choices=3)


def told(match: Match) -> None:
    services.told(match.choices.values_list("pk", flat=True), now=NOON)


def test_time_runs_out_only_after_the_mail_was_taken() -> None:
    match = make_match(people=2, bots=0)
    later = NOON + timedelta(days=2)
    assert services.time_out(now=later) == 0
    told(match)
    assert services.time_out(now=later) == 1
    assert any(row.cause == "clock" for row in store.load_all(match.pk))


def test_no_time_runs_out_before_the_deadline() -> None:
    match = make_match(people=2, bots=0)
    told(match)
    assert services.time_out(now=waiting(match).deadline - timedelta(seconds=1)) == 0
    assert services.time_out(now=waiting(match).deadline) == 1


def run_out_of_time(match: Match, days: int) -> None:
    for day in range(1, days + 1):
        told(match)
        Choice.objects.filter(match=match).update(deadline=NOON)
        services.time_out(now=NOON + timedelta(days=day))


def test_after_three_days_of_time_outs_a_bot_takes_over() -> None:
    match = make_match(people=2, bots=0, pace="side_by_side")
    run_out_of_time(match, 2)
    assert set(match.seats.values_list("bot", flat=True)) == {""}
    run_out_of_time(match, 4)
    assert set(match.seats.values_list("bot", flat=True)) == {"hen"}
    handed = [row.data for row in store.load_all(match.pk) if row.type == "seat_handed_over"]
    assert len(handed) == 2
    assert all('"reason":"clock"' in data for data in handed)


def test_side_by_side_a_day_is_one_strike() -> None:
    match = make_match(people=2, bots=0, pace="side_by_side")
    told(match)
    Choice.objects.filter(match=match).update(deadline=NOON)
    assert services.time_out(now=NOON) > 2
    assert set(match.seats.values_list("strikes", flat=True)) == {1}


def test_a_move_of_ones_own_clears_the_strikes() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    Seat.objects.filter(pk=choice.seat_id).update(strikes=2)
    services.play(choice.seat, 1, sensible(choice), choice.seq, now=NOON)
    assert Seat.objects.get(pk=choice.seat_id).strikes == 0


def test_who_was_replaced_returns_with_a_new_tenure() -> None:
    match = make_match(people=2, bots=0)
    seat = waiting(match).seat
    services.give_to_bot(seat, "clock", cause="clock", now=NOON)
    back = services.return_to_seat(seat, now=NOON)
    assert back.is_person
    assert back.tenure == seat.tenure + 2
    assert [tenure.reason for tenure in back.tenures.all()][-2:] == ["clock", "returned"]


def test_who_resigned_does_not_return() -> None:
    match = make_match(people=2, bots=0)
    seat = waiting(match).seat
    services.resign(seat, now=NOON)
    with pytest.raises(services.SeatChanged):
        services.return_to_seat(seat, now=NOON)


def test_a_bot_that_was_thinking_makes_no_move_for_who_came_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = make_match(people=2, bots=0)
    seat = waiting(match).seat
    choose = thinking.choose
    Seat.objects.filter(pk=seat.pk).update(bot="rooster")

    def think(*asked: Any) -> Any:
        services.return_to_seat(seat, now=NOON)
        return choose(*asked)

    monkeypatch.setattr(thinking, "choose", think)
    services.play_bots(match.pk, now=NOON, in_worker=True)
    assert list(store.load_all(match.pk))[-1].type == "seat_handed_over"
    assert waiting(match).seat.is_person


def test_the_clock_makes_no_move_whose_deadline_was_moved_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    choose, late = thinking.choose, choice.deadline + timedelta(minutes=1)

    def think(*asked: Any) -> Any:
        services.move_deadline(choice, late + timedelta(days=2), now=late)
        return choose(*asked)

    monkeypatch.setattr(thinking, "choose", think)
    assert services.time_out(now=late) == 0
    assert waiting(match).seq == choice.seq
