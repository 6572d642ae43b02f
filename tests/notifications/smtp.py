"""A mail server of our own that misbehaves as a test wants, at the step it wants."""

# ruff: noqa: N802, ARG002 - the names and arguments are aiosmtpd's

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import MISSING, SMTP, Envelope, Session

CLOSE: Final = "close"
"""Hangs up instead of an answer."""
SILENCE: Final = "silence"
"""Never answers."""
TAKE_AND_CLOSE: Final = "take and close"
"""Takes the mail and hangs up before it says so."""

STEPS: Final = ("connect", "EHLO", "MAIL", "RCPT", "DATA", "end")
"""Where it may misbehave: `DATA` before the mail, `end` after it; `middle` is while it comes."""


@dataclass
class Sink:
    """What the server says where, if not what it should; and what it took."""

    port: int
    says: dict[str, str] = field(default_factory=dict)
    refuses: dict[str, str] = field(default_factory=dict)
    """What it says to one recipient."""
    taken: list[bytes] = field(default_factory=list)
    connections: int = 0

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Answer to a recipient."""
        answer = self.refuses.get(address, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str | Any:
        """Answer to a mail."""
        answer = self.says.get("end", "250 OK")
        if answer.startswith("250") or answer == TAKE_AND_CLOSE:
            assert isinstance(envelope.content, bytes)
            self.taken.append(envelope.content)
        return answer if answer[0].isdigit() else await misbehave(server, answer)


async def misbehave(server: Any, answer: str) -> Any:
    """Hang up or say nothing."""
    if answer == SILENCE:
        await asyncio.sleep(30)
    server.transport.abort()
    return MISSING


class Server(SMTP):
    """One connection to the sink."""

    def __init__(self, sink: Sink, **options: Any) -> None:
        super().__init__(sink, **options)
        self._sink = sink
        self._greeted = False

    async def push(self, status: Any) -> None:
        """Send an answer; the first one is the greeting."""
        if not self._greeted:
            self._greeted = True
            if await self._spoiled("connect"):
                return
        await super().push(status)

    async def smtp_EHLO(self, hostname: str) -> None:
        """Answer to a greeting."""
        self._sink.connections += 1
        if not await self._spoiled("EHLO"):
            await super().smtp_EHLO(hostname)

    async def smtp_HELO(self, hostname: str) -> None:
        """Answer to the greeting of an older client as to that of a newer one."""
        if not await self._spoiled("EHLO"):
            await super().smtp_HELO(hostname)

    async def smtp_MAIL(self, arg: str | None) -> None:
        """Answer to a sender."""
        if not await self._spoiled("MAIL"):
            await super().smtp_MAIL(arg)

    async def smtp_RCPT(self, arg: str | None) -> None:
        """Answer to a recipient."""
        if not await self._spoiled("RCPT"):
            await super().smtp_RCPT(arg)

    async def smtp_DATA(self, arg: str) -> None:
        """Answer to who is about to send a mail, and perhaps hang up in the middle of it."""
        if await self._spoiled("DATA"):
            return
        if self._sink.says.get("middle") == CLOSE:
            await super().push("354 go on")
            await self._reader.readline()
            await misbehave(self, CLOSE)
            return
        await super().smtp_DATA(arg)

    async def _spoiled(self, step: str) -> bool:
        """Say what a test wants to be said at a step; returns whether it wants anything."""
        answer = self._sink.says.get(step)
        if answer is None:
            return False
        if answer[0].isdigit():
            await super().push(answer)
        if not answer[0].isdigit() or answer.startswith("421") or step == "connect":
            await misbehave(self, CLOSE if answer[0].isdigit() else answer)
        return True


class _Controller(Controller):
    def factory(self) -> SMTP:
        """Make what serves one connection."""
        return Server(self.handler, **self.SMTP_kwargs)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def listening(port: int | None = None) -> Iterator[Sink]:
    """Run the server on a port, a free one if none is named."""
    sink = Sink(port or free_port())
    controller = _Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()
