"""Table talk as programs read and send it: a seat's alone, watchers get none."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.api.refusals import malformed
from games.queries import Spoken, TalkPage
from games.services import Said, line_of

FIELDS: Final = frozenset({"words", "key"})
_MOST_DIGITS: Final = 15


def read_line(body: object) -> tuple[str, str]:
    """Return the words and the key that a body sends; raises a refusal that names the field."""
    if not isinstance(body, dict):
        raise malformed("body", _("A line is an object."))
    for name in body.keys() - FIELDS:
        raise malformed(str(name)[:40], _("A line has no such field."))
    return _text(body, "words"), _text(body, "key")


def read_said(body: Mapping[str, Any]) -> Said | None:
    """Return the line that goes with a move, None without; raises as above, or `WordsRefused`."""
    return line_of(_text(body, "words"), _text(body, "key"))


def read_before(request: Request) -> int | None:
    """Return the line before which a page of talk is asked for, None for the newest page."""
    text = request.query_params.get("before", "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise malformed("before", _("It is the number of a line."))
    return int(text)


def talk_shape(page: TalkPage) -> dict[str, Any]:
    """Return a page of talk, the oldest line first; `before` asks for what was said earlier."""
    return {"lines": [_line_shape(line) for line in page.lines], "before": page.before}


def _line_shape(line: Spoken) -> dict[str, Any]:
    return {
        "number": line.number,
        "seat": line.seat,
        "name": line.name,
        "words": line.words,
        "said_at": line.said_at,
        "round": line.round,
        "mine": line.is_mine,
        "muted": line.is_muted,
        "removed": line.is_removed,
    }


def _text(body: Mapping[str, Any], name: str) -> str:
    text = body.get(name, "")
    if not isinstance(text, str):
        raise malformed(name, _("It is a text."))
    return text
