"""`manage.py receive_mail`: takes answers to mails, from a mail server or from standard input."""

import asyncio
import os
import re
import sys
from argparse import ArgumentParser
from typing import Any, Final

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError
from django.utils import timezone

from accounts.busy import is_busy
from notifications.replies import incoming, receiving, serving
from notifications.replies.places import NobodyHere

log = structlog.get_logger()

# Where the servers that know whom a mail is really for write it.
RECIPIENT_HEADERS: Final = ("X-Original-To", "Delivered-To", "Envelope-To", "To")


_PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)
_HIGHEST_PORT: Final = 65535


class Command(BaseCommand):
    help = "Take the mail that comes in: moves by reply."

    def add_arguments(self, parser: ArgumentParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--lmtp", metavar="HOST:PORT", help="listen for a mail server by LMTP")
        how.add_argument("--smtp", metavar="HOST:PORT", help="listen for a mail server by SMTP")
        parser.add_argument("--to", help="whom the mail on standard input is for")
        parser.add_argument("--from", dest="sender", help="its sender by the envelope")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        if not settings.INCOMING_ADDRESS:
            raise CommandError(
                "Set CHICKENFOOT_INCOMING_ADDRESS to the address of incoming mail.",
                returncode=os.EX_TEMPFAIL,
            )
        for name in serving.PROTOCOLS:
            if where := options[name]:
                self._listen(name, *_place(where))
                return
        content = sys.stdin.buffer.read(receiving.MOST_BYTES + 1)
        code = _take(content, options["to"], options["sender"])
        if code:
            sys.exit(code)

    def _listen(self, name: str, host: str, port: int) -> None:
        def tell() -> None:
            self.stdout.write(f"Taking mail by {name.upper()} at {host}:{port}.")

        try:
            asyncio.run(serving.listen(serving.PROTOCOLS[name], host, port, tell))
        except OSError as fault:
            said = f"Nobody can listen at {host}:{port}: {fault.strerror or fault}."
            raise CommandError(said) from fault


def _place(text: str) -> tuple[str, int]:
    host, _colon, port = text.rpartition(":")
    if not host or not _PORT.fullmatch(port) or int(port) > _HIGHEST_PORT:
        raise CommandError(f"Write HOST:PORT, as in 127.0.0.1:8024, and not {text}.")
    return host.strip("[]"), int(port)


def _take(content: bytes, recipient: str | None, sender: str | None) -> int:
    """Take one mail; return what a pipe's mail server is to make of it (`sysexits.h`).

    A fault of ours is for now: as by LMTP, the mail comes again when it is mended.
    """
    if len(content) > receiving.MOST_BYTES:
        return os.EX_DATAERR
    try:
        receiving.receive(content, recipient or _recipient(content), sender, now=timezone.now())
    except NobodyHere:
        return os.EX_NOUSER
    except Exception as fault:  # any other end of the process has mail sent back
        if not (isinstance(fault, DatabaseError | InterfaceError) and is_busy(fault)):
            log.exception("incoming_mail_failed")
        return os.EX_TEMPFAIL
    return os.EX_OK


def _recipient(content: bytes) -> str:
    """Return the first address of ours that a mail is for by its headers, empty for none."""
    mail = incoming.parse(content)
    found = [address for name in RECIPIENT_HEADERS for address in incoming.addresses(mail, name)]
    return next((address for address in found if receiving.is_for_us(address)), "")
