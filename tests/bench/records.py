"""Checking records, beside reading their lines as JSON."""

import json
from io import BytesIO
from pathlib import Path

from games.record.check import check
from tests.bench.measuring import measure, say

GOOD = Path(__file__).parent.parent / "games" / "data" / "records" / "good"


def run() -> None:
    """Print how many events a second `check_record` reaches."""
    records = [path.read_bytes() for path in sorted(GOOD.glob("*.jsonl"))]
    lines = [line for record in records for line in record.splitlines()]

    def read() -> int:
        for line in lines:
            json.loads(line)
        return len(lines)

    def check_all() -> int:
        for record in records:
            check(BytesIO(record))
        return len(lines)

    rates = measure({"json.loads": read, "check_record": check_all}, beside="json.loads")
    say(
        "Checking a record: digests, rules, deals, points (goal 0.25)",
        "events",
        rates,
        "json.loads",
    )
