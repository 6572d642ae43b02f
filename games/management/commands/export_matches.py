"""`export_matches DIR`: every match in a directory; again, what has changed since."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.record.archive import ArchiveFault, export_all


class Command(BaseCommand):
    help = (
        "Write every match that has begun into a directory, with a manifest of heads. It holds "
        "seeds, hands and addresses: it is for who keeps the server."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", metavar="DIR", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            done = export_all(options["directory"])
        except ArchiveFault as fault:
            raise CommandError(str(fault)) from fault
        except OSError as fault:
            raise CommandError(f"{fault.filename} cannot be written: {fault.strerror}.") from fault
        self.stdout.write(f"{options['directory']}: {done.matches} matches, {done.written} written")
