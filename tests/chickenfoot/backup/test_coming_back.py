"""A server that comes back tells and posts nothing twice, and forgets nothing that was due."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parseaddr
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.tables import Match
from notifications import noticing, outbox
from notifications.calendars import links
from notifications.models import CalendarFeed, Delivery, Kind, Notice, Webhook
from notifications.webhooks import keeping, ringing
from notifications.webhooks import outbox as webhooks
from notifications.webhooks.posting import Answer
from tests.chickenfoot.backup.conftest import LATER, backed_up, restored
from tests.elsewhere import Elsewhere
from tests.factories import NOON, play_on, waiting

pytestmark = pytest.mark.django_db(transaction=True)


def to_whom(mail: Any) -> str:
    """Return the one address that a mail goes to."""
    (whom,) = mail.to
    return parseaddr(whom)[1]


class TestMail:
    def mails(self, now: datetime, mailoutbox: list[Any]) -> list[Any]:
        """Return what the worker of a restored server sends."""
        before = len(mailoutbox)
        for match_id in noticing.unnoticed(now=NOON):
            noticing.notice_match(match_id, now=now)
        for invitation in noticing.uninvited():
            noticing.notice_invitation(invitation, now=now)
        noticing.notice_reminders(now=now)
        outbox.drain(clock=lambda: now)
        return mailoutbox[before:]

    @pytest.mark.usefixtures("running")
    def test_what_may_have_been_sent_since_is_not_sent_again(
        self, other: Elsewhere, tmp_path: Path, mailoutbox: list[Any]
    ) -> None:
        assert Notice.objects.filter(state=Notice.State.DUE).exists()
        first = backed_up(tmp_path)
        assert self.mails(LATER, mailoutbox), "the old server went on and sent what was due"

        def come_back() -> None:
            restored(first, may_be_told=True, now=LATER)
            assert self.mails(LATER, mailoutbox) == []
            assert not Notice.objects.exclude(state=Notice.State.DROPPED).exists()
            for choice in noticing.persons_choices():
                assert choice.told_at == LATER
                assert choice.remind_at is not None
                assert choice.remind_at > LATER
                sent = self.mails(choice.remind_at, mailoutbox)
                assert [to_whom(mail) for mail in sent] == [choice.seat.player.email]
            assert Notice.objects.filter(kind=Kind.REMINDER, state=Notice.State.SENT).exists()

        other.do(come_back)

    def test_a_turn_that_comes_up_afterwards_is_told(
        self, running: Match, server: Elsewhere, tmp_path: Path, mailoutbox: list[Any]
    ) -> None:
        first = backed_up(tmp_path)

        def come_back() -> None:
            restored(first, may_be_told=True, now=LATER)
            match = Match.objects.get(slug=running.slug)
            play_on(match, choices=1, now=LATER)
            (choice,) = noticing.persons_choices()
            (sent,) = self.mails(LATER + timedelta(minutes=5), mailoutbox)
            assert to_whom(sent) == choice.seat.player.email

        server.do(come_back)

    @pytest.mark.usefixtures("running")
    def test_what_was_due_is_sent_once_where_the_old_server_stood_still(
        self, server: Elsewhere, tmp_path: Path, mailoutbox: list[Any]
    ) -> None:
        due = Notice.objects.filter(state=Notice.State.DUE)
        people = due.values("player", "address").distinct().count()
        first = backed_up(tmp_path)

        def come_back() -> None:
            restored(first, now=LATER)
            assert len(self.mails(LATER, mailoutbox)) == people > 0, "one mail each"
            assert self.mails(LATER, mailoutbox) == []

        server.do(come_back)

    @pytest.mark.usefixtures("running")
    def test_what_had_been_sent_stays_sent(
        self, server: Elsewhere, tmp_path: Path, mailoutbox: list[Any]
    ) -> None:
        at = NOON + timedelta(hours=1)
        assert self.mails(at, mailoutbox)
        first = backed_up(tmp_path)

        def come_back() -> None:
            restored(first, now=at)
            assert self.mails(at, mailoutbox) == []

        server.do(come_back)


class TestHooks:
    """Calendars and webhooks of a server that comes back."""

    @pytest.fixture
    def hook(self, running: Match) -> Webhook:
        assert running.creator is not None
        links.make_link(running.creator, now=NOON)
        url, match = "https://hooks.example.org/", running
        hook = keeping.add(running.creator, url=url, form="json", match=match, now=NOON)
        ringing.turn(waiting(running).seat, "due", NOON, now=NOON)
        return hook

    def posted(self, now: datetime) -> list[str]:
        """Return the ids of what the worker of a server posts."""
        sent: list[str] = []

        def post(_url: str, _body: bytes, headers: Mapping[str, str]) -> Answer:
            sent.append(headers["Webhook-Id"])
            return Answer()

        webhooks.drain(clock=lambda: now, post=post)
        return sent

    def test_what_may_have_been_posted_since_is_not_posted_again(
        self, hook: Webhook, server: Elsewhere, tmp_path: Path
    ) -> None:
        first = backed_up(tmp_path)
        assert len(self.posted(LATER)) == 1, "the old server went on and posted what was due"

        def come_back() -> None:
            restored(first, may_be_told=True, now=LATER)
            assert self.posted(LATER + timedelta(days=1)) == []
            assert Webhook.objects.get(pk=hook.pk).secret == hook.secret

        server.do(come_back)

    @pytest.mark.usefixtures("hook")
    def test_what_was_due_is_posted_once_where_the_old_server_stood_still(
        self, server: Elsewhere, tmp_path: Path
    ) -> None:
        message_id = Delivery.objects.get().message_id
        first = backed_up(tmp_path)

        def come_back() -> None:
            restored(first, now=LATER)
            assert self.posted(LATER) == [message_id]
            assert self.posted(LATER) == []

        server.do(come_back)

    @pytest.mark.usefixtures("hook")
    def test_the_link_of_a_calendar_goes_on(self, server: Elsewhere, tmp_path: Path) -> None:
        link = links.address(CalendarFeed.objects.get())
        first = backed_up(tmp_path)

        def come_back() -> None:
            restored(first, now=LATER)
            assert Client().get(link.removeprefix(settings.SITE_URL)).status_code == 200

        server.do(come_back)
