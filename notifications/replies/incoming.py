"""A mail that came in, as far as it is to be believed: its text, and what its headers say.

It is read the old way (`compat32`), which raises nothing whatever somebody sends.
"""

import hashlib
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from typing import Final, TypeAlias

from django.conf import settings

from notifications.replies import markup

Mail: TypeAlias = "Message[str, str]"

MOST_TEXT: Final = 64 * 1024
"""Of a text no more is read than this many characters: moves stand at its beginning."""

MOST_LAYERS: Final = 30
"""Of a mail within a mail within a mail no more is read: no mail program packs so deep."""

MOST_LINES: Final = 200_000
"""The largest mail that is taken has so many in the usual length."""

_LONGEST_ADDRESSES: Final = 4096
_BULK: Final = frozenset({"bulk", "junk", "list", "auto_reply"})
_AUTOMATIC: Final = ("X-Autoreply", "X-Autorespond", "X-Autoresponse", "List-Id")
_NOBODY: Final = frozenset({"mailer-daemon", "postmaster", "no-reply", "noreply"})
_COMMENT: Final = re.compile(r"\([^()]*\)")
_DMARC: Final = re.compile(r"\bdmarc\s*=\s*(\w+)", re.IGNORECASE)
_BELIEVED: Final = frozenset({"pass", "bestguesspass", "none"})


def parse(content: bytes) -> Mail:
    """Return a mail; whatever is wrong with it shows when it is read.

    Of one that is packed too deep to be read, or has lines without end, there are the headers
    alone.
    """
    if content.count(b"\n") > MOST_LINES:
        return _headers_of(content)
    try:
        mail = message_from_bytes(content, policy=policy.compat32)
    except RecursionError:
        return _headers_of(content)
    return _headers_of(content) if _is_too_deep(mail) else mail


def _headers_of(content: bytes) -> Mail:
    return BytesHeaderParser(policy=policy.compat32).parsebytes(content[:MOST_TEXT])


def _is_too_deep(mail: Mail) -> bool:
    layer = [mail]
    for _ in range(MOST_LAYERS):
        layer = [inner for part in layer for inner in inside(part)]
    return bool(layer)


def inside(part: Mail) -> list[Mail]:
    """Return the parts that a part is made of, or the mail that it holds."""
    children = part.get_payload() if part.is_multipart() else []
    return [child for child in children if isinstance(child, Message)]


def header(mail: Mail, name: str) -> str:
    """Return a header as one line, empty where there is none."""
    return storable(" ".join(str(mail.get(name, "")).split()))


def storable(text: str) -> str:
    """Return a text without what no database and no mail can hold: NUL, and halves of a sign."""
    return text.replace("\0", "").encode(errors="replace").decode()


def addresses(mail: Mail, name: str) -> list[str]:
    """Return the addresses in a header."""
    written = [str(value)[:_LONGEST_ADDRESSES] for value in mail.get_all(name, [])]
    try:
        return [address for _name, address in getaddresses(written)]
    except RecursionError:  # comments in comments in comments
        return []


def is_automatic(mail: Mail, sender: str | None) -> bool:
    """Whether no person wrote it, so that nothing must answer it (RFC 3834).

    `sender` is the envelope's, None where it is not known.
    """
    if sender is None:
        sender = header(mail, "Return-Path").strip("<> ") if mail.get("Return-Path") else None
    submitted = header(mail, "Auto-Submitted").partition(";")[0].strip().lower()
    local_part = next(iter(addresses(mail, "From")), "").partition("@")[0].lower()
    return (
        sender in {"", "<>"}
        or submitted not in {"", "no"}
        or mail.get_content_type() == "multipart/report"
        or header(mail, "Precedence").lower() in _BULK
        or any(name in mail for name in _AUTOMATIC)
        or local_part in _NOBODY
    )


def fails_dmarc(mail: Mail) -> bool:
    """Whether our own mail server says that its sender is not who it claims to be.

    Only an `Authentication-Results` under its configured name is believed (RFC 8601): anybody can
    write one under another. Without a configured name nothing is known, and the token proves all.
    """
    mine = settings.AUTHSERV_ID.lower()
    if not mine:
        return False
    for value in mail.get_all("Authentication-Results", []):
        name, _semicolon, results = _COMMENT.sub(" ", str(value)).partition(";")
        if name.split()[:1] and name.split()[0].lower() == mine:
            found = _DMARC.findall(results)
            if any(result.lower() not in _BELIEVED for result in found):
                return True
    return False


def key_of(mail: Mail, content: bytes) -> str:
    """Return what is the same when the same mail is delivered twice."""
    name = header(mail, "Message-ID").encode(errors="surrogateescape") or content
    return hashlib.sha256(name).hexdigest()


def text_of(mail: Mail) -> str:
    """Return its text: the plain part, or the HTML part as one where there is no other."""
    parts = list(_texts(mail))
    plain = next((text for kind, text in parts if kind == "text/plain" and text.strip()), None)
    if plain is not None:
        return plain
    html = next((text for kind, text in parts if kind == "text/html"), "")
    return markup.to_text(html)


def _texts(part: Mail) -> Iterator[tuple[str, str]]:
    """Yield the types and texts of its parts, but of nothing attached and no mail within it."""
    if part.get_content_disposition() == "attachment":
        return
    if part.get_content_maintype() == "multipart":
        for child in inside(part):
            yield from _texts(child)
    elif part.get_content_maintype() == "text":
        yield part.get_content_type(), _decoded(part)[:MOST_TEXT]


def _decoded(part: Mail) -> str:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    try:
        text = content.decode(part.get_content_charset("utf-8"), errors="replace")
    except (LookupError, ValueError):  # none that is known, or one that no text is written in
        text = content.decode(errors="replace")
    return storable(text)
