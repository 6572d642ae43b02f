"""Reads what mail servers report of a mail: RFC 3464, RFC 5965, and Exim's older way."""

import re
from dataclasses import dataclass
from itertools import islice
from typing import Final

from notifications.replies import incoming
from notifications.replies.incoming import Mail, header

_NAMES: Final = re.compile(r"<[0-9a-f]{32}@[^<>\s]{1,200}>")
_STATUS: Final = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
# Subjects and details of RFC 3463 that speak of the address, and not of a mail or a moment:
# no such address, moved, disabled, no host that takes its mail.
_OF_THE_ADDRESS: Final = re.compile(r"5\.1\.(?:0|1|2|3|6|10)|5\.2\.1|5\.4\.4")
_GENERIC: Final = re.compile(r"5\.(?:0\.0|5\.0)")
_SAYS_NOBODY: Final = re.compile(
    r"(?:user|recipient|mailbox|address|account)s?\b.{0,40}\b(?:unknown|not found|does(?: not|n't) "
    r"exist|disabled|invalid|unavailable|rejected)|(?:unknown|no such|invalid) (?:\w+ )?(?:user|"
    r"recipient|mailbox|address|person)|unrouteable address|host or domain name not found",
    re.IGNORECASE,
)
_MOST_PARTS: Final = 50
_MOST_NAMES: Final = 20


@dataclass(frozen=True)
class Report:
    """What was reported of a mail of ours: the names (`Message-ID`) that it may have had.

    `final`: its address will never take mail; `unwanted`: its reader complained.
    """

    names: frozenset[str]
    said: str
    final: bool = False
    unwanted: bool = False


def read(mail: Mail) -> Report | None:
    """Return what a mail reports, None for one that is no report."""
    parts = list(islice(mail.walk(), _MOST_PARTS))
    found = (name for part in parts for name in _NAMES.findall(_text(part)))
    names = frozenset(islice(dict.fromkeys(found), _MOST_NAMES))
    if any(part.get_content_type() == "message/feedback-report" for part in parts):
        return Report(names, header(mail, "Subject"), unwanted=True)
    blocks = [
        block
        for part in parts
        if part.get_content_type() in {"message/delivery-status", "message/global-delivery-status"}
        for block in incoming.inside(part)
        if "Action" in block
    ]
    if blocks:
        return _delivery(names, blocks)
    if "X-Failed-Recipients" in mail:
        text = "\n".join(_text(part) for part in parts)
        return Report(names, _first_said(text), final=is_final("5.0.0", text))
    return None


def is_final(status: str, said: str) -> bool:
    """Whether a refusal is the address's, for good: by its status, or by words where that is bare.

    A full mailbox, a mail that is too large or looks like spam, and a server that was not reached
    say nothing about the address.
    """
    found = _STATUS.search(status)
    code = found[0] if found else "5.0.0"
    if _GENERIC.fullmatch(code) and (better := _STATUS.search(said)):
        code = better[0]
    if _GENERIC.fullmatch(code):
        return _SAYS_NOBODY.search(said) is not None
    return _OF_THE_ADDRESS.fullmatch(code) is not None


def has_status(said: str) -> bool:
    """Whether a text holds a status as RFC 3463 has them."""
    return _STATUS.search(said) is not None


def _delivery(names: frozenset[str], blocks: list[Mail]) -> Report:
    failed = [block for block in blocks if header(block, "Action").lower() == "failed"]
    said = "; ".join(
        header(block, "Diagnostic-Code") or header(block, "Status") for block in failed or blocks
    )
    final = any(
        is_final(header(block, "Status"), header(block, "Diagnostic-Code")) for block in failed
    )
    return Report(names, said, final=final)


def _text(part: Mail) -> str:
    """Return the headers and the text of a part, as far as they are text."""
    head = "\n".join(f"{name}: {value}" for name, value in part.items())
    if part.is_multipart():
        return head
    content = part.get_payload(decode=True)
    body = content.decode(errors="replace") if isinstance(content, bytes) else ""
    return f"{head}\n\n{body}"


def _first_said(text: str) -> str:
    """Return the first line that looks like a server's answer."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if _SAYS_NOBODY.search(line)), "")
