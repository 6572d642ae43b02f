"""Mails that somebody asked for: sign-in, a changed address, an invitation, a new link."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

import accounts.services as people
from games import services, signals
from games.services import SeatPlan
from games.tables import Invitation, Match
from notifications import noticing
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, make_player
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

A_MINUTE = timedelta(minutes=1)


def test_a_sign_in_mail_holds_link_and_code_and_the_outbox_does_not(drain: Drain) -> None:
    people.ask_to_sign_in("ana@example.org", "10.0.0.1", now=NOON)
    notice = Notice.objects.get(kind=Kind.SIGN_IN)
    (mail,) = drain(NOON)
    code = re.search(r"^(\d{6})$", str(mail.body), re.MULTILINE)
    assert code is not None
    assert "/sign-in/" in str(mail.body)
    assert mail.to == ["ana@example.org"]
    assert mail.subject == "Sign in to Chicken Foot"
    assert "List-Unsubscribe" not in mail.extra_headers
    assert "References" not in mail.extra_headers
    assert code[1] not in notice.sealed
    notice.refresh_from_db()
    assert (notice.state, notice.sealed) == (Notice.State.SENT, "")


def test_known_and_unknown_get_the_same_mail(drain: Drain) -> None:
    player = make_player("Ana")
    people.ask_to_sign_in(player.email.upper(), "10.0.0.1", now=NOON)
    people.ask_to_sign_in("new@example.org", "10.0.0.1", now=NOON)
    known, unknown = drain(NOON)
    assert known.subject == unknown.subject
    assert "Dear Ana" in str(known.body)


def test_a_link_that_is_too_old_is_not_sent(drain: Drain) -> None:
    people.ask_to_sign_in("ana@example.org", "10.0.0.1", now=NOON)
    assert drain(NOON + 15 * A_MINUTE) == []
    notice = Notice.objects.get()
    assert (notice.state, notice.sealed) == (Notice.State.DROPPED, "")


def test_only_the_newest_code_is_sent(drain: Drain) -> None:
    people.ask_to_sign_in("ana@example.org", "10.0.0.1", now=NOON)
    people.ask_to_sign_in("Ana@example.org", "10.0.0.1", now=NOON + A_MINUTE)
    assert len(drain(NOON + 2 * A_MINUTE)) == 1


def test_an_ask_that_is_rolled_back_mails_nothing() -> None:
    with transaction.atomic():
        people.ask_to_sign_in("ana@example.org", "10.0.0.1", now=NOON)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def test_a_new_address_is_asked_and_the_old_one_is_told(drain: Drain) -> None:
    player = make_player("Ana")
    old = player.email
    people.ask_to_change_address(player, "new@example.org", "10.0.0.1", now=NOON)
    (asked,) = drain(NOON)
    assert "new@example.org" in asked.to[0]
    token = re.search(r"token=(\S+)", str(asked.body))
    assert token is not None
    people.change_address(token[1].replace("%3A", ":"), now=NOON)
    (told,) = drain(NOON)
    assert old in told.to[0]
    assert "new@example.org" not in str(told.message())


@contextmanager
def invited(capture: DjangoCaptureOnCommitCallbacks) -> Iterator[Match]:
    with capture(execute=True):
        match = services.create_match(
            make_player("Ana", time_zone="Europe/Bucharest"),
            preset="trains",
            options={},
            seats=[SeatPlan("me"), SeatPlan("address", "Ben@Example.org")],
            turn_time=timedelta(days=3),
            now=timezone.now(),
        )
    yield match


def test_an_invitation_leads_to_its_page_and_can_be_refused_for_ever(
    drain: Drain,
    client: Client,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with invited(django_capture_on_commit_callbacks):
        (mail,) = drain(Notice.objects.get().due_at)
    assert mail.to == ["Ben@Example.org"]
    assert "Ana would like to play" in str(mail.body)
    assert "up to 3 days" in str(mail.body)
    assert "Bucharest time" in str(mail.body)
    link = re.search(r"http://[^/]+(/i/\S+)", str(mail.body))
    assert link is not None
    assert str(mail.extra_headers["List-Unsubscribe"]).endswith(f"{link[1]}>")
    assert "List-Unsubscribe-Post" not in mail.extra_headers
    assert client.get(link[1], follow=True).status_code == 200


@pytest.mark.parametrize("state", ["accepted", "declined", "withdrawn", "expired"])
def test_an_invitation_that_is_over_is_not_sent(
    drain: Drain,
    state: str,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with invited(django_capture_on_commit_callbacks):
        Invitation.objects.update(state=state)
        assert drain(Notice.objects.get().due_at) == []


def test_a_new_link_is_mailed_to_who_asks(drain: Drain, client: Client) -> None:
    match = make_match(people=1, bots=2)
    signals.link_wanted.send_robust(sender=Match, seat_id=match.seats.get(number=0).pk)
    (mail,) = drain(Notice.objects.get(kind=Kind.LINK).due_at)
    link = re.search(r"http://[^/]+(/t/\S+)", str(mail.body))
    assert link is not None
    assert client.get(link[1]).status_code == 302


def test_the_links_of_a_turn_mail_lead_to_the_table(drain: Drain, client: Client) -> None:
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    (mail,) = drain(NOON + 3 * A_MINUTE)
    links = re.findall(r"http://[^/]+(/t/\S+)", str(mail.body))
    assert len(links) > 2
    for link in links:
        before = match.head
        response = client.get(link)
        assert response.status_code == 302
        match.refresh_from_db()
        assert match.head == before


def test_who_has_gone_takes_their_notices_along() -> None:
    player = make_player("Ana")
    people.ask_to_sign_in(player.email, "10.0.0.1", now=NOON)
    people.delete_account(player, now=NOON)
    assert not Notice.objects.exists()
