"""What of a reply its writer wrote: the lines before the first quote.

Libraries for this were looked at: mail-parser-reply and quotequail know none of Romanian,
Slovenian, Uzbek and Greek, and take a line such as `-9` for a signature.
"""

import re
from collections.abc import Sequence
from typing import Final

from notifications.replies.words import plain

_MARKED: Final = re.compile(r"\s*>")
# "… wrote:" of mail programs that speak these languages, accents left out.
_WROTE: Final = re.compile(
    r".*\b(?:wrote|writes|a scris|napisala?(?:/a|\(a\)|/-a)?|je pisala?|yozdi|yozgan|εγραψε|"
    r"schrieb|a ecrit|ha scritto|escribio|escreveu|schreef|написала?)\b.{0,80}:"
)
_NAMES_WHO: Final = re.compile(r"[@<>]|\b\d{4}\b|\b\d{1,2}:\d\d\b")
_RULE: Final = re.compile(r"_{8,}|-{2,}[^-].*-{2,}|-{8,}|\*{3,}.*\*{3,}")
# The head of a forwarded mail: lines such as "From: …", in whatever language.
_HEADER: Final = re.compile(r"\*?[^\W\d][^:\d\n]{0,24}:\*?(?:\s|$)")
_HEADERS_IN_A_ROW: Final = 3
_LONGEST_ATTRIBUTION: Final = 3
# No rule, no signature and no "… wrote:" is longer; to look for one would take minutes.
_LONGEST_LINE: Final = 300
_SIGNATURE: Final = re.compile(
    r"--|__|(?:sent|get|trimis|poslano|σταλθηκε|αποστολη)\b.*|"
    r".*\b(?:iphone|ipad|android|galaxy|samsung|xiaomi|huawei|outlook|thunderbird|yahoo|protonmail|"
    r"yuborildi|yuborilgan)\b.*"
)


def own_lines(text: str) -> list[str]:
    """Return the lines that the writer wrote above the first quote, without their signature.

    With nothing above it, the lines below the last one marked by `>` are theirs: who writes below
    a quote marks it. Below an unmarked quote nothing is, for it names moves that nobody asked for.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    above = _unsigned(lines[: _first_quote(lines)])
    if any(plain(line) for line in above):
        return above
    marked = [number for number, line in enumerate(lines) if _MARKED.match(line)]
    if not marked:
        return []
    below = lines[marked[-1] + 1 :]
    return _unsigned(below[: _first_quote(below)])


def _first_quote(lines: Sequence[str]) -> int:
    """Return the line at which the first quote begins, or how many lines there are."""
    for number, line in enumerate(lines):
        text = plain(line) if len(line) <= _LONGEST_LINE else ""
        if _MARKED.match(line) or _RULE.fullmatch(text) or _heads_a_mail(lines, number):
            return number
        if _WROTE.fullmatch(text) or _is_attribution_of_marked(lines, number):
            return _attribution_begins(lines, number)
    return len(lines)


def _heads_a_mail(lines: Sequence[str], number: int) -> bool:
    head = lines[number : number + _HEADERS_IN_A_ROW]
    return len(head) == _HEADERS_IN_A_ROW and all(_HEADER.match(line.strip()) for line in head)


def _is_attribution_of_marked(lines: Sequence[str], number: int) -> bool:
    """Whether a line is "… wrote:" in a language that is not known here: marks follow it."""
    if not plain(lines[number]).endswith(":"):
        return False
    following = [line for line in lines[number + 1 : number + 3] if line.strip()]
    return bool(following) and _MARKED.match(following[0]) is not None


def _attribution_begins(lines: Sequence[str], number: int) -> int:
    """Return where "On (day), (name) <(address)> wrote:" begins, which may be lines before."""
    first = number
    while first > max(0, number - _LONGEST_ATTRIBUTION) and _NAMES_WHO.search(lines[first - 1]):
        first -= 1
    return first


def _unsigned(lines: Sequence[str]) -> list[str]:
    for number, line in enumerate(lines):
        if len(line) <= _LONGEST_LINE and _SIGNATURE.fullmatch(plain(line)):
            return list(lines[:number])
    return list(lines)
