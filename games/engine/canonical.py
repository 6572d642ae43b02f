"""The one way an event is written as bytes, and the hashes over it (RECORD.md)."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import UTC, datetime

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(value: object) -> str:
    """Return the canonical JSON of `value`, which holds no other numbers than integers."""
    return _encode(value)


def digest(previous: str, seq: int, type: str, cause: str, at: str, data: object) -> str:
    """Return the hex digest of an event; `previous` is that of the event before it, or empty."""
    body = {"seq": seq, "type": type, "cause": cause, "at": at, "data": data}
    return digest_of_text(previous, canonical(body))


def digest_of_text(previous: str, body: str) -> str:
    """Return the hex digest of an event whose canonical JSON without the digest is `body`."""
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()


def stamp(moment: datetime) -> str:
    """Return an aware `moment` as a record writes it: UTC, six decimals, `Z`."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def head_of(seed: bytes, digest: str) -> str:
    """Return the public head of a match whose last event has `digest` (RECORD.md, Heads)."""
    key = hmac.digest(seed, b"heads", "sha256")
    return hmac.new(key, digest.encode(), "sha256").hexdigest()
