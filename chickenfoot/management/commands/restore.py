"""`manage.py restore DIR`: an empty server becomes the one that was backed up."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from chickenfoot.backup import BackupFault, opens_mailed_links, restore


class Command(BaseCommand):
    help = (
        "Fill an empty server from a backup, whichever database that was made of. Mail that was "
        "due then is taken for sent, because the old server may have sent it since."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", metavar="DIR", type=Path)
        parser.add_argument(
            "--moved",
            action="store_true",
            help="the old server stood still from before the backup on: send what was due",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        directory: Path = options["directory"]
        try:
            made = restore(directory, now=timezone.now(), may_be_told=not options["moved"])
        except BackupFault as fault:
            raise CommandError(f"Nothing was restored. {fault}") from fault
        except OSError as fault:
            raise CommandError(f"Nothing was restored: {fault.strerror}.") from fault
        rows, matches = sum(made.rows.values()), len(made.heads)
        self.stdout.write(f"{directory}: {rows} rows, {matches} matches, every head as it was")
        if not opens_mailed_links(made):
            self.stderr.write(
                "This server has another SECRET_KEY than the one that was backed up: links that "
                "were mailed open nothing here until SECRET_KEY_FALLBACKS holds the old one."
            )
