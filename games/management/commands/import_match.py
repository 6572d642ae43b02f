"""`import_match FILE`: a checked record or notation becomes a finished match of guests."""

import io
from argparse import ArgumentParser
from codecs import BOM_UTF8
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.record.check import Fault
from games.record.imports import import_match
from games.record.notation import NotationFault, read, record_of
from games.tables import Match

NOTATION: Final = (b"Chickenfoot", b"#")
"""How a notation begins: with its title, or with lines that are for people alone."""


class Command(BaseCommand):
    help = (
        "Make a finished match of guests from a record or a notation; a bad or unfinished one is "
        "refused."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with Path(options["file"]).open("rb") as stream:
                match = self._imported(stream, timezone.now())
        except NotationFault as fault:
            raise CommandError(f"The notation was not imported: {fault}") from fault
        except Fault as fault:
            raise CommandError(f"The record was not imported: {fault}") from fault
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or "unusable name"
            raise CommandError(f"The file cannot be read: {reason}.") from fault
        self.stdout.write(f"{match.pk} {match}: {match.get_state_display()}, {match.head} events")

    def _imported(self, stream: io.BufferedReader, now: datetime) -> Match:
        """Return the match that a file holds, in whichever of the two forms."""
        if stream.peek().removeprefix(BOM_UTF8).startswith(NOTATION):
            return import_match(io.BytesIO(record_of(read(stream), now=now)), now=now)
        return import_match(stream, now=now)
