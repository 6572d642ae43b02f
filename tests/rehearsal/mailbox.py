"""A mail server that keeps what it is given, and the mails in it as a reader sees them."""

import re
import struct
import threading
import time
from collections import defaultdict
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from bs4 import BeautifulSoup

from tests.rehearsal.received import Archive
from tests.rehearsal.servers import free_port

LINK = re.compile(r"https?://[^\s<>\"]+")


class Mail:
    """One mail as its reader has it: text, HTML, the links in their order."""

    def __init__(self, source: bytes) -> None:
        message = message_from_bytes(source, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.headers = tuple((name, str(value)) for name, value in message.items())
        self.text = _content(message, "plain")
        self.html = _content(message, "html")
        pictures = [part for part in message.walk() if part.get_content_type() == "image/png"]
        self.words_in_pictures = " ".join(_words(part.get_content()) for part in pictures)
        hrefs = [str(a["href"]) for a in BeautifulSoup(self.html, "html.parser").select("a[href]")]
        self.links = tuple(dict.fromkeys([*LINK.findall(self.text), *hrefs]))

    def links_with(self, part: str) -> list[str]:
        """Return the links that have `part` in their address."""
        return [link for link in self.links if part in link]


def _content(message: EmailMessage, kind: str) -> str:
    body = message.get_body(preferencelist=(kind,))
    assert body is not None, f"a mail without a {kind} part"
    return str(body.get_content())


def _words(png: bytes) -> str:
    """Return what a picture says beside what it shows: all of its chunks but the image itself."""
    words, at = [], 8
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        if kind not in {b"IHDR", b"PLTE", b"tRNS", b"IDAT"}:
            words.append(png[at + 8 : at + 8 + length].decode("latin-1"))
        at += 12 + length
    return " ".join(words)


class PostOffice:
    """Takes mail by SMTP and keeps it by address; whoever comes for theirs gets each mail once."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.port = free_port()
        self._boxes: dict[str, list[Mail]] = defaultdict(list)
        self._news = threading.Condition()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    def __enter__(self) -> "PostOffice":
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    async def handle_DATA(  # noqa: N802 - the name that aiosmtpd calls
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Keep a mail in the boxes of all that it is for."""
        assert isinstance(envelope.content, bytes)
        mail = Mail(envelope.content)
        with self._news:
            for address in envelope.rcpt_tos:
                parts = "\n".join([mail.text, mail.html, mail.words_in_pictures])
                self.archive.keep(address, "mail", mail.headers, parts.encode())
                self._boxes[address].append(mail)
            self._news.notify_all()
        return "250 OK"

    def collect(self, address: str) -> list[Mail]:
        """Return the new mails of an address."""
        with self._news:
            return self._boxes.pop(address, [])

    def wait(self, addresses: list[str], seconds: float) -> bool:
        """Wait until one of the addresses has mail; returns whether it has."""
        with self._news:
            return self._news.wait_for(lambda: any(self._boxes.get(a) for a in addresses), seconds)

    def next_for(self, address: str, seconds: float = 30) -> Mail:
        """Wait for the next mail of an address and return it."""
        until = time.monotonic() + seconds
        with self._news:
            self._news.wait_for(lambda: bool(self._boxes.get(address)), until - time.monotonic())
            assert self._boxes.get(address), f"no mail came for {address}"
            return self._boxes[address].pop(0)
