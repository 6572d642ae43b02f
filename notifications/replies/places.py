"""The addresses that mails are answered to: `<local>+<token>@<domain>` (MAIL.md)."""

import re
import secrets
from collections.abc import Sequence
from typing import Final

from django.conf import settings

from games import services
from games.tables import Choice, Seat
from notifications.models import Notice
from notifications.replies.rows import ReplyAddress

_TOKEN: Final = re.compile(r"[0-9a-f]{32}")


class NobodyHere(LookupError):
    """No mail of this server asks for answers at that address."""


def place_for(notice: Notice, seat: Seat, choices: Sequence[Choice]) -> str:
    """Return where this mail is answered to, empty where no mail can come in.

    A mail that is composed again keeps its address; it may tell of other choices then.
    """
    if not settings.INCOMING_ADDRESS or not choices:
        return ""
    held = {
        "seat": seat,
        "tenure": seat.tenure,
        "generation": services.capability_for(seat).generation,
        "choices": {str(choice.round): choice.seq for choice in choices},
    }
    address, _made = ReplyAddress.objects.update_or_create(
        notice=notice, defaults=held, create_defaults={"token": secrets.token_hex(16), **held}
    )
    return tagged(address.token)


def find(recipient: str) -> ReplyAddress:
    """Return what an answer that came to this address may move; raises `NobodyHere`.

    Mail servers may have changed its case.
    """
    token = _token_in(recipient)
    found = ReplyAddress.objects.select_related("seat__match", "seat__player", "notice")
    address = found.filter(token=token).first() if token else None
    if address is None:
        raise NobodyHere
    return address


def is_incoming(recipient: str) -> bool:
    """Whether it is the address for incoming mail itself, without a token."""
    return (
        bool(settings.INCOMING_ADDRESS) and recipient.lower() == settings.INCOMING_ADDRESS.lower()
    )


def tagged(tag: str) -> str:
    """Return the address for incoming mail with something behind a plus."""
    local, domain = _ours()
    return f"{local}+{tag}@{domain}"


def tag_in(recipient: str) -> str:
    """Return what stands behind the plus of an address that is ours, in small letters; or none."""
    local, domain = _ours()
    name, _at, host = recipient.strip().lower().rpartition("@")
    mine, _plus, tag = name.rpartition("+")
    return tag if local and (mine, host) == (local, domain) else ""


def _token_in(recipient: str) -> str:
    tag = tag_in(recipient)
    return tag if _TOKEN.fullmatch(tag) else ""


def _ours() -> tuple[str, str]:
    local, _at, domain = settings.INCOMING_ADDRESS.lower().rpartition("@")
    return local, domain
