"""The lines of a record as bytes: bounded, canonical, chained by their digests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final, NoReturn

from games.engine import (
    CAUSES,
    EVENT_TYPES,
    Event,
    EventMalformed,
    RulesRefused,
    canonical,
    parse_event,
)
from games.engine.canonical import digest_of_text
from games.engine.fields import moment

from .faults import Checked, Fault
from .moves import good_move

HEADER: Final = '{"format":"chickenfoot-record","version":1}'
LONGEST_LINE: Final = 65_536
"""The deal of a double-eighteen is 1,600 bytes, the longest words are 4,000: this is generous."""
FIELDS: Final = ("at", "cause", "data", "digest", "seq", "type")
OF_THE_SYSTEM: Final = frozenset({"match_started", "round_dealt", "round_ended", "match_ended"})
Upcast = Callable[[str, Any], Any]
"""From a type and its data to the data as this program reads it."""


def as_it_is(_type: str, data: Any) -> Any:
    """Return the data unchanged: a record has no earlier form than version 1."""
    return data


def read_lines(stream: BinaryIO, upcast: Upcast = as_it_is) -> Iterator[Checked]:
    """Yield the events of a record, each well formed and chained to the one before; raises Fault.

    No more than one line is in memory. Whether the events follow the rules is not asked here.
    """
    _check_header(stream.readline(LONGEST_LINE + 1))
    previous, seq, at = "", 0, ""
    while raw := stream.readline(LONGEST_LINE + 1):
        seq += 1
        line = read_line(_text(raw, seq), seq, previous, at, upcast)
        previous, at = line.digest, line.at
        yield line


def read_line(
    text: str, seq: int, previous: str, not_before: str, upcast: Upcast = as_it_is
) -> Checked:
    """Return the event of a line that should have this seq; raises Fault.

    `previous` is the digest of the event before, `not_before` its time. What was stored in an
    earlier form is digested as it was written, and read as `upcast` makes it.
    """
    good = good_move(text, seq, previous, not_before)
    return good or _checked(text, seq, previous, not_before, upcast)


def _check_header(raw: bytes) -> None:
    if raw.removesuffix(b"\n") == HEADER.encode():
        return
    if not raw:
        raise Fault(0, "header", "The file is empty.")
    if raw.startswith(b'{"format":"chickenfoot-partial-record"'):
        raise Fault(0, "header", "This is the partial record of a seat, which nobody can check.")
    raise Fault(0, "header", "The first line is not the header of a version 1 record.")


def _text(raw: bytes, seq: int) -> str:
    if len(raw) > LONGEST_LINE:
        raise Fault(seq, "line", f"The line is longer than {LONGEST_LINE} bytes.")
    try:
        return raw.removesuffix(b"\n").decode()
    except UnicodeDecodeError:
        raise Fault(seq, "line", "The line is no UTF-8.") from None


def _checked(text: str, seq: int, previous: str, not_before: str, upcast: Upcast) -> Checked:
    """Return the event of any line, or raise the first Fault of it."""
    fields = _parsed(text, seq)
    kind, cause, at, digest = fields["type"], fields["cause"], fields["at"], fields["digest"]
    data = upcast(kind, fields["data"])
    _check_form(kind, data, seq)
    if type(fields["seq"]) is not int or fields["seq"] != seq:
        raise Fault(seq, "seq", f"The line says another seq than {seq}.")
    # Keys are sorted, so all that stands behind the data is known, and the digest is cut out there.
    tail = f'"seq":{seq},"type":"{kind}"}}'
    seal = f'"digest":"{digest}",'
    body = text[: -len(seal) - len(tail)] + tail
    if digest != digest_of_text(previous, body):
        raise Fault(seq, "digest", "The digest does not follow from the event before and this one.")
    _check_at(at, seq, not_before)
    _check_cause(cause, kind, seq)
    data_text = body[len(f'{{"at":"{at}","cause":"{cause}","data":') : -len(tail) - 1]
    return Checked(seq, kind, cause, at, data_text, digest, _event(kind, data, seq))


def _refuse_number(_text: str) -> NoReturn:
    raise ValueError("numbers are integers")


_decode: Final = json.JSONDecoder(parse_float=_refuse_number, parse_constant=_refuse_number).decode


def _parsed(text: str, seq: int) -> dict[str, Any]:
    """Return a line's fields; raises Fault for all that is not canonical."""
    try:
        value = _decode(text)
        is_canonical = canonical(value) == text
    except (ValueError, RecursionError):
        raise Fault(
            seq, "line", "The line is no JSON of integers, texts, lists, objects."
        ) from None
    if not is_canonical:
        raise Fault(seq, "line", "The line is not canonical JSON.")
    if not isinstance(value, dict) or tuple(value) != FIELDS:
        raise Fault(seq, "line", f"The line is no object with just the fields {', '.join(FIELDS)}.")
    return value


def _check_form(kind: Any, data: Any, seq: int) -> None:
    if type(kind) is not str:
        raise Fault(seq, "line", "The type is no text.")
    if kind not in EVENT_TYPES:
        raise Fault(seq, "type", f"Version 1 knows no type {kind}.")
    readers = EVENT_TYPES[kind].readers
    if not isinstance(data, dict) or data.keys() != readers.keys():
        raise Fault(seq, "line", f"The data of {kind} has just the fields {', '.join(readers)}.")


def _check_at(at: Any, seq: int, not_before: str) -> None:
    try:
        moment(at)
    except ValueError:
        raise Fault(seq, "at", "It is no time such as 2026-01-01T00:01:00.000000Z.") from None
    if at < not_before:
        raise Fault(seq, "at", "The time runs backwards.")


def _check_cause(cause: Any, kind: str, seq: int) -> None:
    if type(cause) is not str or cause not in CAUSES:
        raise Fault(seq, "cause", f"It is none of {', '.join(sorted(CAUSES))}.")
    if (cause == "system") != (kind in OF_THE_SYSTEM):
        raise Fault(seq, "cause", f"{kind} has not the cause {cause}.")


def _event(kind: str, data: Any, seq: int) -> Event:
    try:
        return parse_event(kind, data)
    except EventMalformed as fault:
        raise Fault(seq, "line", f"The field {fault}.") from None
    except RulesRefused as refused:
        raise Fault(seq, "R1", str(refused)) from None
