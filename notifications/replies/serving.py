"""The server to which a mail server hands what comes in: LMTP, or SMTP, one mail a recipient.

A mail is taken when its moves are in the log, and not before. What a busy database or a fault of
ours keeps from it is refused for now (4xx), so the mail server tries again and nothing is lost.
"""

# ruff: noqa: N802, ARG002 - the names and arguments are aiosmtpd's

import asyncio
import signal
from typing import Any, Final

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.utils import timezone

from accounts.busy import is_busy
from notifications.replies import receiving
from notifications.replies.places import NobodyHere

log = structlog.get_logger()

TAKEN: Final = "250 2.0.0 OK"
UNKNOWN: Final = "550 5.1.1 Nobody takes mail at this address"
BUSY: Final = "451 4.3.0 Busy, please try again"
FAULTY: Final = "421 4.3.0 Something is wrong here, please try again later"
ONE_EACH: Final = "452 4.5.3 One recipient a mail, please"


class Door:
    """Answers the mail server's commands."""

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take one recipient that there is: by LMTP each would want an answer of its own."""
        if envelope.rcpt_tos:
            return ONE_EACH
        answer = await _answered(receiving.check_recipient, address)
        if answer == TAKEN:
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take a mail, once all that it asks for is done."""
        content = envelope.original_content or b""
        to, sender = envelope.rcpt_tos[0], (envelope.mail_from or "").strip("<>")
        return await _answered(receiving.receive, content, to, sender, now=timezone.now())

    async def handle_exception(self, error: Exception) -> str:
        """Hang up on a fault of ours, so that the mail comes again when it is mended."""
        log.error("incoming_mail_failed", exc_info=error)
        return FAULTY


async def _answered(act: Any, *args: Any, **fields: Any) -> str:
    """Return what to say of an act, done in the thread that holds the database."""
    try:
        await sync_to_async(_freshly)(act, *args, **fields)
    except NobodyHere:
        return UNKNOWN
    except (DatabaseError, InterfaceError) as fault:
        if not is_busy(fault):
            raise
        return BUSY
    return TAKEN


def _freshly(act: Any, *args: Any, **fields: Any) -> None:
    """Do something with connections that are not broken, as at the beginning of a request."""
    close_old_connections()
    try:
        act(*args, **fields)
    finally:
        close_old_connections()


async def listen(protocol: type[SMTP], host: str, port: int, told: Any) -> None:
    """Take mail until the process is told to stop; `told` is called once mail can come."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stop.set)
    server = await loop.create_server(lambda: door(protocol, loop), host, port)
    async with server:
        told()
        await stop.wait()


def door(protocol: type[SMTP], loop: asyncio.AbstractEventLoop | None = None) -> SMTP:
    """Return a door for one connection."""
    return protocol(
        Door(), data_size_limit=receiving.MOST_BYTES, hostname="chickenfoot", loop=loop, timeout=60
    )


PROTOCOLS: Final = {"lmtp": LMTP, "smtp": SMTP}
