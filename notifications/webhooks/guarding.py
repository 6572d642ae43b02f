"""Which addresses may be posted to: machines of the public net alone, judged at the connection.

What a name means may change from one question to the next, so the very address that was judged is
the one that is connected to. Who keeps the server may trust machines of the own net by
`CHICKENFOOT_HOOK_HOSTS`.
"""

import re
import socket
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from notifications.webhooks.rows import URL_LENGTH

HTTPS: Final = 443
FIRST_FREE_PORT: Final = 1024

_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?|[0-9a-f:.]+:[0-9a-f:.]*")
_WRITTEN: Final = re.compile(r"[!-~]+")
_AT_HOME: Final = ("localhost", "local", "internal", "lan", "home", "corp", "private", "home.arpa")
# Addresses that wrap an IPv4 address: it is the one inside that the packets go to.
_NAT64: Final = IPv6Network("64:ff9b::/96")
# Wrappers that nobody needs any more, and ranges that older Pythons take for public.
_NEVER: Final = (
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
    IPv6Network("::/96"),
    IPv6Network("64:ff9b:1::/48"),
    IPv6Network("100::/64"),
    IPv6Network("2001::/23"),
    IPv6Network("2002::/16"),
    IPv6Network("5f00::/16"),
    IPv6Network("fec0::/10"),
)


class NoAddress(ValueError):
    """A text that is no address of the web as we post to."""


class PrivateAddress(OSError):
    """An address that lies in no public net."""


@dataclass(frozen=True)
class Target:
    """A web address, taken apart once for all who use it."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_trusted(self) -> bool:
        """Whether who keeps the server has named it: it may be private, and without TLS."""
        named = settings.HOOK_HOSTS
        return self.host in named or f"{self.host}:{self.port}" in named


def parse(text: str) -> Target:
    """Return the parts of an address; raises `NoAddress`, and `PrivateAddress` for what shows it.

    Names are not asked for here: what they mean is judged at each connection.
    """
    target = _taken_apart(text)
    if target.is_trusted:
        return target
    if target.scheme != "https" or not (target.port == HTTPS or target.port >= FIRST_FREE_PORT):
        raise NoAddress(text)
    numbers = _as_numbers(target.host)
    last = target.host.rpartition(".")[2]
    if numbers:
        check_public(numbers)
    elif last in _AT_HOME or target.host.endswith(".home.arpa") or "." not in target.host:
        raise PrivateAddress(target.host)
    return target


def resolve(target: Target, *, seconds: float) -> list[str]:
    """Return the addresses of a target's machine, all judged; raises `OSError`, `PrivateAddress`.

    One private address among several refuses all: such a name is up to no good. A name server that
    does not answer within `seconds` raises `TimeoutError`.
    """
    try:
        addresses = _asked(target, seconds)
    except UnicodeError as fault:
        raise OSError("no such name") from fault
    if not target.is_trusted:
        check_public(addresses)
    return addresses


def check_public(addresses: Sequence[str]) -> None:
    """Raise `PrivateAddress` unless all these are addresses of the public net."""
    for address in addresses:
        if not is_public(address):
            raise PrivateAddress(address)


def is_public(text: str) -> bool:
    """Return whether an address leads to a machine of the public net, and to one machine alone."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        if address.scope_id:
            return False
        address = _inside(address) or address
    odd = address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not odd and not any(address in net for net in _NEVER)


def _inside(address: IPv6Address) -> IPv4Address | None:
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _taken_apart(text: str) -> Target:
    if len(text) > URL_LENGTH or not _WRITTEN.fullmatch(text) or "\\" in text:
        raise NoAddress(text)
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError as fault:
        raise NoAddress(text) from fault
    if parts.scheme not in {"http", "https"} or "@" in parts.netloc or port == 0:
        raise NoAddress(text)
    if not _HOST.fullmatch(host):
        raise NoAddress(text)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port or (HTTPS if parts.scheme == "https" else 80), path)


def _asked(target: Target, seconds: float) -> list[str]:
    """Return what the name server says, asked in a thread: the system's question has no end."""
    answer: Future[list[str]] = Future()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as fault:
            answer.set_exception(fault)
        else:
            answer.set_result(list(dict.fromkeys(str(row[4][0]) for row in found)))

    # A daemon: who stops the worker waits for no name server.
    Thread(target=ask, name="asks for a name", daemon=True).start()
    return answer.result(seconds)


def _as_numbers(host: str) -> list[str]:
    """Return the address that a host is itself, in any spelling a system reads (`127.1`)."""
    try:
        found = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except OSError:
        return []
    except UnicodeError as fault:  # labels that no name has
        raise NoAddress(host) from fault
    return list({str(row[4][0]) for row in found})
