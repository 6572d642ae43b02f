"""Tables that wait for a reply: turn mails were sent, and answers to them can come in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from pytest_django import Settings

from games.tables import Choice, Match
from notifications import noticing
from notifications.models import ReplyAddress
from notifications.replies import receiving
from notifications.replies.writing import in_reply
from tests.factories import NOON, make_match, sensible
from tests.notifications.conftest import Drain

SOON = NOON + timedelta(minutes=3)
LATER = NOON + timedelta(hours=1)


@pytest.fixture(autouse=True)
def _incoming(settings: Settings) -> None:
    settings.INCOMING_ADDRESS = "Table@play.example.org"
    settings.AUTHSERV_ID = "mx.example.org"


def reply(text: str, *, number: int = 1, headers: Mapping[str, str] | None = None) -> bytes:
    """Return a reply as it comes in; `number` tells it from others."""
    mail = EmailMessage()
    mail["From"] = "Ana <ana@example.org>"
    mail["Message-ID"] = f"<{number}@example.org>"
    for name, value in (headers or {}).items():
        mail[name] = value
    mail.set_content(f"{text}\n\nOn Mon, 2 Mar 2026 at 12:00, Chicken Foot wrote:\n> Your turn.\n")
    return mail.as_bytes()


@dataclass
class Table:
    """A match, and the turn mail that waits for an answer."""

    match: Match
    mail: EmailMultiAlternatives
    drain: Drain

    @property
    def address(self) -> str:
        """Where the mail is answered to."""
        return str(self.mail.reply_to[0])

    @property
    def row(self) -> ReplyAddress:
        """The same as it is kept."""
        return ReplyAddress.objects.get(token=self.address.partition("+")[2].partition("@")[0])

    def choices(self) -> list[Choice]:
        """Return what waits for who got the mail."""
        return list(Choice.objects.filter(seat=self.row.seat).order_by("round"))

    def sensible_line(self, choice: Choice) -> str:
        """Return a good move as a line of a reply."""
        return in_reply(sensible(choice))

    def get(self, content: bytes, sender: str = "ana@example.org") -> list[EmailMultiAlternatives]:
        """Let a mail come in, and return the answers to it."""
        receiving.receive(content, self.address, sender, now=LATER)
        return [mail for mail in self.drain(LATER) if "auto-replied" in _submitted(mail)]


def _submitted(mail: EmailMultiAlternatives) -> str:
    return str(mail.message()["Auto-Submitted"])


LayTable = Callable[..., Table]


@pytest.fixture
def lay(drain: Drain) -> LayTable:
    """Return what lays a table of people and sends its turn mail."""

    def laid(people: int = 2, **options: Any) -> Table:
        match = make_match(people=people, bots=0, **options)
        noticing.notice_match(match.pk, now=NOON)
        mails = drain(SOON)
        # Of three rounds side by side two wait for one of two people.
        busiest = max(match.seats.all(), key=lambda seat: seat.choices.count()).player
        mine = [mail for mail in mails if busiest is not None and busiest.email in mail.to[0]]
        return Table(match, mine[0], drain)

    return laid
