"""Mail comes in by LMTP, SMTP and a pipe, and is refused for now rather than lost."""

import asyncio
import io
import os
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from aiosmtpd.smtp import SMTP
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django import Settings

from notifications.replies import receiving, serving
from notifications.replies.places import NobodyHere

US = "table+00@play.example.org"
MAIL = b"From: ana@example.org\r\nSubject: move\r\n\r\npass\r\n"


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, str, str | None]]:
    """What came through the door, which reads no database here."""
    came: list[tuple[bytes, str, str | None]] = []

    def check(recipient: str) -> None:
        if recipient != US:
            raise NobodyHere

    def take(content: bytes, recipient: str, sender: str | None, **_: object) -> None:
        check(recipient)
        came.append((content, recipient, sender))

    monkeypatch.setattr(receiving, "check_recipient", check)
    monkeypatch.setattr(receiving, "receive", take)
    monkeypatch.setattr(serving, "close_old_connections", lambda: None)
    return came


@contextmanager
def listening(protocol: type[SMTP]) -> Iterator[int]:
    """Run the door on a free port, in a thread with a loop of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def begin() -> asyncio.Server:
        return await loop.create_server(lambda: serving.door(protocol, loop), "127.0.0.1", port)

    server = asyncio.run_coroutine_threadsafe(begin(), loop).result(10)
    try:
        yield port
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


@contextmanager
def client(protocol: str) -> Iterator[smtplib.SMTP]:
    """Connect as the mail server does."""
    kind = {"lmtp": smtplib.LMTP, "smtp": smtplib.SMTP}[protocol]
    with listening(serving.PROTOCOLS[protocol]) as port, kind("127.0.0.1", port) as connection:
        connection.ehlo_or_helo_if_needed()
        yield connection


Taken = list[tuple[bytes, str, str | None]]


@pytest.mark.parametrize("protocol", ["lmtp", "smtp"])
def test_a_mail_server_hands_a_reply_over(protocol: str, taken: Taken) -> None:
    with client(protocol) as connection:
        assert connection.sendmail("ana@example.org", [US], MAIL) == {}
    assert taken == [(MAIL, US, "ana@example.org")]


def test_an_empty_sender_is_handed_over_as_one(taken: Taken) -> None:
    with client("lmtp") as connection:
        connection.sendmail("", [US], MAIL)
    assert taken[0][2] == ""


def test_nobody_is_told_so_at_once_and_for_good(taken: Taken) -> None:
    with client("lmtp") as connection, pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        connection.sendmail("ana@example.org", ["stranger@play.example.org"], MAIL)
    assert refused.value.recipients["stranger@play.example.org"][0] == 550
    assert not taken


def test_a_second_recipient_comes_with_a_mail_of_its_own(taken: Taken) -> None:
    with client("lmtp") as connection:
        refused = connection.sendmail("ana@example.org", [US, f"{US}x"], MAIL)
    assert refused[f"{US}x"][0] == 452
    assert len(taken) == 1


def test_a_busy_database_is_asked_again_later(
    taken: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OperationalError("connection refused")

    with client("lmtp") as connection:
        monkeypatch.setattr(receiving, "receive", busy)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            connection.sendmail("ana@example.org", [US], MAIL)
    assert refused.value.smtp_code == 451


def test_a_fault_of_ours_loses_no_mail(taken: Taken, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with client("lmtp") as connection:
        monkeypatch.setattr(receiving, "receive", broken)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            connection.sendmail("ana@example.org", [US], MAIL)
    assert refused.value.smtp_code == 421
    assert b"Zero" not in refused.value.smtp_error


def test_what_is_too_large_is_refused_for_good(
    taken: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiving, "MOST_BYTES", 1000)
    with client("smtp") as connection:
        with pytest.raises(smtplib.SMTPException):
            connection.sendmail("ana@example.org", [US], MAIL + b"x\r\n" * 1000)
        connection.rset()
        connection.docmd("MAIL", "FROM:<ana@example.org>")
        connection.docmd("RCPT", f"TO:<{US}>")
        assert connection.data(b"x\r\n" * 1000)[0] == 552
    assert not taken


def pipe(monkeypatch: pytest.MonkeyPatch, content: bytes, *options: str) -> int:
    """Return how the command ends with a mail on its standard input."""

    class Stdin:
        buffer = io.BytesIO(content)

    monkeypatch.setattr("sys.stdin", Stdin)
    try:
        call_command("receive_mail", *options)
    except SystemExit as end:
        return int(str(end.code))
    return 0


def test_a_pipe_ends_as_mail_servers_know(taken: Taken, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pipe(monkeypatch, MAIL, "--to", US, "--from", "ana@example.org") == 0
    assert pipe(monkeypatch, b"Delivered-To: %s\n" % US.encode() + MAIL) == 0
    assert [(to, sender) for _mail, to, sender in taken] == [(US, "ana@example.org"), (US, None)]
    assert pipe(monkeypatch, MAIL) == os.EX_NOUSER
    monkeypatch.setattr(receiving, "MOST_BYTES", 10)
    assert pipe(monkeypatch, MAIL, "--to", US) == os.EX_DATAERR


def test_a_pipe_to_a_busy_database_is_tried_again(
    taken: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(receiving, "receive", busy)
    assert pipe(monkeypatch, MAIL, "--to", US) == os.EX_TEMPFAIL


def test_a_pipe_into_a_fault_of_ours_sends_no_mail_back(
    taken: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(receiving, "receive", faulty)
    assert pipe(monkeypatch, MAIL, "--to", US) == os.EX_TEMPFAIL


@pytest.mark.parametrize("place", ["8024", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:x"])
def test_it_says_what_is_no_place_to_listen_at(place: str) -> None:
    with pytest.raises(CommandError, match="HOST:PORT"):
        call_command("receive_mail", "--lmtp", place)


def test_it_says_where_it_cannot_listen() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken_already:
        port = taken_already.getsockname()[1]
        with pytest.raises(CommandError, match=f"Nobody can listen at 127.0.0.1:{port}"):
            call_command("receive_mail", "--lmtp", f"127.0.0.1:{port}")


def test_it_says_what_is_missing_and_has_mail_kept_meanwhile(settings: Settings) -> None:
    settings.INCOMING_ADDRESS = ""
    with pytest.raises(CommandError, match="CHICKENFOOT_INCOMING_ADDRESS") as said:
        call_command("receive_mail")
    assert said.value.returncode == os.EX_TEMPFAIL


def test_no_log_names_a_token(taken: Taken, caplog: pytest.LogCaptureFixture) -> None:
    with client("lmtp") as connection:
        connection.sendmail("ana@example.org", [US], MAIL)
    assert taken
    assert US not in caplog.text
