"""Links are capabilities: scoped, expiring, revocable (MAIL.md, Links 2)."""

from datetime import timedelta

import pytest

from games import services
from games.services import SeatPlan
from games.tables import Invitation, Match, Seat
from tests.factories import NOON, make_match, make_player, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, rounds=1, hand_size=5)


@pytest.fixture
def seat(match: Match) -> Seat:
    return match.seats.get(number=0)


def status(token: str) -> str:
    return services.resolve(token, now=NOON).status


def test_a_token_opens_its_seat_and_no_other(seat: Seat) -> None:
    access = services.resolve(services.token(services.capability_for(seat)), now=NOON)
    assert (access.status, access.seat, access.invitation) == ("ok", seat, None)


def test_a_seat_has_one_link_a_tenure(seat: Seat) -> None:
    assert services.capability_for(seat) == services.capability_for(seat)


@pytest.mark.parametrize("spoil", ["cut", "turned", "longer", "empty", "odd", "huge"])
def test_a_token_that_is_not_whole_opens_nothing(seat: Seat, spoil: str) -> None:
    token = services.token(services.capability_for(seat))
    spoiled = {
        "cut": token[:-3],
        "turned": token[::-1],
        "longer": token + "A",
        "empty": "",
        "odd": "~\x00é~",
        "huge": token * 1000,
    }[spoil]
    with pytest.raises(services.BadLink):
        services.resolve(spoiled, now=NOON)


def test_the_token_of_one_seat_cannot_be_turned_into_anothers(seat: Seat) -> None:
    capability = services.capability_for(seat)
    token = services.token(capability)
    other = token.replace(f"{capability.pk}-", f"{capability.pk + 1}-", 1)
    with pytest.raises(services.BadLink):
        services.resolve(other, now=NOON)


def test_a_raised_generation_revokes_what_is_out_there(seat: Seat) -> None:
    old = services.token(services.capability_for(seat))
    services.revoke_seat(seat)
    assert status(old) == "revoked"
    assert status(services.token(services.capability_for(seat))) == "ok"


def test_all_of_a_persons_links_are_revoked_together(seat: Seat) -> None:
    other = make_match(people=2, bots=0).seats.get(number=1)
    Seat.objects.filter(pk=other.pk).update(player=seat.player)
    tokens = [services.token(services.capability_for(each)) for each in (seat, other)]
    assert seat.player is not None
    services.revoke_player(seat.player)
    assert [status(token) for token in tokens] == ["revoked", "revoked"]


def test_a_link_of_an_earlier_tenure_plays_no_more(seat: Seat) -> None:
    token = services.token(services.capability_for(seat))
    services.give_to_bot(seat, "clock", cause="clock", now=NOON)
    assert status(token) == "other_tenure"


def test_a_finished_matchs_link_leads_to_the_replay_for_90_days(match: Match, seat: Seat) -> None:
    token = services.token(services.capability_for(seat))
    play_on(match)
    assert status(token) == "over"
    later = NOON + timedelta(days=90)
    assert services.resolve(token, now=later).status == "expired"


def test_an_invitations_link_expires_with_it() -> None:
    match = services.create_match(
        make_player(),
        preset="trains",
        options={},
        seats=[SeatPlan("me"), SeatPlan("address", "ana@example.org")],
        turn_time=timedelta(days=1),
        now=NOON,
    )
    invitation = Invitation.objects.get(seat__match=match)
    token = services.token(services.capability_for_invitation(invitation))
    assert services.resolve(token, now=NOON).invitation == invitation
    assert services.resolve(token, now=invitation.expires_at).status == "expired"
