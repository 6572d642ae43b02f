"""What becomes of webhooks that take nothing."""

from datetime import datetime, timedelta

import pytest
from django.core import mail

from games.tables import Match
from notifications import noticing
from notifications import outbox as mails
from notifications.models import Delivery, Kind, Notice, Webhook
from notifications.webhooks import keeping, outbox, ringing
from notifications.webhooks.posting import Answer
from tests.factories import NOON, play_on, waiting
from tests.notifications.webhooks.posts import HOUR, SOON, Posts, State, hook_of, states

pytestmark = pytest.mark.django_db


class TestFailing:
    @pytest.fixture
    def hook(self, match: Match) -> Webhook:
        """Return a webhook to which something is due that stays true for days."""
        hook = hook_of(match.creator, match)
        match.choices.update(deadline=NOON + timedelta(days=9))
        noticing.notice_match(match.pk, now=NOON)
        return hook

    def retry_until(self, hook: Webhook, posts: Posts, end: datetime) -> datetime:
        """Post whenever something is due, until `end` or until nothing is; returns the last time.

        Something new is due there every hour, as at a busy table.
        """
        now = SOON
        for number in range(500):
            posts.drain(now)
            hook.refresh_from_db()
            due = Delivery.objects.filter(state=State.DUE).order_by("due_at").first()
            if not hook.is_on or due is None or due.due_at > end:
                return now
            now = max(now, due.due_at)
            if number % 2:
                key, seat = f"more {number}", waiting(due.match).seat if due.match else None
                assert seat is not None
                ringing.turn(seat, key, now, now=now)
        raise AssertionError

    @pytest.mark.parametrize("trouble", ["301", "400", "404", "429", "500", "slow", "private"])
    def test_for_24_hours_switches_it_off_and_its_player_is_told(
        self, hook: Webhook, trouble: str
    ) -> None:
        posts = Posts(Answer(trouble))
        self.retry_until(hook, posts, SOON + timedelta(hours=23, minutes=59))
        assert hook.is_on
        assert hook.failing_since == SOON
        assert 10 < len(posts.sent) < 60
        off_at = self.retry_until(hook, posts, SOON + timedelta(days=3))
        assert (hook.off_because, hook.trouble) == ("failing", trouble)
        assert timedelta(hours=24) <= off_at - SOON
        assert not Delivery.objects.filter(state__in=[State.DUE, State.LEASED]).exists()
        before = len(mail.outbox)
        mails.drain(clock=lambda: off_at)
        told = [one for one in mail.outbox[before:] if "switched off" in one.subject]
        assert [one.to[0] for one in told] == [f"{hook.player.display_name} <{hook.player.email}>"]
        assert "hooks.example.org" in told[0].body
        assert "/x" not in told[0].body.replace(f"/me/hooks/{hook.pk}/", "")

    def test_one_success_forgives_all(self, hook: Webhook) -> None:
        posts = Posts(Answer("500"))
        self.retry_until(hook, posts, SOON + timedelta(hours=20))
        posts.answer = Answer()
        posts.drain(SOON + timedelta(hours=23))
        hook.refresh_from_db()
        assert (hook.failing_since, hook.failures, hook.trouble) == (None, 0, "")
        assert hook.told_at == SOON + timedelta(hours=23)

    def test_two_bad_moments_days_apart_are_no_day_of_failure(
        self, hook: Webhook, match: Match
    ) -> None:
        posts = Posts(Answer("500"))
        posts.drain(SOON)
        Delivery.objects.update(state=State.DROPPED)
        ringing.turn(waiting(match).seat, "later", SOON, now=SOON)
        posts.drain(SOON + timedelta(days=3))
        hook.refresh_from_db()
        assert hook.is_on

    def test_gone_switches_it_off_at_once(self, hook: Webhook) -> None:
        Posts(Answer("410")).drain(SOON)
        hook.refresh_from_db()
        assert (hook.off_because, hook.off_since) == ("gone", SOON)
        assert Notice.objects.filter(kind=Kind.HOOK_OFF, player=hook.player).count() == 1

    @pytest.mark.usefixtures("hook")
    def test_it_is_left_alone_as_long_as_it_asks(self) -> None:
        posts = Posts(Answer("429", timedelta(minutes=10)))
        posts.drain(SOON)
        assert posts.drain(SOON + timedelta(minutes=9, seconds=59)) == []
        assert len(posts.drain(SOON + timedelta(minutes=10))) == 1

    def test_all_that_is_due_there_waits_and_what_works_does_not(
        self, hook: Webhook, match: Match
    ) -> None:
        seat = waiting(match).seat
        ringing.turn(seat, "one more", NOON + HOUR, now=NOON)
        posts = Posts(Answer("500"))
        posts.drain(SOON)
        works = hook_of(match.creator, match, url="https://works.example.org/")
        ringing.turn(seat, "another", SOON, now=SOON)
        claimed = outbox.claim(now=SOON + HOUR)
        assert claimed is not None
        assert claimed.tries == 1
        assert {claimed.webhook_id} <= {works.pk, hook.pk}
        failing = Delivery.objects.filter(webhook=hook, state=State.DUE, due_at__gt=SOON)
        assert failing.exists()

    def test_switched_on_again_it_tells_what_comes_and_nothing_old(
        self, hook: Webhook, match: Match, posts: Posts
    ) -> None:
        Posts(Answer("410")).drain(SOON)
        hook.refresh_from_db()
        play_on(match, choices=1)
        noticing.notice_match(match.pk, now=SOON)
        keeping.switch_on(hook)
        assert posts.drain(SOON + HOUR) == []
        mails.drain(clock=lambda: SOON + HOUR)
        play_on(match, choices=1)
        noticing.notice_match(match.pk, now=SOON + HOUR)
        assert len(posts.drain(SOON + 2 * HOUR)) == 1

    def test_no_mail_where_it_is_on_again(self, hook: Webhook) -> None:
        Posts(Answer("410")).drain(SOON)
        keeping.switch_on(hook)
        mails.drain(clock=lambda: SOON)
        assert Notice.objects.get(kind=Kind.HOOK_OFF).state == Notice.State.DROPPED

    def test_a_test_message_is_tried_once_and_counts_for_nothing(self, match: Match) -> None:
        hook = hook_of(match.creator)
        ringing.test(hook, now=NOON)
        ringing.test(hook, now=NOON + timedelta(seconds=30))
        posts = Posts(Answer("500"))
        assert len(posts.drain(SOON)) == 1
        assert posts.drain(SOON + HOUR) == []
        hook.refresh_from_db()
        assert (hook.failing_since, states()) == (None, [State.FAILED])

    def test_pauses_grow_and_differ(self) -> None:
        pauses = [outbox.pause(failures, None) for failures in range(1, 30)]
        assert pauses[0] < timedelta(minutes=1)
        assert pauses[4] > pauses[0] * 4
        assert max(pauses) < outbox.LONGEST_PAUSE * 1.3
        assert outbox.pause(5, None) != outbox.pause(5, None)
        assert outbox.pause(1, timedelta(days=9)) == outbox.LONGEST_PAUSE
