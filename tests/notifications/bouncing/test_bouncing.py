"""Mail that comes back stops mail to its address, until somebody tries again."""

from datetime import time, timedelta
from typing import Any

import pytest
from django.core import mail as sent_mails
from django.test import Client
from pytest_django import Settings

from accounts.models import Player
from games import queries, services
from games.tables import Match
from notifications import noticing, outbox
from notifications.bouncing import stops, trying
from notifications.delivery import Line, Refusal
from notifications.models import BouncingAddress, Kind, Notice
from notifications.replies import receiving
from tests.factories import NOON, make_match, make_player, waiting
from tests.notifications.bouncing.dsn import FINAL, PASSING, Style, complaint, postfix
from tests.notifications.conftest import Drain
from tests.notifications.replies.conftest import LATER, SOON

pytestmark = pytest.mark.django_db

INCOMING = "table@play.example.org"


@pytest.fixture(autouse=True)
def _incoming(settings: Settings) -> None:
    settings.INCOMING_ADDRESS = INCOMING


def told(drain: Drain) -> tuple[Match, Player, Notice]:
    """Return a match, who has to move there, and the mail that told them."""
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    drain(SOON)
    player = waiting(match).seat.player
    assert player is not None
    return match, player, Notice.objects.get(player=player, kind=Kind.TURN)


def come_back(style: Style, notice: Notice) -> None:
    receiving.receive(style(notice.message_id), INCOMING, "", now=LATER)


def remind(match: Match, player: Player, drain: Drain) -> list[Any]:
    noticing.make(Kind.LINK, "1", LATER, now=LATER, player=player, match=match)
    return drain(LATER)


def test_what_cannot_be_delivered_comes_back_to_where_mail_comes_in(drain: Drain) -> None:
    told(drain)
    sent = sent_mails.outbox[-1]
    assert sent.from_email == INCOMING
    assert sent.message()["From"] == "Chicken Foot <table@localhost>"


@pytest.mark.parametrize("style", [*FINAL, complaint], ids=lambda style: style.__name__)
def test_a_hard_bounce_and_a_complaint_stop_mail(style: Style, drain: Drain) -> None:
    match, player, notice = told(drain)
    come_back(style, notice)
    assert remind(match, player, drain) == []
    player.refresh_from_db()
    assert player.mail_bounces
    row = BouncingAddress.objects.get()
    assert row.address == player.email
    assert row.reason == ("complaint" if style is complaint else "bounce")


@pytest.mark.parametrize("style", PASSING, ids=lambda style: style.__name__)
def test_what_may_pass_stops_nothing(style: Style, drain: Drain) -> None:
    match, player, notice = told(drain)
    come_back(style, notice)
    assert len(remind(match, player, drain)) == 1


def test_a_report_about_no_mail_of_ours_is_believed_by_nobody(drain: Drain) -> None:
    match, player, _notice = told(drain)
    receiving.receive(postfix(f"<{'0' * 32}@localhost>"), INCOMING, "", now=LATER)
    assert len(remind(match, player, drain)) == 1


def test_a_report_about_an_earlier_address_does_not_stop_the_new_one(drain: Drain) -> None:
    _match, player, notice = told(drain)
    noticing.make(Kind.ADDRESS_CHANGED, "1", LATER, now=LATER, player=player, address=player.email)
    Player.objects.filter(pk=player.pk).update(email="new@example.org")
    come_back(postfix, notice)
    assert not BouncingAddress.objects.exists()


def test_who_asks_to_sign_in_gets_the_mail_all_the_same(drain: Drain) -> None:
    _match, player, notice = told(drain)
    come_back(postfix, notice)
    noticing.make(Kind.ADDRESS_CHANGED, "1", LATER, now=LATER, player=player, address=player.email)
    assert len(drain(LATER)) == 1


def test_a_clock_does_not_wait_for_mail_that_does_not_go(drain: Drain) -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    assert choice.seat.player is not None
    stops.stop(choice.seat.player.email, "bounce", "550", now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert drain(SOON) == []
    choice.refresh_from_db()
    assert choice.told_at == SOON


def test_a_mail_server_that_knows_no_such_address_stops_mail(
    drain: Drain, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)

    def refuse(*_: object) -> None:
        raise Refusal("550 5.1.1 User unknown", final=True)

    monkeypatch.setattr(Line, "send", refuse)
    outbox.drain(clock=lambda: SOON)
    assert BouncingAddress.objects.count() == 1


def test_trying_again_sends_what_was_kept_back(drain: Drain) -> None:
    match, player, notice = told(drain)
    come_back(postfix, notice)
    assert remind(match, player, drain) == []
    trying.try_again(player.email.upper(), now=LATER)
    (mail,) = drain(LATER)
    assert player.email in mail.to[0]
    player.refresh_from_db()
    assert not player.mail_bounces


@pytest.mark.parametrize("digest_at", [None, time(8)], ids=["single mails", "digests"])
def test_trying_again_gathers_what_was_kept_back(drain: Drain, digest_at: time | None) -> None:
    player = make_player(digest_at=digest_at)
    matches = [make_match(people=2, bots=0) for _ in range(3)]
    for match in matches:
        match.seats.filter(pk=waiting(match).seat_id).update(player=player)
        match.refresh_from_db()
    stops.stop(player.email, "bounce", "550", now=NOON)
    for match in matches:
        noticing.notice_match(match.pk, now=NOON)
    drain(SOON)
    drain(NOON + timedelta(days=1))
    assert [notice.state for notice in Notice.objects.filter(player=player, kind=Kind.TURN)] == [
        Notice.State.DROPPED
    ] * 3
    again = NOON + timedelta(days=1, minutes=5)
    trying.try_again(player.email, now=again)
    came = [mail for mail in drain(again) if player.email in mail.to[0]]
    assert len(came) == (0 if digest_at else 1)
    (mail,) = came or drain(NOON + timedelta(days=2))
    for match in matches:
        assert f"/t/{services.token(services.capability_for(waiting(match).seat))}/" in mail.body
    assert not Notice.objects.filter(player=player, asked_again=True).exists()
    assert drain(NOON + timedelta(days=2, minutes=1)) == []


def test_a_changed_address_is_not_the_one_that_bounced() -> None:
    player = Player(email="New@example.org", bouncing_address="old@example.org")
    assert not player.mail_bounces
    assert Player(email="Old@example.org", bouncing_address="old@example.org").mail_bounces


def test_every_page_tells_its_player_and_a_post_tries_again(client: Client, drain: Drain) -> None:
    _match, player, notice = told(drain)
    client.force_login(player)
    assert "came back" not in client.get("/").content.decode()
    come_back(postfix, notice)
    for path in ("/", "/rules/", "/me/"):
        page = client.get(path, follow=True).content.decode()
        assert player.email in page.split("came back")[0]
    link = trying.link(player)
    assert client.get(link).status_code == 405
    assert BouncingAddress.objects.exists()
    response = client.post(link, {"next": "https://evil.example/"})
    assert response["Location"] == "/"
    assert client.post(link, {"next": "/rules/"})["Location"] == "/rules/"
    assert not BouncingAddress.objects.exists()
    assert client.post(f"{link[:-3]}x/").status_code == 403


def test_a_seat_without_an_account_page_is_told_too(client: Client, drain: Drain) -> None:
    match, player, notice = told(drain)
    come_back(postfix, notice)
    seat = match.seats.get(player=player)
    token = services.token(services.capability_for(seat))
    client.get(f"/t/{token}/")
    client.post(f"/m/{match.slug}/{seat.number}/enter/")
    page = client.get(f"/m/{match.slug}/{seat.number}/").content.decode()
    assert "Try this address again" in page
    assert player.email not in page


def test_the_others_at_the_table_see_it_and_no_address(client: Client, drain: Drain) -> None:
    match, player, notice = told(drain)
    come_back(postfix, notice)
    other = match.seats.exclude(player=player).get()
    assert other.player is not None
    page = queries.table_page(match, other.number, 1)
    assert [line.mail_bounces for line in page.seats].count(True) == 1
    client.force_login(other.player)
    shown = client.get(f"/m/{match.slug}/{other.number}/").content.decode()
    assert "mail bounces" in shown
    assert player.email not in shown
    assert "came back" not in shown
