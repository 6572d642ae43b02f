"""How the three kinds of receivers want to be spoken to; names of people mean nothing to any."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from notifications.mails import times
from notifications.webhooks.rows import Webhook

VERSION: Final = 1
_DISCORD_LONGEST: Final = 2000
_PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")


@dataclass(frozen=True)
class Said:
    """What is told: a sentence, where it leads to, and the same as facts."""

    sentence: str
    url: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Dialect:
    """One format.

    `plain` makes a name that is shown and does nothing else; `moment` writes a time, which the
    receiver shows in each reader's own zone if it can; `body` is what is posted as JSON, of the
    kind, the time at which it came to be, and what is said.
    """

    plain: Callable[[str], str]
    moment: Callable[[datetime], str]
    body: Callable[[str, datetime, Said], Any]


def iso(at: datetime) -> str:
    """Return a time that is given in UTC as ISO 8601 writes it, to the second."""
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def encoded(body: Any) -> bytes:
    """Return a body as the bytes that are signed and posted."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _json_body(kind: str, at: datetime, said: Said) -> dict[str, Any]:
    """Return every fact on its own, and the sentence for who only shows it."""
    told = {"text": said.sentence, "url": said.url, **said.data}
    return {"type": kind, "version": VERSION, "timestamp": iso(at), "data": told}


def _discord_plain(name: str) -> str:
    return _PUNCTUATION.sub(r"\\\1", name)


def _discord_body(_kind: str, _at: datetime, said: Said) -> dict[str, Any]:
    """Return a message that pings nobody; a link between `<` and `>` has no preview."""
    sentence = said.sentence[: _DISCORD_LONGEST - len(said.url) - 3]
    return {"content": f"{sentence} <{said.url}>", "allowed_mentions": {"parse": []}}


def _slack_plain(name: str) -> str:
    return name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _slack_moment(at: datetime) -> str:
    written = _slack_plain(times.exactly(at)).replace("|", "/")
    return f"<!date^{int(at.timestamp())}^{{date_long_pretty}} {{time}}|{written}>"


def _slack_body(_kind: str, _at: datetime, said: Said) -> dict[str, Any]:
    """Return a message without formatting: Slack has no way to write a star that is only one."""
    return {"text": f"{said.sentence} <{said.url}>", "mrkdwn": False}


DIALECTS: Final[Mapping[str, Dialect]] = {
    Webhook.Form.JSON: Dialect(str, times.exactly, _json_body),
    Webhook.Form.DISCORD: Dialect(
        _discord_plain, lambda at: f"<t:{int(at.timestamp())}:F>", _discord_body
    ),
    Webhook.Form.SLACK: Dialect(_slack_plain, _slack_moment, _slack_body),
}
