"""Verifying what is stored, beside reading the same events as JSON."""

import json
from pathlib import Path
from typing import Final

from django.db import connection
from django.utils import timezone

from games import store
from games.record.faults import Fault
from games.record.imports import import_match
from games.record.tables import WITH_TABLES
from games.record.verify import verify
from games.tables import Match
from tests.bench.matches import database
from tests.bench.measuring import Work, measure, say

GOOD: Final = Path(__file__).parent.parent / "games" / "data" / "records" / "good"


def run() -> None:
    """Print how many events a second one core verifies."""
    with database():
        _fill()
        stored = [row for match in Match.objects.all() for row in store.load_all(match.pk)]
        lines = [row.line() for row in stored]

        def read() -> int:
            for line in lines:
                json.loads(line)
            return len(lines)

        def verified() -> int:
            return sum(verify(match).judged for match in WITH_TABLES.all())

        works: dict[str, Work] = {
            "json.loads": read,
            "verify_log, one process": verified,
        }
        rates = measure(works, beside="json.loads")
    title = f"Verifying stored matches ({connection.vendor}; goal 20,000 events/s a core)"
    say(title, "events", rates, "json.loads")


def _fill() -> None:
    """Store every good record that has an end."""
    for path in sorted(GOOD.glob("*.jsonl")):
        with path.open("rb") as stream:
            try:
                import_match(stream, now=timezone.now())
            except Fault as unfinished:
                if unfinished.code != "unfinished":
                    raise
