"""`manage.py backup DIR`: everything that the server keeps, while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from chickenfoot.backup import BackupFault, write


class Command(BaseCommand):
    help = "Write everything that this server keeps, as of one moment, into a new directory."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", metavar="DIR", type=Path, help="does not exist yet")

    def handle(self, *_args: Any, **options: Any) -> None:
        directory: Path = options["directory"]
        try:
            made = write(directory, now=timezone.now())
        except BackupFault as fault:
            raise CommandError(str(fault)) from fault
        except OSError as fault:
            raise CommandError(f"The backup cannot be written: {fault.strerror}.") from fault
        self.stdout.write(f"{directory}: {sum(made.rows.values())} rows, {len(made.heads)} matches")
