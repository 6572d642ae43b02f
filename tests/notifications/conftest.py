"""What the tests of mail share: bells that ring nobody, and a drain at a chosen time."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from pytest_django import Settings

from games import bell, drawing
from notifications import outbox
from notifications.mails import pictures
from tests.elsewhere import shared_with_threads
from tests.notifications import smtp
from tests.notifications.smtp import Sink


@pytest.fixture(autouse=True)
def bells(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """The bells that were rung, in order; no worker hears them."""
    rung: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(bell, "ring", lambda task, *args: rung.append((task.name, args)))
    return rung


@pytest.fixture
def real_pictures() -> None:
    """Ask for the renderer's pictures; other tests have an empty one, which takes no time."""


@pytest.fixture(autouse=True)
def _quick_pictures(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[None]:
    if "real_pictures" not in request.fixturenames:
        monkeypatch.setattr(drawing, "png", lambda *_, **__: b"\x89PNG\r\n\x1a\n")
    pictures.drawn.cache_clear()
    yield
    pictures.drawn.cache_clear()


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    """A mail server on a real socket, which does what a test wants of it."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_TIMEOUT = 5
    with smtp.listening() as server:
        settings.EMAIL_PORT = server.port
        yield server


FileDatabase = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def file_database(tmp_path: Path) -> FileDatabase:
    """Return what lets other threads see the database as it is now."""
    return lambda: shared_with_threads(tmp_path)


Drain = Callable[[datetime], list[EmailMultiAlternatives]]


@pytest.fixture
def drain() -> Drain:
    """Send what is due at a time and return the mails of this drain."""

    def drained(now: datetime) -> list[Any]:
        before = len(mail.outbox)
        outbox.drain(clock=lambda: now)
        return list(mail.outbox[before:])

    return drained


def unfolded(text: object) -> str:
    """Return the words of a text part as if its lines had no end."""
    return " ".join(str(text).split())
