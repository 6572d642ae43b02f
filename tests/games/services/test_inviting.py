"""Invitations by address: asked, answered once, withdrawn, expired."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from pytest_django import DjangoCaptureOnCommitCallbacks

import accounts.services
from accounts.errors import Suspended, TooManyAsks
from accounts.models import Player
from games import services, signals
from games.services import SeatPlan, TableRefused, inviting
from games.tables import Invitation, Match, Seat
from tests.factories import NOON, make_player

pytestmark = pytest.mark.django_db

NEW: dict[str, Any] = {"name": "Ana", "language": "en", "time_zone": "Europe/Ljubljana"}


def lay(*addresses: str, creator: Player | None = None) -> Match:
    """Return a table of its creator, those invited, and an open seat."""
    return services.create_match(
        creator or make_player(),
        preset="trains",
        options={},
        seats=[
            SeatPlan("me"),
            *[SeatPlan("address", address) for address in addresses],
            SeatPlan("open"),
        ],
        turn_time=timedelta(days=3),
        now=NOON,
    )


@pytest.fixture
def invitation() -> Invitation:
    lay("Ana@example.org")
    return Invitation.objects.get()


def test_an_invitation_is_told_once_it_is_kept(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told: list[int] = []

    def listen(invitation_id: int, **_: object) -> None:
        told.append(invitation_id)

    signals.invited.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            lay("ana@example.org")
            assert told == []
    finally:
        signals.invited.disconnect(listen)
    assert told == [Invitation.objects.get().pk]


def test_somebody_new_gets_an_account_by_accepting(invitation: Invitation) -> None:
    seat = services.accept(invitation, words="soup", now=NOON, **NEW)
    assert seat.player is not None
    assert (seat.player.email, seat.player.display_name) == ("Ana@example.org", "Ana")
    assert seat.player.time_zone == "Europe/Ljubljana"
    assert seat.words.words == "soup"
    invitation.refresh_from_db()
    assert (invitation.state, invitation.player) == (Invitation.State.ACCEPTED, seat.player)


def test_who_has_an_account_keeps_their_name(invitation: Invitation) -> None:
    known = Player.objects.create_user("ana@EXAMPLE.org", display_name="Ana K.")
    seat = services.accept(invitation, now=NOON, **{**NEW, "name": "Somebody else"})
    assert (seat.player, seat.name) == (known, "Ana K.")


def test_who_is_signed_in_may_accept_as_themselves(invitation: Invitation) -> None:
    other = make_player()
    assert services.accept(invitation, player=other, now=NOON).player == other
    assert not Player.objects.with_address("ana@example.org").exists()


def test_a_second_answer_changes_nothing(invitation: Invitation) -> None:
    seat = services.accept(invitation, now=NOON, **NEW)
    for answer in (
        lambda: services.accept(invitation, now=NOON, **NEW),
        lambda: services.decline(invitation, for_ever=True, now=NOON),
        lambda: services.withdraw(invitation, now=NOON),
    ):
        with pytest.raises(services.InvitationOver):
            answer()
    assert Seat.objects.filter(player=seat.player).count() == 1
    assert not accounts.services.refuses("ana@example.org")


def test_a_name_that_nobody_may_have_seats_nobody(invitation: Invitation) -> None:
    with pytest.raises(ValidationError):
        services.accept(invitation, now=NOON, **{**NEW, "name": "a\nb"})
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.OPEN
    assert not Player.objects.filter(email__iexact="ana@example.org").exists()


def test_who_is_suspended_sits_down_nowhere(invitation: Invitation) -> None:
    banned = Player.objects.create_user("ana@example.org", display_name="Ana")
    accounts.services.suspend(banned, "spite", now=NOON)
    with pytest.raises(Suspended):
        services.accept(invitation, now=NOON)


def test_the_last_one_to_accept_begins_the_match() -> None:
    match = lay("ana@example.org")
    services.take_open_seat(match, make_player(), now=NOON)
    services.accept(Invitation.objects.get(), now=NOON, **NEW)
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING


def test_a_declined_seat_is_free_for_somebody_else(invitation: Invitation) -> None:
    services.decline(invitation, now=NOON)
    seat = Seat.objects.get(pk=invitation.seat_id)
    assert not seat.is_taken
    other = services.invite(seat, "bor@example.org", now=NOON)
    assert other.state == Invitation.State.OPEN


def test_for_ever_is_for_every_table(invitation: Invitation) -> None:
    services.decline(invitation, for_ever=True, now=NOON)
    with pytest.raises(TableRefused):
        services.invite(Seat.objects.get(pk=invitation.seat_id), "ANA@example.org", now=NOON)


def test_inviting_somebody_else_takes_the_first_invitation_back(invitation: Invitation) -> None:
    services.invite(invitation.seat, "bor@example.org", now=NOON)
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.WITHDRAWN
    with pytest.raises(services.InvitationOver):
        services.accept(invitation, now=NOON, **NEW)


@pytest.mark.parametrize(
    "address", ["", "nobody", "a@b\nBcc: c@example.org", "ć@\x00", "a" * 10_000 + "@example.org"]
)
def test_what_is_no_address_is_not_invited(invitation: Invitation, address: str) -> None:
    with pytest.raises(TableRefused) as refused:
        services.invite(invitation.seat, address, now=NOON)
    assert refused.value.field == "address"
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.OPEN


def test_nobody_is_invited_twice_or_to_a_table_they_sit_at() -> None:
    creator = make_player()
    match = lay("ana@example.org", creator=creator)
    free = match.seats.get(number=2)
    for address in ("ANA@example.org", creator.email.upper()):
        with pytest.raises(TableRefused):
            services.invite(free, address, now=NOON)


def test_an_invitation_that_nobody_answers_expires(invitation: Invitation) -> None:
    assert services.expire_invitations(now=NOON + timedelta(days=13)) == 0
    late = NOON + inviting.OPEN_FOR
    with pytest.raises(services.InvitationOver):
        services.accept(invitation, now=late, **NEW)
    assert services.expire_invitations(now=late) == 1
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.EXPIRED


def test_nobody_mails_strangers_without_end(
    invitation: Invitation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inviting, "INVITATIONS_A_DAY", 2)
    services.invite(invitation.seat, "b@example.org", now=NOON)
    with pytest.raises(TooManyAsks):
        services.invite(invitation.seat, "c@example.org", now=NOON)
    services.invite(invitation.seat, "c@example.org", now=NOON + timedelta(days=1))


def test_one_address_is_mailed_to_so_often_a_day_and_no_more() -> None:
    match = services.create_match(
        make_player(),
        preset="trains",
        options={},
        seats=[SeatPlan("me"), SeatPlan("address", "ben@example.org")],
        turn_time=timedelta(days=1),
        now=NOON,
    )
    seat = match.seats.get(number=1)
    for _ in range(9):
        services.withdraw(seat.invitations.get(state=Invitation.State.OPEN), now=NOON)
        services.invite(seat, "Ben@example.org", now=NOON)
    services.withdraw(seat.invitations.get(state=Invitation.State.OPEN), now=NOON)
    with pytest.raises(TooManyAsks):
        services.invite(seat, "ben@example.org", now=NOON)
    services.invite(seat, "ben@example.org", now=NOON + timedelta(days=1, minutes=1))
