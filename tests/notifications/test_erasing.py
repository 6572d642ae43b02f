"""What is erased of the outbox with an account."""

from datetime import timedelta

import pytest

import accounts.services
from games import services
from games.services import SeatPlan
from games.tables import Invitation
from notifications import noticing
from notifications.models import Notice
from tests.factories import NOON, make_player

pytestmark = pytest.mark.django_db


def test_who_is_deleted_leaves_no_address_in_what_was_told_before_the_account() -> None:
    services.create_match(
        make_player(),
        preset="trains",
        options={},
        seats=[SeatPlan("me"), SeatPlan("address", "ben@example.org")],
        turn_time=timedelta(days=1),
        now=NOON,
    )
    invitation = Invitation.objects.get()
    noticing.notice_invitation(invitation, now=NOON)
    seat = services.accept(invitation, name="Ben", language="en", time_zone="UTC", now=NOON)
    assert seat.player is not None
    accounts.services.delete_account(seat.player, now=NOON)
    assert not Notice.objects.filter(address="ben@example.org").exists()
