"""Posts one body to one address, and says what came of it: quickly, and to nowhere else.

No redirect is followed, no proxy of the environment is used, and of the answer only the status
and `Retry-After` are read.
"""

import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, Final

import httpcore
from django.conf import settings

from notifications.webhooks import guarding
from notifications.webhooks.guarding import PrivateAddress, Target

SECONDS: Final = 10.0
"""How long a post may take in all, from asking for the name to the status."""

GONE: Final = 410


@dataclass(frozen=True)
class Answer:
    """What came of a post: `trouble` is empty where it was taken, else a status or a word.

    `retry_after` is how long the receiver asked to be left alone.
    """

    trouble: str = ""
    retry_after: timedelta | None = None

    @property
    def is_taken(self) -> bool:
        """Whether the receiver has it."""
        return not self.trouble

    @property
    def is_gone(self) -> bool:
        """Whether the receiver wants nothing any more, ever."""
        return self.trouble == str(GONE)


def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS) -> Answer:
    """Return what a receiver says to `body`; it never raises for what the net or they do."""
    try:
        target = guarding.parse(url)
    except ValueError:
        return Answer("no_address")
    except PrivateAddress:
        return Answer("private")
    line = _Line(target, time.monotonic() + seconds)
    try:
        return _post(target, body, headers, line)
    except PrivateAddress:
        return Answer("private")
    except (httpcore.TimeoutException, TimeoutError):
        return Answer("slow")
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError):
        return Answer("unreachable")


def _post(target: Target, body: bytes, headers: Mapping[str, str], line: "_Line") -> Answer:
    sent = {
        "Content-Type": "application/json",
        "User-Agent": f"Chickenfoot (+{settings.SITE_URL})",
        "Connection": "close",
        **headers,
    }
    url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
    limits = dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)
    with (
        httpcore.ConnectionPool(ssl_context=_trusting(), network_backend=line) as pool,
        pool.stream(
            "POST", url, headers=list(sent.items()), content=body, extensions={"timeout": limits}
        ) as answer,
    ):
        return _judged(answer.status, dict(answer.headers))


def _judged(status: int, headers: Mapping[bytes, bytes]) -> Answer:
    if 200 <= status < 300:
        return Answer()
    said = {name.lower(): value for name, value in headers.items()}.get(b"retry-after", b"")
    return Answer(str(status), retry_after(said.decode("latin-1"), now=datetime.now(UTC)))


def retry_after(text: str, *, now: datetime) -> timedelta | None:
    """Return the wait that a `Retry-After` asks for, in seconds or until a date (RFC 9110)."""
    if text.isascii() and text.isdigit() and len(text) < 9:
        return timedelta(seconds=int(text))
    try:
        until = parsedate_to_datetime(text).astimezone(UTC)
    except (ValueError, OverflowError):  # no date, or none that there is
        return None
    return max(until - now, timedelta())


@cache
def _trusting() -> ssl.SSLContext:
    return httpcore.default_ssl_context()


class _Line(httpcore.NetworkBackend):
    """Connects to an address that was judged, of the one target it is for."""

    def __init__(self, target: Target, ends: float) -> None:
        self._target, self._ends = target, ends
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - it is the target's
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - what is left until the end
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Return a connection to the first address that answers; raises `PrivateAddress`."""
        refused: Exception = httpcore.ConnectError("no address")
        for address in guarding.resolve(self._target, seconds=_left(self._ends)):
            try:
                stream = self._plain.connect_tcp(
                    address, port, _left(self._ends), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as fault:
                refused = fault
            else:
                return _Hurried(stream, self._ends)
        raise refused


class _Hurried(httpcore.NetworkStream):
    """A connection whose every step ends when the whole post has to: no receiver drips along."""

    def __init__(self, stream: httpcore.NetworkStream, ends: float) -> None:
        self._stream, self._ends = stream, ends

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._stream.read(max_bytes, _left(self._ends))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        self._stream.write(buffer, _left(self._ends))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, _left(self._ends))
        return _Hurried(stream, self._ends)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("the time for this post is over")
    return left
