"""What is told to webhooks, when, and what becomes of those that take nothing."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import accounts.services
from accounts.models import Player
from games import services
from games.tables import Match
from notifications import holding, noticing, tasks
from notifications import outbox as mails
from notifications.models import Delivery, Kind, Notice, Webhook
from notifications.webhooks import keeping, outbox, ringing
from notifications.webhooks.posting import Answer
from tests.factories import NOON, make_match, play_on, waiting
from tests.notifications.conftest import FileDatabase
from tests.notifications.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=3)
HOUR = timedelta(hours=1)
State = Delivery.State


def hook_of(player: Player | None, match: Match | None = None, **fields: Any) -> Webhook:
    assert player is not None
    url = fields.pop("url", "https://hooks.example.org/x")
    return Webhook.objects.create(
        player=player, match=match, url=url, form=fields.pop("form", "json"), **fields
    )


class Posts:
    """Posts that go nowhere: `answer` is what each is told."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer = answer or Answer()
        self.sent: list[tuple[str, bytes, dict[str, str]]] = []

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        self.sent.append((url, body, dict(headers)))
        return self.answer

    def drain(self, now: datetime) -> list[dict[str, Any]]:
        before = len(self.sent)
        outbox.drain(clock=lambda: now, post=self)
        return [json.loads(body) for _url, body, _headers in self.sent[before:]]


@pytest.fixture
def posts() -> Posts:
    return Posts()


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


@pytest.fixture
def match() -> Match:
    return make_match(people=3, bots=0)


def test_a_turn_is_told_two_minutes_after_it_came_to_be(match: Match, posts: Posts) -> None:
    choice = waiting(match)
    hook_of(choice.seat.player)
    noticing.notice_match(match.pk, now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert posts.drain(NOON + timedelta(minutes=1)) == []
    (told,) = posts.drain(SOON)
    assert (told["type"], told["version"]) == ("turn", 1)
    assert told["data"]["player"] == choice.seat.name
    assert told["data"]["rounds"] == [1]
    assert told["data"]["deadline"] == f"{choice.deadline:%Y-%m-%dT%H:%M:%SZ}"
    assert told["data"]["url"].endswith(f"/m/{match.slug}/")
    assert posts.drain(SOON + HOUR) == []


def test_who_moves_at_once_rings_nobody(match: Match, posts: Posts) -> None:
    hook_of(waiting(match).seat.player)
    noticing.notice_match(match.pk, now=NOON)
    play_on(match, choices=1)
    assert posts.drain(SOON) == []
    assert states() == [State.DROPPED]


def test_own_webhooks_tell_own_turns_and_a_tables_tells_everybodys(
    match: Match, posts: Posts
) -> None:
    first, other = waiting(match).seat, match.seats.exclude(pk=waiting(match).seat.pk)[0]
    own = hook_of(other.player)
    table = hook_of(other.player, match)
    elsewhere = hook_of(other.player, make_match(people=1, bots=1))
    noticing.notice_match(match.pk, now=NOON)
    assert set(Delivery.objects.values_list("webhook", flat=True)) == {table.pk}
    (told,) = posts.drain(SOON)
    assert told["data"]["player"] == first.name
    while waiting(match).seat != other:
        play_on(match, choices=1)
    noticing.notice_match(match.pk, now=SOON)
    turns = Delivery.objects.filter(kind="turn", seat=other)
    assert set(turns.values_list("webhook", flat=True)) == {own.pk, table.pk}
    assert not elsewhere.deliveries.exists()


def test_side_by_side_one_message_gathers_all_rounds(posts: Posts) -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10)
    hook_of(match.creator)
    noticing.notice_match(match.pk, now=NOON)
    (told,) = posts.drain(SOON)
    mine = match.choices.filter(seat__player=match.creator).order_by("round")
    assert told["data"]["rounds"] == list(mine.values_list("round", flat=True))


def test_a_reminder_goes_to_own_webhooks_alone(match: Match, posts: Posts) -> None:
    choice = waiting(match)
    hook_of(choice.seat.player)
    hook_of(choice.seat.player, match)
    noticing.notice_match(match.pk, now=NOON)
    posts.drain(SOON)
    mails.drain(clock=lambda: SOON)
    remind_at = waiting(match).remind_at
    assert remind_at is not None
    noticing.notice_reminders(now=remind_at)
    assert [told["type"] for told in posts.drain(remind_at)] == ["reminder"]


def test_time_that_ran_out_is_told(match: Match, posts: Posts) -> None:
    seat = waiting(match).seat
    hook_of(seat.player)
    noticing.notice_match(match.pk, now=NOON)
    mails.drain(clock=lambda: SOON)
    late = NOON + timedelta(days=2)
    services.time_out(now=late)
    noticing.notice_match(match.pk, now=late)
    told = posts.drain(late)
    assert [one["type"] for one in told] == ["timed_out"]
    assert seat.name in told[0]["data"]["text"]


def test_the_end_of_a_round_and_of_a_match_is_told_once(posts: Posts) -> None:
    match = make_match(people=2, bots=0, hand_size=6, rounds=3)
    hook_of(match.creator, match)
    while not match.rounds.exclude(reason="").exists():
        play_on(match, choices=1)
    noticing.notice_match(match.pk, now=NOON)
    over = [told for told in posts.drain(NOON) if told["type"] == "round_over"]
    assert len(over) == 1
    points = match.rounds.get(number=1).points
    assert [score["points"] for score in over[0]["data"]["scores"]] == points
    play_on(match)
    noticing.notice_match(match.pk, now=SOON)
    assert [told["type"] for told in posts.drain(SOON)] == ["match_over"]


def test_the_worker_posts_what_is_due_every_few_seconds(receiver: Receiver) -> None:
    hook = hook_of(make_match(people=1, bots=1).creator, url=receiver.url)
    ringing.test(hook, now=timezone.now())
    tasks.post()
    assert len(receiver.came) == 1
    assert states() == [State.SENT]
    beat = {entry["task"]: entry["schedule"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert beat[tasks.post.name] <= 5


class TestSigned:
    def test_by_the_id_the_time_and_the_body(self, receiver: Receiver) -> None:
        hook = hook_of(make_match(people=1, bots=1).creator, url=receiver.url)
        ringing.test(hook, now=NOON)
        outbox.drain(clock=lambda: SOON)
        ((_path, headers, body),) = receiver.came
        key = base64.b64decode(hook.secret.removeprefix("whsec_"))
        signed = f"{headers['Webhook-Id']}.{headers['Webhook-Timestamp']}.".encode() + body
        mac = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        assert headers["Webhook-Signature"] == f"v1,{mac}"
        assert headers["Webhook-Timestamp"] == str(int(SOON.timestamp()))
        assert Delivery.objects.get().message_id == headers["Webhook-Id"]

    def test_a_retry_has_the_same_id_and_its_own_time(self, match: Match) -> None:
        hook_of(waiting(match).seat.player)
        noticing.notice_match(match.pk, now=NOON)
        posts = Posts(Answer("500"))
        posts.drain(SOON)
        posts.answer = Answer()
        posts.drain(SOON + HOUR)
        first, second = [headers for _url, _body, headers in posts.sent]
        assert first["Webhook-Id"] == second["Webhook-Id"]
        assert first["Webhook-Timestamp"] < second["Webhook-Timestamp"]
        assert states() == [State.SENT]


class TestLeases:
    def test_killed_between_post_and_mark_it_goes_out_twice_with_one_id(self, match: Match) -> None:
        hook_of(waiting(match).seat.player)
        noticing.notice_match(match.pk, now=NOON)

        class Killed(BaseException):
            pass

        posts = Posts()

        def killed(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
            posts(url, body, headers)
            raise Killed

        with pytest.raises(Killed):
            outbox.drain(clock=lambda: SOON, post=killed)
        assert posts.drain(SOON) == []
        for later in range(1, 5):
            posts.drain(SOON + later * outbox.LEASE)
        assert len(posts.sent) == 2
        assert len({headers["Webhook-Id"] for _url, _body, headers in posts.sent}) == 1

    def test_who_lost_the_lease_marks_nothing(self, match: Match, posts: Posts) -> None:
        hook_of(waiting(match).seat.player)
        noticing.notice_match(match.pk, now=NOON)
        lost = outbox.claim(now=SOON)
        assert lost is not None
        posts.drain(SOON + outbox.LEASE)
        outbox._refused(lost, Answer("410"), SOON)
        assert states() == [State.SENT]
        assert Webhook.objects.get().is_on

    def test_an_idle_drain_asks_two_questions(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(2):
            assert outbox.drain(clock=lambda: NOON) == 0

    @pytest.mark.django_db(transaction=True)
    def test_two_workers_at_once_post_each_thing_once(self, file_database: FileDatabase) -> None:
        hook = hook_of(make_match(people=1, bots=1).creator)
        for number in range(20):
            ringing.test(hook, now=NOON + timedelta(minutes=number))
        seen: list[int] = []
        start = threading.Barrier(3)

        def claim_all() -> None:
            start.wait()
            while (delivery := outbox.claim(now=NOON + HOUR)) is not None:
                seen.append(delivery.pk)
            connection.close()

        with file_database(), ThreadPoolExecutor(3) as pool:
            for done in [pool.submit(claim_all) for _ in range(3)]:
                done.result()
        assert len(seen) == len(set(seen)) == 20


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


class TestNothingIsTold:
    @pytest.fixture
    def hook(self, match: Match) -> Webhook:
        hook = hook_of(waiting(match).seat.player)
        noticing.notice_match(match.pk, now=NOON)
        return hook

    def test_of_a_suspended_player(self, hook: Webhook, posts: Posts) -> None:
        accounts.services.suspend(hook.player, "", now=NOON)
        assert posts.drain(SOON) == []

    def test_to_who_sits_there_no_more(self, hook: Webhook, match: Match, posts: Posts) -> None:
        match.seats.filter(player=hook.player).update(player=None, bot="hen")
        assert posts.drain(SOON) == []

    @pytest.mark.usefixtures("hook")
    def test_while_the_table_is_paused_and_then_it_is(self, posts: Posts) -> None:
        Match.objects.update(paused=True)
        assert posts.drain(SOON) == []
        Match.objects.update(paused=False)
        assert len(posts.drain(SOON + HOUR)) == 1

    @pytest.mark.usefixtures("hook")
    def test_twice_after_a_restore(self, match: Match, posts: Posts) -> None:
        holding.hold(now=SOON)
        noticing.notice_match(match.pk, now=SOON)
        assert posts.drain(SOON + HOUR) == []
        assert set(states()) == {State.DROPPED}

    @pytest.mark.usefixtures("hook")
    def test_of_what_is_older_than_a_day(self, posts: Posts) -> None:
        Delivery.objects.update(first_tried_at=NOON, tries=3)
        assert posts.drain(NOON + timedelta(days=1)) == []
        assert states() == [State.FAILED]

    @pytest.mark.usefixtures("hook")
    def test_and_what_was_told_is_forgotten_after_a_month(self, posts: Posts) -> None:
        posts.drain(SOON)
        outbox.forget_old(now=NOON + timedelta(days=29))
        assert states() == [State.SENT]
        outbox.forget_old(now=NOON + timedelta(days=31))
        assert states() == []
