"""What is posted to webhooks: signed, under a lease, once."""

import base64
import hashlib
import hmac
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.tables import Match
from notifications import noticing, tasks
from notifications.models import Delivery, Webhook
from notifications.webhooks import outbox, ringing
from notifications.webhooks.posting import Answer
from tests.factories import NOON, make_match, waiting
from tests.notifications.conftest import FileDatabase
from tests.notifications.webhooks.posts import HOUR, SOON, Posts, State, hook_of, states
from tests.notifications.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db


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
