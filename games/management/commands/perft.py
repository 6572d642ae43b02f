"""`perft FILE`: whether the engine counts the positions of a file as the file does."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import RuleViolation
from games.engine.perft import count, position


class Command(BaseCommand):
    help = "Count legal moves: a line a position, exit code 1 if any count differs."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        all_same = True
        for number, entry in enumerate(read_positions(options["file"])):
            try:
                same, line = compare(entry)
            except (RuleViolation, ValueError, KeyError, TypeError) as fault:
                raise CommandError(f"position {number} cannot be set up: {fault}") from fault
            all_same = all_same and same
            self.stdout.write(f"position {number}: {line}")
        if not all_same:
            raise SystemExit(1)


def read_positions(name: str) -> list[dict[str, Any]]:
    """Return the entries of the file; raises CommandError if it has none."""
    try:
        entries = json.loads(Path(name).read_bytes())
    except (OSError, ValueError, RecursionError) as fault:
        raise CommandError(f"{name} cannot be read: {fault}") from fault
    if not isinstance(entries, list):
        raise CommandError(f"{name} is no list of positions")
    return entries


def compare(entry: dict[str, Any]) -> tuple[bool, str]:
    """Return whether a position's counts are as expected, and a line that tells of it."""
    state, expected = position(entry), entry["counts"]
    counts = [count(state, depth) for depth in range(1, len(expected) + 1)]
    rules = state.rules
    where = f"{rules.preset}, double-{rules.highest}, {state.seats} seats, round {state.round}"
    verdict = "ok" if counts == expected else f"differs, expected {expected}"
    return counts == expected, f"{where}: {counts} {verdict}"
