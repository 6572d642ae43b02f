"""A mail server that misbehaves on purpose, at every step: nothing is lost, nobody else waits."""

from collections.abc import Callable
from datetime import datetime, timedelta
from email import message_from_bytes

import pytest
from pytest_django import Settings

from games import services
from games.tables import Heartbeat, Outage
from notifications import noticing, outbox
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, waiting
from tests.notifications import smtp
from tests.notifications.smtp import CLOSE, SILENCE, STEPS, TAKE_AND_CLOSE, Sink

pytestmark = pytest.mark.django_db

State = Notice.State
Post = Callable[[], Notice]


@pytest.fixture
def post() -> Post:
    """Have one more mail due; returns its notice."""

    def posted() -> Notice:
        match = make_match(people=1, bots=1)
        key = str(Notice.objects.count())
        noticing.make(Kind.LINK, key, NOON, now=NOON, player=match.creator, match=match)
        return Notice.objects.latest("pk")

    return posted


def drain(now: datetime = NOON) -> None:
    outbox.drain(clock=lambda: now)


def ids(sink: Sink) -> list[str]:
    """Return the Message-ID of each mail that was taken."""
    return [message_from_bytes(source)["Message-ID"] for source in sink.taken]


def paused(notice: Notice, longest: timedelta) -> None:
    """Hold a notice to the pause after a first try."""
    notice.refresh_from_db()
    assert (notice.state, notice.tries) == (State.DUE, 1)
    pause = notice.due_at - NOON
    assert outbox.FIRST_PAUSE * 0.75 <= pause <= min(longest, outbox.FIRST_PAUSE * 1.25)


@pytest.mark.parametrize("answer", ["421 closing", "432 later", "451 later", CLOSE])
@pytest.mark.parametrize("step", STEPS)
def test_whatever_goes_wrong_for_now_is_tried_again_as_the_same_mail(
    sink: Sink, post: Post, step: str, answer: str
) -> None:
    notice = post()
    sink.says[step] = answer
    drain()
    paused(notice, outbox.LONGEST_PAUSE)
    sink.says.clear()
    drain(notice.due_at)
    assert ids(sink) == [notice.message_id]
    notice.refresh_from_db()
    assert (notice.state, notice.tries) == (State.SENT, 2)


@pytest.mark.parametrize("step", STEPS)
def test_a_5xx_is_final_only_to_the_recipient_and_to_the_mail(
    sink: Sink, post: Post, step: str
) -> None:
    notice = post()
    sink.says[step] = "550 no"
    drain()
    notice.refresh_from_db()
    is_final = step in {"RCPT", "DATA", "end"}
    assert notice.state == (State.FAILED if is_final else State.DUE)
    assert "550 no" in notice.last_error


@pytest.mark.parametrize("step", ["connect", "EHLO", "MAIL"])
@pytest.mark.parametrize("answer", ["421 closing", "451 later", "550 no", CLOSE])
def test_a_server_that_takes_nothing_at_all_is_asked_once_a_drain(
    sink: Sink, post: Post, step: str, answer: str
) -> None:
    first, second = post(), post()
    sink.says[step] = answer
    drain()
    paused(first, outbox.LONGEST_UNREACHABLE)
    second.refresh_from_db()
    assert second.tries == 0


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "end"])
@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("452 4.3.1 too large now", State.DUE),
        ("552 5.2.2 mailbox full", State.DUE),
        ("552 too much mail data", State.DUE),
        ("552 5.3.4 message too big for system", State.FAILED),
        ("552 5.2.3 longer than this mailbox takes", State.FAILED),
    ],
)
def test_no_room_is_about_the_one_mail_and_may_pass(
    sink: Sink, post: Post, step: str, answer: str, state: str
) -> None:
    notice = post()
    sink.says[step] = answer
    drain()
    notice.refresh_from_db()
    assert notice.state == state
    assert not Heartbeat.objects.exists()


@pytest.mark.parametrize("answer", ["421 not this one", "450 greylisted", "550 no such user"])
def test_one_bad_recipient_stops_nobody(sink: Sink, post: Post, answer: str) -> None:
    before, bad, after = post(), post(), post()
    assert bad.player is not None
    sink.refuses[bad.player.email] = answer
    drain()
    assert ids(sink) == [before.message_id, after.message_id]


def test_a_mail_in_the_middle_of_which_the_server_hangs_up_holds_nobody_up_for_long(
    sink: Sink, post: Post
) -> None:
    bad, other = post(), post()
    sink.says["middle"] = CLOSE
    drain()
    paused(bad, outbox.LONGEST_UNREACHABLE)
    assert sink.taken == []
    sink.says.clear()
    drain()
    assert ids(sink) == [other.message_id]


@pytest.mark.parametrize("step", ["connect", "RCPT", "end"])
def test_a_server_that_says_nothing_is_not_waited_for_for_ever(
    sink: Sink, post: Post, settings: Settings, step: str
) -> None:
    settings.EMAIL_TIMEOUT = 0.2
    notice = post()
    sink.says[step] = SILENCE
    drain()
    paused(notice, outbox.LONGEST_UNREACHABLE)


def test_what_is_taken_without_an_answer_is_sent_twice_as_the_same_mail(
    sink: Sink, post: Post
) -> None:
    notice, other = post(), post()
    sink.says["end"] = TAKE_AND_CLOSE
    drain()
    sink.says.clear()
    drain()
    notice.refresh_from_db()
    drain(notice.due_at)
    assert ids(sink) == [notice.message_id, other.message_id, notice.message_id]
    assert set(Notice.objects.values_list("state", flat=True)) == {State.SENT}


def test_a_server_that_is_gone_for_an_hour_costs_nobody_their_time(
    settings: Settings, sink: Sink
) -> None:
    told, untold = [make_match(people=2, bots=0) for _ in range(2)]
    services.told([waiting(told).pk], now=NOON)
    before = {match: waiting(match).deadline for match in (told, untold)}
    noticing.notice_match(untold.pk, now=NOON)
    settings.EMAIL_PORT = smtp.free_port()
    gone, hour = NOON + timedelta(minutes=3), timedelta(hours=1)
    for minute in range(60):
        drain(gone + timedelta(minutes=minute))
    tries = Notice.objects.get(kind=Kind.TURN, match=untold).tries
    assert 60 / 6.25 <= tries <= 60 / 3.75 + 4
    back = gone + hour
    with smtp.listening(settings.EMAIL_PORT) as server:
        for minute in range(7):
            drain(back + timedelta(minutes=minute))
    (sent,) = Notice.objects.filter(kind=Kind.TURN, state=State.SENT)
    assert ids(server) == [sent.message_id]
    assert sent.sent_at is not None
    assert sent.sent_at - back <= outbox.LONGEST_UNREACHABLE * 1.25 + timedelta(minutes=1)
    outage = Outage.objects.get()
    assert (outage.since, outage.until) == (gone, sent.sent_at)
    services.make_up(now=sent.sent_at)
    assert waiting(told).deadline - before[told] == _quarters(sent.sent_at - gone)
    assert waiting(untold).deadline >= sent.sent_at + untold.turn_time


def _quarters(lost: timedelta) -> timedelta:
    """Return a time as deadlines are moved by it: in full quarters of an hour."""
    quarter = timedelta(minutes=15)
    return -(-lost // quarter) * quarter
