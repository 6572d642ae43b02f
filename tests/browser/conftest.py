"""What the pages of a browser's tests stand on."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from accounts import middleware


@pytest.fixture
def odd_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two addresses fail as the server itself may."""
    usual = middleware.browser_time_zone
    busy = OperationalError()
    busy.__cause__ = sqlite3.OperationalError()
    busy.__cause__.sqlite_errorcode = sqlite3.SQLITE_BUSY
    faults = {"/our-mistake/": ValueError("of ours"), "/busy/": busy}

    def failing(request: Any) -> str:
        if request.path in faults:
            raise faults[request.path]
        return usual(request)

    monkeypatch.setattr(middleware, "browser_time_zone", failing)


@pytest.fixture
def mailbox(settings: Any, tmp_path: Path) -> None:
    """Let mails be kept where a page shows them."""
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    settings.MAILBOX_DIR = tmp_path / "mailbox"
