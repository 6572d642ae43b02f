"""A table before its first deal: made, filled, changed, called off, begun."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Player
from games import engine, services, store
from games.engine import RulesRefused
from games.services import SeatPlan, TableRefused
from games.tables import Invitation, Match, Seat
from tests.factories import NOON, make_match, make_player

pytestmark = pytest.mark.django_db

ME, BOT, OPEN = SeatPlan("me"), SeatPlan("bot", "hen"), SeatPlan("open")


def lay(*seats: SeatPlan, creator: Player | None = None, **changes: Any) -> Match:
    """Return a new table of the preset `trains`."""
    arguments: dict[str, Any] = {"turn_time": timedelta(days=3), "options": {}, "now": NOON}
    return services.create_match(
        creator or make_player(), preset="trains", seats=seats, **{**arguments, **changes}
    )


def seat(match: Match, number: int) -> Seat:
    return match.seats.select_related("match").get(number=number)


def test_a_table_that_waits_shows_the_commitment_of_a_seed_it_keeps() -> None:  # RECORD.md
    match = lay(ME, OPEN, BOT)
    assert match.state == Match.State.WAITING
    assert match.seed_commitment == engine.commitment(bytes(match.secret.seed))
    assert match.rules == engine.resolve("trains", 3).to_data()
    assert [place.is_taken for place in match.seats.all()] == [True, False, True]


def test_a_table_that_is_full_begins_at_once() -> None:
    match = lay(ME, BOT)
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING
    assert next(iter(store.load_all(match.pk))).type == "match_started"


def test_a_full_table_waits_for_its_creators_words_where_that_is_asked_for() -> None:
    match = lay(ME, BOT, deal_at_once=False)
    assert match.state == Match.State.WAITING
    services.give_words(seat(match, 0), "hens and horses")
    services.begin(match, now=NOON)
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING
    services.begin(match, now=NOON)
    starts = [event for event in store.load_all(match.pk) if event.type == "match_started"]
    assert len(starts) == 1
    assert seat(match, 0).words.digits in starts[0].data


def test_the_same_request_made_twice_is_one_table() -> None:
    creator = make_player()
    first = lay(ME, SeatPlan("address", "ana@example.org"), creator=creator, asked="a form")
    again = lay(ME, SeatPlan("address", "ana@example.org"), creator=creator, asked="a form")
    assert first == again
    assert (Match.objects.count(), Invitation.objects.count()) == (1, 1)
    assert lay(ME, OPEN, creator=creator, asked="another form") != first
    assert lay(ME, OPEN, asked="a form") != first
    assert len(first.slug) == 22


def test_no_table_begins_with_a_free_seat() -> None:
    match = lay(ME, OPEN, deal_at_once=False)
    with pytest.raises(TableRefused):
        services.begin(match, now=NOON)
    match.refresh_from_db()
    assert (match.state, match.head) == (Match.State.WAITING, 0)


def test_the_last_open_seat_begins_the_match() -> None:
    match = lay(ME, OPEN, BOT)
    taken = services.take_open_seat(match, make_player(), words="soup", now=NOON)
    match.refresh_from_db()
    assert (taken.number, match.state) == (1, Match.State.RUNNING)


def test_a_player_has_one_seat() -> None:
    creator = make_player()
    match = lay(ME, OPEN, OPEN, creator=creator)
    with pytest.raises(services.AlreadySeated):
        services.take_open_seat(match, creator, now=NOON)


def test_no_open_seat_is_left_for_the_second_who_comes() -> None:
    match = lay(ME, OPEN, SeatPlan("address", "ana@example.org"))
    services.take_open_seat(match, make_player(), now=NOON)
    with pytest.raises(services.SeatTaken):
        services.take_open_seat(match, make_player(), now=NOON)


@pytest.mark.parametrize(
    ("seats", "field"),
    [
        ([ME, ME], "seats"),
        ([BOT, BOT], "seats"),
        ([ME, SeatPlan("bot", "fox")], "seat_1"),
        ([ME, SeatPlan("address", "nobody")], "seat_1"),
        ([ME, SeatPlan("address", "a@example.org\nBcc: b@example.org")], "seat_1"),
        ([ME, SeatPlan("address", "a" * 10_000 + "@example.org")], "seat_1"),
        ([SeatPlan("address", "a@example.org"), SeatPlan("address", "A@example.ORG")], "seat_1"),
    ],
)
def test_a_plan_that_cannot_be_names_its_field(seats: list[SeatPlan], field: str) -> None:
    with pytest.raises(TableRefused) as refused:
        lay(*seats)
    assert refused.value.field == field
    assert not Match.objects.exists()


@pytest.mark.parametrize("days", [timedelta(minutes=59), timedelta(days=30, seconds=1)])
def test_a_move_has_an_hour_at_least_and_thirty_days_at_most(days: timedelta) -> None:
    with pytest.raises(TableRefused) as refused:
        lay(ME, OPEN, turn_time=days)
    assert refused.value.field == "turn_time"


def test_options_that_cannot_be_dealt_make_no_table() -> None:  # R1.2
    with pytest.raises(RulesRefused) as refused:
        lay(ME, OPEN, options={"hand_size": 40})
    assert refused.value.field == "hand_size"
    assert not Match.objects.exists()


def test_an_address_that_refused_for_ever_leaves_no_half_of_a_table() -> None:
    first = lay(ME, SeatPlan("address", "ana@example.org"))
    services.decline(Invitation.objects.get(), for_ever=True, now=NOON)
    with pytest.raises(TableRefused) as refused:
        lay(ME, SeatPlan("address", "Ana@example.org"))
    assert refused.value.field == "seat_1"
    assert list(Match.objects.all()) == [first]


def test_a_bot_takes_an_invited_seat_and_the_invitation_is_over() -> None:
    match = lay(ME, SeatPlan("address", "ana@example.org"), OPEN)
    services.seat_bot(seat(match, 1), "hen", now=NOON)
    assert Invitation.objects.get().state == Invitation.State.WITHDRAWN
    services.seat_bot(seat(match, 2), "hen", now=NOON)
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING


def test_bots_are_never_alone_at_a_table() -> None:
    match = lay(ME, OPEN)
    services.leave(seat(match, 0), now=NOON)
    services.seat_bot(seat(match, 0), "hen", now=NOON)
    with pytest.raises(TableRefused):
        services.seat_bot(seat(match, 1), "hen", now=NOON)
    match.refresh_from_db()
    assert match.state == Match.State.WAITING


def test_a_taken_seat_is_given_to_nobody_else() -> None:
    match = lay(ME, BOT, OPEN)
    for change in (
        lambda: services.seat_bot(seat(match, 0), "hen", now=NOON),
        lambda: services.open_seat(seat(match, 0), now=NOON),
        lambda: services.invite(seat(match, 1), "ana@example.org", now=NOON),
    ):
        with pytest.raises(services.SeatTaken):
            change()


def test_who_leaves_a_table_that_waits_frees_the_seat_and_takes_the_words_along() -> None:
    match = lay(ME, OPEN, OPEN)
    taken = services.take_open_seat(match, make_player(), words="soup", now=NOON)
    services.leave(taken, now=NOON)
    left = seat(match, taken.number)
    assert (left.is_taken, left.open_to_all, hasattr(left, "words")) == (False, False, False)
    with pytest.raises(services.SeatChanged):
        services.leave(taken, now=NOON)


def test_leaving_late_does_not_push_the_next_player_off() -> None:
    match = lay(ME, OPEN, OPEN)
    taken = services.take_open_seat(match, make_player(), now=NOON)
    services.leave(taken, now=NOON)
    services.open_seat(seat(match, taken.number), now=NOON)
    services.take_open_seat(match, make_player("Next"), now=NOON)
    with pytest.raises(services.SeatChanged):
        services.leave(taken, now=NOON)
    assert seat(match, taken.number).name == "Next"


def test_a_cancelled_table_is_gone_for_everybody() -> None:
    match = lay(ME, OPEN, SeatPlan("address", "ana@example.org"))
    services.cancel(match, now=NOON)
    assert Invitation.objects.get().state == Invitation.State.WITHDRAWN
    with pytest.raises(services.TableGone):
        services.take_open_seat(match, make_player(), now=NOON)
    with pytest.raises(services.TableGone):
        services.give_words(seat(match, 0), "soup")


def test_a_running_match_cannot_be_cancelled_or_left() -> None:
    match = make_match()
    with pytest.raises(services.MatchHasStarted):
        services.cancel(match, now=NOON)
    with pytest.raises(services.MatchHasStarted):
        services.leave(seat(match, 0), now=NOON)
