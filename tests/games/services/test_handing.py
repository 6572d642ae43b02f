"""A seat that an administrator hands over begins a new tenure; none is ever rewritten."""

from datetime import timedelta

import pytest

from accounts.errors import Suspended
from games import clock, services, store
from games.record.export import check_match
from games.tables import Match, Seat
from tests.factories import NOON, make_match, make_player, sensible, waiting

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(days=2)


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0)


def tenures(seat: Seat) -> list[tuple[int, str, bool]]:
    return [
        (tenure.number, tenure.reason, tenure.player is not None) for tenure in seat.tenures.all()
    ]


def test_another_player_gets_the_seat_and_a_full_term_for_what_waits(match: Match) -> None:
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    before = tenures(choice.seat)
    old, new = choice.seat.player, make_player("Dora")
    services.give_to_player(choice.seat, new, now=LATER)
    seat = Seat.objects.get(pk=choice.seat.pk)
    assert (seat.player, seat.name, seat.is_person) == (new, "Dora", True)
    assert tenures(seat) == [*before, (seat.tenure, "admin", True)]
    assert seat.tenures.filter(player=old).exists()
    again = waiting(match)
    assert again.deadline == clock.deadline(LATER, match.turn_time, None)
    assert again.told_at is None
    handed, moved = list(store.load_all(match.pk))[-2:]
    assert (handed.type, handed.cause, moved.type) == (
        "seat_handed_over",
        "admin",
        "deadline_moved",
    )
    assert check_match(match).fault is None


def test_who_had_the_seat_before_plays_no_more(match: Match) -> None:
    choice = waiting(match)
    command = sensible(choice)
    link = services.token(services.capability_for(choice.seat))
    services.give_to_player(choice.seat, make_player(), now=NOON)
    with pytest.raises(services.SeatChanged):
        services.play(choice.seat, 1, command, choice.seq, now=NOON)
    assert services.resolve(link, now=NOON).status == "other_tenure"
    new = waiting(match)
    services.play(new.seat, 1, command, new.seq, now=NOON)


def test_nobody_has_two_seats_at_a_table(match: Match) -> None:
    first, second = match.seats.order_by("number")
    assert second.player is not None
    with pytest.raises(services.AlreadySeated):
        services.give_to_player(first, second.player, now=NOON)


def test_a_seat_that_changed_hands_meanwhile_is_left_alone(match: Match) -> None:
    seat = match.seats.get(number=0)
    services.give_to_player(seat, make_player(), now=NOON)
    with pytest.raises(services.SeatChanged):
        services.give_to_player(seat, make_player(), now=NOON)


def test_who_is_suspended_gets_no_seat(match: Match) -> None:
    player = make_player(suspended_at=NOON)
    with pytest.raises(Suspended):
        services.give_to_player(match.seats.get(number=0), player, now=NOON)
    assert not match.seats.filter(player=player).exists()


def test_a_bots_seat_is_given_to_a_player(match: Match) -> None:
    match = make_match(people=1, bots=1)
    seat = match.seats.get(number=1)
    services.give_to_player(seat, make_player("Dora"), now=NOON)
    seat.refresh_from_db()
    assert (seat.is_person, seat.bot, seat.guest, seat.name) == (True, "", "", "Dora")


def test_a_seat_goes_back_to_its_player(match: Match) -> None:
    seat = match.seats.select_related("player").get(number=0)
    with pytest.raises(services.SeatChanged):
        services.give_back(seat, now=NOON)
    services.give_to_bot(seat, "clock", cause="clock", now=NOON)
    services.give_back(seat, now=NOON)
    again = Seat.objects.get(pk=seat.pk)
    assert again.is_person
    assert again.tenure == seat.tenure + 2
