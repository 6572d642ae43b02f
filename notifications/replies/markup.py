"""A reply's HTML as the text that a plain part would have held, quotes marked by `>`."""

import re
from contextlib import suppress
from html.parser import HTMLParser
from typing import Final

_BREAKS: Final = frozenset(
    [
        "address",
        "article",
        "blockquote",
        "body",
        "br",
        "dd",
        "div",
        "dl",
        "dt",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "td",
        "th",
        "tr",
        "ul",
    ]
)
_EMPTY: Final = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]
)
_UNSEEN: Final = frozenset({"head", "script", "style", "template", "title"})
# What Gmail, Yahoo, Thunderbird, Proton and Zoho put around the mail that is answered.
_QUOTES: Final = frozenset(
    [
        "gmail_quote",
        "gmail_quote_container",
        "gmail_attr",
        "yahoo_quoted",
        "moz-cite-prefix",
        "protonmail_quote",
        "zmail_extra",
    ]
)
# Where Outlook, in all its kinds, begins it: it runs from there to the end.
_QUOTE_BEGINS: Final = frozenset(
    [
        "appendonsend",
        "divrplyfwdmsg",
        "stopspelling",
        "mail-editor-reference-message-container",
        "ms-outlook-mobile-reference-message",
        "olk_src_body_section",
    ]
)
_SIGNATURES: Final = frozenset(
    [
        "gmail_signature",
        "moz-signature",
        "ms-outlook-mobile-signature",
        "protonmail_signature_block",
    ]
)
# An empty paragraph of Outlook holds one.
_HARD_SPACE: Final = "\N{NO-BREAK SPACE}"
_MOST_BROKEN: Final = 30
_SPACES: Final = re.compile(r"\s+")


def to_text(html: str) -> str:
    """Return the text of a page, a line a block; lines of quotes begin with `>`."""
    reader = _Reader()
    with suppress(_TooBroken, ValueError):  # a character with a number of 5,000 digits
        reader.feed(html)
        reader.close()
    return reader.text()


class _TooBroken(Exception):
    """A page full of marks that do not end: the parser looks to its end for each of them."""


class _Reader(HTMLParser):
    """Collects lines, and knows of each whether it stands in a quote or where nobody sees it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._rest_is_quoted = False
        self._broken = 0

    def text(self) -> str:
        """Return what was collected."""
        self._break()
        return "\n".join(self._lines)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element, and a line where it does."""
        if tag in _BREAKS:
            self._break(always=tag == "br")
        kind = _kind(tag, {name: value or "" for name, value in attrs})
        if kind == "quote begins":
            self._rest_is_quoted = True
        elif tag not in _EMPTY:
            self._open.append((tag, kind))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element that is closed at once."""
        self.handle_starttag(tag, attrs)
        if tag not in _EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End an element, and those within it that were left open."""
        if tag in _BREAKS:
            self._break()
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place][0] == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        """Take a piece of text; a mark that does not end comes as one."""
        if data.startswith("<"):
            self._broken += 1
            if self._broken > _MOST_BROKEN:
                raise _TooBroken
        if not any(kind == "unseen" for _tag, kind in self._open):
            self._line.append(data)

    def parse_marked_section(self, i: int, report: bool = True) -> int:  # noqa: ARG002
        """Skip `<![...>`, whatever stands in it: the library raises for what it does not know."""
        return self.parse_bogus_comment(i)

    def _break(self, *, always: bool = False) -> None:
        written = "".join(self._line)
        self._line = []
        line = _SPACES.sub(" ", written).strip()
        if line or always or _HARD_SPACE in written:
            quoted = self._rest_is_quoted or any(kind == "quote" for _tag, kind in self._open)
            self._lines.append(f"> {line}" if quoted else line)


def _kind(tag: str, attributes: dict[str, str]) -> str:
    classes = set(attributes.get("class", "").lower().split())
    names = {attributes.get("id", "").lower().removeprefix("x_")}
    if tag in _UNSEEN or classes & _SIGNATURES or names & _SIGNATURES:
        return "unseen"
    if (names | classes) & _QUOTE_BEGINS:
        return "quote begins"
    if tag == "blockquote" or classes & _QUOTES:
        return "quote"
    return ""
