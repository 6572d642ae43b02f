"""Seals what must not lie readable in the outbox: a sign-in link and its code.

The text is hidden under a one-time key stream (SHAKE-256 over a key of this server and a fresh
nonce) and signed. It lives for minutes: what was sealed under an earlier secret key stays shut.
"""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.core import signing
from django.utils.crypto import salted_hmac

_SALT: Final = "notifications.sealed"
_NONCE: Final = 16


def seal(values: Mapping[str, str]) -> str:
    """Return `values` as a text that only this server can open."""
    nonce = secrets.token_bytes(_NONCE)
    hidden = nonce + _crossed(json.dumps(dict(values)).encode(), nonce)
    return _signer().sign(urlsafe_b64encode(hidden).decode())


def open_sealed(text: str) -> dict[str, str]:
    """Return what was sealed; raises `django.core.signing.BadSignature`."""
    hidden = urlsafe_b64decode(_signer().unsign(text))
    opened: dict[str, str] = json.loads(_crossed(hidden[_NONCE:], hidden[:_NONCE]))
    return opened


def _signer() -> signing.Signer:
    return signing.Signer(salt=_SALT, fallback_keys=[])


def _crossed(text: bytes, nonce: bytes) -> bytes:
    key = salted_hmac(_SALT, "key", secret=settings.SECRET_KEY, algorithm="sha256").digest()
    stream = hashlib.shake_256(key + nonce).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))
