"""Who sits where: the host of a table that waits is told, and everybody at one that runs."""

from datetime import timedelta

import pytest

from games import services
from games.services import SeatPlan
from games.tables import Match
from notifications import noticing
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, make_player
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=3)


@pytest.fixture
def match() -> Match:
    """Return a table that waits for three."""
    return services.create_match(
        make_player("Ana"),
        preset="trains",
        options={},
        seats=[SeatPlan("me"), *[SeatPlan("open")] * 3],
        turn_time=timedelta(days=1),
        now=NOON,
    )


def test_the_host_is_told_who_came_in_one_mail(match: Match, drain: Drain) -> None:
    for name in ("Ben", "Cleo"):
        services.take_open_seat(match, make_player(name), now=NOON)
        for _ in range(2):
            noticing.notice_match(match.pk, now=NOON)
    (sent,) = drain(SOON)
    assert match.creator is not None
    assert match.creator.email in sent.to[0]
    assert "Ben has sat down at your table." in str(sent.body)
    assert "Cleo has sat down at your table." in str(sent.body)
    assert "1 seat is still free." in str(sent.body)
    assert drain(SOON + timedelta(hours=1)) == []


def test_a_lost_bell_is_found_again(match: Match) -> None:
    services.take_open_seat(match, make_player("Ben"), now=NOON)
    assert noticing.unnoticed(now=NOON) == {match.pk}
    noticing.notice_match(match.pk, now=NOON)
    assert noticing.unnoticed(now=NOON) == set()
    assert noticing.unnoticed(now=NOON + timedelta(days=9)) == set()


def test_who_has_got_up_again_is_no_news(match: Match, drain: Drain) -> None:
    seat = services.take_open_seat(match, make_player("Ben"), now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    services.leave(seat, now=NOON)
    assert drain(SOON) == []
    assert Notice.objects.get(kind=Kind.MEMBER).state == Notice.State.DROPPED


def test_once_the_table_has_begun_its_turn_mails_tell_that(match: Match, drain: Drain) -> None:
    for name in ("Ben", "Cleo", "Dora"):
        services.take_open_seat(match, make_player(name), now=NOON)
        noticing.notice_match(match.pk, now=NOON)
    assert all("your turn" in str(sent.body) for sent in drain(SOON))


def test_the_others_are_told_that_a_bot_plays_on(drain: Drain) -> None:
    match = make_match(people=3, bots=0)
    gone = match.seats.select_related("player").get(number=2)
    noticing.notice_match(match.pk, now=NOON)
    drain(SOON)
    services.resign(gone, now=SOON)
    noticing.notice_match(match.pk, now=SOON)
    told = [mail for mail in drain(SOON + timedelta(minutes=3)) if "resigned" in str(mail.body)]
    others = {seat.player.email for seat in match.seats.all()[:2] if seat.player}
    assert len(told) == 2
    assert {address for address in others if any(address in mail.to[0] for mail in told)} == others


def test_what_an_administrator_did_is_told_once(drain: Drain) -> None:
    match = make_match(people=3, bots=0)
    services.give_to_bot(match.seats.get(number=2), "admin", cause="admin", now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    drain(SOON)
    assert not Notice.objects.filter(kind=Kind.MEMBER).exists()
    assert Notice.objects.filter(kind=Kind.CORRECTION).exists()
