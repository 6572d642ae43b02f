"""`export_match ID`: a match's record, or its notation, as a file or on the standard output."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import EventMalformed, RulesRefused
from games.management.naming import match_named
from games.record.export import export_match
from games.record.notation import notation_of
from games.record.partial import export_partial
from games.tables import Match


class Command(BaseCommand):
    help = "Write the record of a match. While the match runs it holds what no player may know."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", metavar="ID", help="number or address of a match")
        parser.add_argument("--out", metavar="FILE", help="write to FILE, not the standard output")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--seat", type=int, metavar="N", help="no more than seat N may know")
        form.add_argument("--notation", action="store_true", help="as text, a line a turn")

    def handle(self, *_args: Any, **options: Any) -> None:
        match = match_named(options["match"])
        if options["notation"]:
            lines = self._notation(match)
        else:
            lines = self._lines(match, options["seat"])
        try:
            if options["out"] is None:
                self._print(lines)
            else:
                with Path(options["out"]).open("wb") as file:
                    file.writelines(line.encode() for line in lines)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or "unusable name"
            raise CommandError(f"The record cannot be written: {reason}.") from fault

    def _lines(self, match: Match, seat: int | None) -> Iterator[str]:
        if seat is None:
            return export_match(match)
        if not match.seats.filter(number=seat).exists():
            raise CommandError(f"The match has no seat {seat}: they are numbered from 0.")
        return export_partial(match, seat)

    def _notation(self, match: Match) -> Iterator[str]:
        if not match.is_over:
            raise CommandError("Only a match that is over has a notation.")
        try:
            return iter([notation_of(match)])
        except (EventMalformed, RulesRefused) as fault:
            raise CommandError(f"The log of this match cannot be read: {fault}") from fault

    def _print(self, lines: Iterator[str]) -> None:
        """Print a record's bytes, which are the same whatever the terminal's encoding is."""
        buffer = getattr(self.stdout, "buffer", None)
        if buffer is None:
            self.stdout.writelines(lines)
            return
        buffer.writelines(line.encode() for line in lines)
        buffer.flush()
