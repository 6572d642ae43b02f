"""The mailbox of the embedded default: mails become files that a page shows, and go nowhere."""

import os
import re
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from pathlib import Path
from typing import Any, Final, cast

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.redaction import redacted

NAME: Final = re.compile(r"[0-9]{14}-[0-9]{6}-[0-9a-f]{16}")
MOST_LISTED: Final = 200


class MailboxBackend(BaseEmailBackend):
    """Writes each mail as one `.eml` file under `settings.MAILBOX_DIR`, whole or not at all."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write the mails and return how many; raises `OSError` for a disk that takes none."""
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{timezone.now():%Y%m%d%H%M%S-%f}-{secrets.token_hex(8)}"
            unfinished = folder / f".{name}"
            unfinished.write_bytes(message.message().as_bytes())
            unfinished.replace(folder / f"{name}.eml")
        return len(email_messages)


@dataclass(frozen=True)
class Mail:
    """A mail in the mailbox."""

    name: str
    parsed: Parsed

    @property
    def at(self) -> datetime | None:
        """When it was sent."""
        return cast("datetime | None", getattr(self.parsed["Date"], "datetime", None))

    @property
    def headers(self) -> list[tuple[str, str]]:
        """Its headers as they came."""
        return [(name, str(value)) for name, value in self.parsed.items()]

    @property
    def text(self) -> str:
        """Its text part."""
        part = self.parsed.get_body(("plain",))
        return part.get_content() if part is not None else ""

    @property
    def opening(self) -> str:
        """Its first sentence, below whom it greets."""
        paragraphs = [part for part in self.text.split("\n\n") if part.strip()]
        return paragraphs[1].strip() if len(paragraphs) > 1 else ""

    @property
    def html(self) -> str:
        """Its HTML part as sent."""
        part = self.parsed.get_body(("related", "html"))
        if part is not None and part.get_content_type() != "text/html":
            part = part.get_body(("html",))
        return part.get_content() if part is not None else ""

    @property
    def pictures(self) -> dict[str, tuple[str, str]]:
        """Its pictures by their names: the type and the data, in base 64."""
        return {
            part["Content-ID"].strip("<>"): (part.get_content_type(), _base64(part))
            for part in self.parsed.walk()
            if part["Content-ID"]
        }

    def shown(self) -> str:
        """Return the HTML part as a page by itself: pictures inside, links in new tabs."""
        html = self.html
        for name, (kind, data) in self.pictures.items():
            html = html.replace(f"cid:{name}", f"data:{kind};base64,{data}")
        return html.replace("<head>", '<head><base target="_blank">', 1)


def is_open() -> bool:
    """Return whether mails land here: with the embedded default alone, never in production."""
    mine = f"{MailboxBackend.__module__}.{MailboxBackend.__qualname__}"
    return bool(settings.EMBEDDED and mine == settings.EMAIL_BACKEND)


def newest() -> list[Mail]:
    """Return the mails, newest first."""
    names = sorted((path.stem for path in _folder().glob("[0-9]*.eml")), reverse=True)
    return [mail for name in names[:MOST_LISTED] if (mail := find(name)) is not None]


def find(name: str) -> Mail | None:
    """Return one mail by its name, if there is one."""
    if not NAME.fullmatch(name):
        return None
    try:
        content = (_folder() / f"{name}.eml").read_bytes()
    except FileNotFoundError:
        return None
    return Mail(name, parse(content))


def erase(addresses: Collection[str], name: str = "") -> None:
    """Remove the mails to somebody's addresses; leave these and the name out of all others."""
    theirs = {address.lower() for address in addresses}
    for path in _folder().glob("[0-9]*.eml"):
        mail = parse(path.read_bytes())
        if theirs & {to.addr_spec.lower() for to in _receivers(mail)}:
            path.unlink(missing_ok=True)
        elif _redact(mail, [*addresses, name]):
            unfinished = path.with_name(f".{path.stem}")
            unfinished.write_bytes(mail.as_bytes())
            unfinished.replace(path)


def _receivers(mail: Parsed) -> Sequence[Any]:
    return mail["To"].addresses if mail["To"] else ()


def _redact(mail: Parsed, names: Sequence[str]) -> bool:
    """Leave names out of a mail's subject and texts; returns whether it held any."""
    changed = False
    subject = redacted(str(mail["Subject"]), names)
    if subject != str(mail["Subject"]):
        mail.replace_header("Subject", subject)
        changed = True
    for part in mail.walk():
        if part.get_content_maintype() == "text":
            text = part.get_content()
            if (without := redacted(text, names)) != text:
                part.set_content(without, subtype=part.get_content_subtype())
                changed = True
    return changed


def parse(content: bytes) -> Parsed:
    """Return a mail as the standard library reads it."""
    return message_from_bytes(content, policy=policy.default)


def _folder() -> Path:
    return Path(os.fspath(settings.MAILBOX_DIR))


def _base64(part: object) -> str:
    return str(cast("Parsed", part).get_payload()).replace("\n", "").replace("\r", "")
