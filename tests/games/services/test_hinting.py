"""Hints: given where the table allows them, on one's own choice, and written down once."""

import pytest

from games import services, store
from games.tables import Match
from tests.factories import NOON, make_match, sensible, waiting

pytestmark = pytest.mark.django_db


def table(*, hints: bool = True) -> Match:
    return make_match(people=2, bots=0, agreed={"hints": hints})


def hints_of(match: Match) -> list[tuple[str, int | None]]:
    rows = store.load_all(match.pk)
    return [(row.cause, row.round) for row in rows if row.type == "hint_given"]


def test_a_hint_is_written_down_once_a_choice() -> None:
    match = table()
    choice = waiting(match)
    for _ in range(2):
        services.ask_hint(choice.seat, 1, choice.seq, now=NOON)
    assert hints_of(match) == [("player", 1)]


def test_a_hint_makes_no_move_stale_and_the_next_choice_has_its_own() -> None:
    match = table()
    for count in (1, 2):
        choice = waiting(match)
        services.ask_hint(choice.seat, 1, choice.seq, now=NOON)
        assert len(hints_of(match)) == count
        assert waiting(match) == choice
        services.play(choice.seat, 1, sensible(choice), choice.seq, now=NOON)


def test_there_are_no_hints_where_the_table_has_none() -> None:
    match = table(hints=False)
    choice = waiting(match)
    with pytest.raises(services.NoHints):
        services.ask_hint(choice.seat, 1, choice.seq, now=NOON)
    assert not hints_of(match)


def test_a_hint_is_for_who_has_the_choice_now() -> None:
    match = table()
    choice = waiting(match)
    other = match.seats.exclude(pk=choice.seat_id).get()
    with pytest.raises(services.Stale):
        services.ask_hint(other, 1, choice.seq, now=NOON)
    with pytest.raises(services.Stale):
        services.ask_hint(choice.seat, 1, choice.seq - 1, now=NOON)
    services.give_to_bot(choice.seat, "admin", cause="admin", now=NOON)
    with pytest.raises(services.SeatChanged):
        services.ask_hint(choice.seat, 1, choice.seq, now=NOON)
    assert not hints_of(match)
