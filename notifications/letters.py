"""A letter: what goes to whom, and the mail that is made of it (MAIL.md, What a mail is).

There is a `Reply-To` where moves may come by reply, and none where no mail comes in: an address
that nobody reads would be worse than none.
"""

import hashlib
import re
import secrets
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.mime.image import MIMEImage
from email.utils import formataddr, parseaddr
from html import unescape
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from mjml import mjml2html

from accounts.models import Player
from games.tables import Match

_BLANK_LINES: Final = re.compile(r"\n\s*\n\s*\n+")
_NO_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
COLUMNS: Final = 76
"""How wide the text part is: within the 78 characters of RFC 5322, with room for a quote's mark."""


@dataclass(frozen=True)
class Recipient:
    """Who reads the mail, in which language and time."""

    address: str
    name: str
    language: str
    time_zone: str
    player: Player | None = None


@dataclass(frozen=True)
class Picture:
    """A PNG that the HTML part shows by its name, `cid`."""

    cid: str
    png: bytes
    alt: str


@dataclass(frozen=True)
class Gathered:
    """What becomes of a notice that another one's mail tells too, once that has left.

    It was told up to the event `seq` and the line of talk `talk`; or there was nothing to tell,
    which `dropped` gives the reason of; or it stays due, at `until`.
    """

    notice: int
    seq: int = 0
    talk: int = 0
    dropped: str = ""
    until: datetime | None = None


@dataclass(frozen=True)
class Letter:
    """What one mail says; `template` names its text and HTML templates.

    `told` are the choices it tells of, `seq` the last event, `talk` the last line of talk, `brief`
    the same in lines for a mail of several, and `gathered` what becomes of other notices when it
    leaves. `unsubscribe` is the address that switches such mails off, `one_click` says that a bare
    POST there does it (RFC 8058), and `unsubscribe_by_mail` is where a mail does. `settings` leads
    to all mail settings. `reply_to` is where it is answered to; `auto_submitted` is as in RFC 3834;
    `bulk` tells programs that it is one of many.
    """

    template: str
    to: Recipient
    subject: str
    message_id: str
    context: Mapping[str, Any]
    match: Match | None = None
    pictures: Sequence[Picture] = ()
    told: Sequence[int] = ()
    seq: int = 0
    talk: int = 0
    brief: Sequence[str] = ()
    gathered: Sequence[Gathered] = ()
    unsubscribe: str = ""
    one_click: bool = False
    unsubscribe_by_mail: str = ""
    settings: str = ""
    reply_to: str = ""
    auto_submitted: str = "auto-generated"
    bulk: bool = False


class _Related(EmailMultiAlternatives):
    """A mail whose attachments are the pictures of its HTML part."""

    mixed_subtype = "related"


def message_id() -> str:
    """Return a new `Message-ID` of this server."""
    return f"<{secrets.token_hex(16)}@{mail_domain()}>"


def thread_root(match: Match) -> str:
    """Return what all mails about a match refer to, which tells nobody its address."""
    name = hashlib.sha256(f"thread of {match.slug}".encode()).hexdigest()[:32]
    return f"<match.{name}@{mail_domain()}>"


def mail_domain() -> str:
    """Return the domain that our mails come from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def to_message(letter: Letter) -> EmailMultiAlternatives:
    """Return the mail; the caller has set the reader's language and time zone."""
    context = {**letter.context, "letter": letter, "reader": letter.to}
    name = f"notifications/mail/{letter.template}"
    text = _readable(render_to_string(f"{name}.txt", context))
    html = mjml2html(_readable(render_to_string(f"{name}.mjml", context)))
    message = _Related(
        subject=letter.subject,
        body=folded(_BLANK_LINES.sub("\n\n", text).strip()) + "\n",
        to=[formataddr((letter.to.name, letter.to.address), "utf-8")],
        # The envelope's sender is where mail that cannot be delivered comes back to.
        from_email=settings.INCOMING_ADDRESS or None,
        headers={"From": settings.DEFAULT_FROM_EMAIL, **headers(letter)},
        reply_to=[letter.reply_to] if letter.reply_to else None,
    )
    message.attach_alternative(html, "text/html")
    for picture in letter.pictures:
        message.attach(_attached(picture))
    return message


def _readable(text: str) -> str:
    """Return a text without what XML cannot hold, whatever somebody has called themselves."""
    return _NO_XML.sub("", text)


def folded(text: str) -> str:
    """Return a text in lines of `COLUMNS` characters; what a list's points go on with is indented.

    A line with an address in it stays whole, for a broken one leads nowhere.
    """
    return "\n".join(part for line in text.split("\n") for part in _folded(line))


def _folded(line: str) -> list[str]:
    if len(line) <= COLUMNS or "://" in line:
        return [line]
    indent = "  " if line.startswith(("* ", "  ")) else ""
    return textwrap.wrap(
        line, COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def in_template(name: str, words: Mapping[str, Any]) -> str:
    """Return a sentence that a template of mails makes, as plain text."""
    with_text = render_to_string(f"notifications/mail/{name}", words)
    return unescape(with_text).strip()


def headers(letter: Letter) -> dict[str, str]:
    """Return the headers that tell programs what this mail is."""
    lines = {
        "Message-ID": letter.message_id,
        "Auto-Submitted": letter.auto_submitted,
        "X-Auto-Response-Suppress": "All",
    }
    if letter.match is not None:
        root = thread_root(letter.match)
        lines |= {"References": root, "In-Reply-To": root}
    if letter.bulk:
        lines["Precedence"] = "bulk"
    if letter.unsubscribe:
        lines["List-Unsubscribe"] = ", ".join(_ways_off(letter))
    if letter.one_click:
        lines["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return lines


def _ways_off(letter: Letter) -> Iterator[str]:
    """Yield the addresses of `List-Unsubscribe`, the one that takes one click first (RFC 2369)."""
    yield f"<{letter.unsubscribe}>"
    if letter.unsubscribe_by_mail:
        yield f"<mailto:{letter.unsubscribe_by_mail}?subject=unsubscribe>"


def _attached(picture: Picture) -> MIMEImage:
    image = MIMEImage(picture.png, "png")
    image.add_header("Content-ID", f"<{picture.cid}>")
    image.add_header("Content-Disposition", "inline", filename=f"{picture.cid.split('@')[0]}.png")
    return image
