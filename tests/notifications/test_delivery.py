"""What a real mail server answers, and what becomes of the mail."""

from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from games.tables import Choice
from notifications import noticing, outbox
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, waiting
from tests.notifications import smtp
from tests.notifications.smtp import Sink

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=3)
State = Notice.State


@pytest.fixture
def choice() -> Choice:
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    return waiting(match)


def send(now: datetime = SOON) -> Notice:
    outbox.drain(clock=lambda: now)
    return Notice.objects.get(kind=Kind.TURN)


def test_a_mail_that_is_taken_starts_the_clock(sink: Sink, choice: Choice) -> None:
    assert send().state == State.SENT
    assert len(sink.taken) == 1
    assert waiting(choice.match).told_at == SOON


@pytest.mark.parametrize("answer", ["451 try again later", "421 too busy", "452 too large now"])
def test_a_temporary_refusal_is_tried_again(sink: Sink, choice: Choice, answer: str) -> None:
    sink.says["end"] = answer
    notice = send()
    assert (notice.state, notice.tries) == (State.DUE, 1)
    assert notice.due_at > SOON
    assert answer in notice.last_error
    assert waiting(choice.match).told_at is None
    sink.says.clear()
    assert send(notice.due_at).state == State.SENT
    assert notice.message_id.encode() in sink.taken[0]


def test_a_recipient_may_be_refused_for_now(sink: Sink, choice: Choice) -> None:
    sink.says["RCPT"] = "450 greylisted"
    assert send().state == State.DUE


@pytest.mark.parametrize(("step", "answer"), [("RCPT", "550 no such user"), ("end", "554 spam")])
def test_a_final_refusal_ends_it_and_the_clock_runs_on(
    sink: Sink, choice: Choice, step: str, answer: str
) -> None:
    sink.says[step] = answer
    notice = send()
    assert notice.state == State.FAILED
    assert notice.last_error.startswith("55")
    assert waiting(choice.match).told_at == SOON


def test_a_lost_connection_is_tried_again(sink: Sink, choice: Choice) -> None:
    sink.says["end"] = smtp.CLOSE
    assert send().state == State.DUE


def test_a_server_that_is_down_stops_the_drain(choice: Choice, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    outbox.drain(clock=lambda: SOON)
    assert sorted(Notice.objects.values_list("tries", flat=True)) == [0, 1]
    assert set(Notice.objects.values_list("state", flat=True)) == {State.DUE}


def test_after_two_days_it_is_given_up_and_the_clock_runs_on(sink: Sink, choice: Choice) -> None:
    sink.says["end"] = "451 never"
    later = send().due_at
    Notice.objects.update(first_tried_at=later - outbox.GIVE_UP)
    assert send(later).state == State.FAILED
    assert waiting(choice.match).told_at == later


def test_one_connection_serves_a_whole_drain(sink: Sink, choice: Choice) -> None:
    noticing.notice_match(make_match(people=2, bots=0).pk, now=NOON)
    assert outbox.drain(clock=lambda: SOON) == 2
    assert (len(sink.taken), sink.connections) == (2, 1)
