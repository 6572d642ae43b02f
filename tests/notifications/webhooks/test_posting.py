"""A post: what each answer means, and that no receiver can hold it up or send it elsewhere."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from notifications.webhooks import posting
from notifications.webhooks.posting import Answer
from tests.notifications.webhooks.receiver import Receiver, dripping

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def post(receiver: Receiver, seconds: float = 5) -> Answer:
    return posting.post(receiver.url, b'{"a":1}', {"Webhook-Id": "msg_1"}, seconds=seconds)


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_any_success_takes_it(receiver: Receiver, status: int) -> None:
    receiver.answers = [status]
    assert post(receiver).is_taken
    ((path, headers, body),) = receiver.came
    assert (path, body) == ("/hook?key=k", b'{"a":1}')
    assert headers["Content-Type"] == "application/json"
    assert headers["Webhook-Id"] == "msg_1"
    assert headers["Host"] == f"127.0.0.1:{receiver.port}"
    assert headers["User-Agent"].startswith("Chickenfoot (+")
    assert "Cookie" not in headers


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_followed_nowhere(receiver: Receiver, status: int) -> None:
    receiver.answers = [status]
    receiver.headers = {"Location": receiver.url}
    assert post(receiver).trouble == str(status)
    assert len(receiver.came) == 1


@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
def test_anything_else_is_a_trouble_with_its_status(receiver: Receiver, status: int) -> None:
    receiver.answers = [status]
    answer = post(receiver)
    assert (answer.trouble, answer.is_taken, answer.is_gone) == (str(status), False, status == 410)


def test_how_long_it_asks_to_be_left_alone_is_heard(receiver: Receiver) -> None:
    receiver.answers, receiver.headers = [429], {"Retry-After": "90"}
    assert post(receiver).retry_after == timedelta(seconds=90)


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("0", timedelta()),
        ("120", timedelta(minutes=2)),
        ("Mon, 02 Mar 2026 12:01:00 GMT", timedelta(minutes=1)),
        ("Mon, 02 Mar 2026 11:00:00 GMT", timedelta()),
        ("", None),
        ("-5", None),
        ("²", None),
        ("9" * 400, None),
        ("soon", None),
        ("Fri, 31 Dec 9999 23:59:59 -2359", None),
        ("Mon, 02 Mar 2026 12:01:00 +99999999999999999999", None),
        (f"Mon, 02 Mar {'9' * 30} 12:01:00 GMT", None),
    ],
)
def test_the_ways_to_ask_for_a_pause(text: str, wait: timedelta | None) -> None:
    assert posting.retry_after(text, now=NOW) == wait


@pytest.mark.parametrize("answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200"])
def test_who_closes_or_speaks_no_http_is_unreachable(receiver: Receiver, answer: bytes) -> None:
    receiver.answers = [answer]
    assert post(receiver).trouble == "unreachable"


def test_nobody_there_is_unreachable(receiver: Receiver, settings: Settings) -> None:
    settings.HOOK_HOSTS = ["127.0.0.1:1"]
    assert posting.post("http://127.0.0.1:1/", b"{}", {}).trouble == "unreachable"


def test_a_name_that_nobody_has_is_unreachable() -> None:
    assert posting.post("https://no-such-name.invalid/", b"{}", {}).trouble == "unreachable"


def test_tls_is_not_optional(receiver: Receiver) -> None:
    url = receiver.url.replace("http:", "https:")
    assert posting.post(url, b"{}", {}, seconds=2).trouble in {"unreachable", "slow"}
    assert receiver.came == []


@pytest.mark.parametrize(
    ("first", "drip"),
    [(b"", b""), (b"HTTP/1.1 200 OK\r\nX: ", b"x"), (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n")],
)
def test_who_drips_along_is_left_when_the_time_is_over(
    settings: Settings, first: bytes, drip: bytes
) -> None:
    with dripping(first, drip, 0.05) as port:
        settings.HOOK_HOSTS = [f"127.0.0.1:{port}"]
        began = time.monotonic()
        answer = posting.post(f"http://127.0.0.1:{port}/", b"{}", {}, seconds=0.4)
        assert answer.trouble == "slow"
        assert time.monotonic() - began < 2


def test_an_endless_body_is_not_read(settings: Settings) -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with dripping(head, b"5\r\nhello\r\n", 0.01) as port:
        settings.HOOK_HOSTS = [f"127.0.0.1:{port}"]
        began = time.monotonic()
        assert posting.post(f"http://127.0.0.1:{port}/", b"{}", {}, seconds=5).is_taken
        assert time.monotonic() - began < 2
