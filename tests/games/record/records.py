"""The records of others, and records made for a test."""

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.engine import canonical, counting, digest, parse_event
from games.record.check import Report, check
from games.record.lines import HEADER
from games.record.referee import TABLE_EVENTS

RECORDS = Path(__file__).parent.parent / "data" / "records"
GOOD = sorted((RECORDS / "good").glob("*.jsonl"))
BAD = sorted((RECORDS / "bad").glob("*.jsonl"))


def named(part: str) -> list[dict[str, Any]]:
    """Return the events of the good record whose name has `part`."""
    (path,) = [path for path in GOOD if part in path.name]
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]


def bare(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the table events that count, so that others may be put between them."""
    numbered = [(line["seq"], parse_event(line["type"], line["data"])) for line in events]
    counts = {seq for seq, event in counting(numbered) if isinstance(event, TABLE_EVENTS)}
    return [line for line in events if line["seq"] in counts]


def sealed(events: Iterable[dict[str, Any]]) -> bytes:
    """Return a record of these events, numbered and chained anew."""
    previous, lines = "", [HEADER]
    for seq, event in enumerate(events, 1):
        fields = event | {"seq": seq}
        parts = (fields["type"], fields["cause"], fields["at"], fields["data"])
        previous = digest(previous, seq, *parts)
        lines.append(canonical(fields | {"digest": previous}))
    return "\n".join(lines).encode() + b"\n"


def report(events: Iterable[dict[str, Any]]) -> Report:
    """Return what the check says of these events."""
    return check(io.BytesIO(sealed(events)))


def event(kind: str, like: dict[str, Any], cause: str = "admin", **data: Any) -> dict[str, Any]:
    """Return an event that happened at the time of another."""
    return {"type": kind, "cause": cause, "at": like["at"], "data": data}
