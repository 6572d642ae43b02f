"""`import_matches DIR`: the matches of another server go on at this one."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.record.archive import ArchiveFault, import_all
from games.tables import Match


class Command(BaseCommand):
    help = (
        "Make the matches of a directory on a server that has none. Who has to decide in one that "
        "runs gets a new link by mail."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", metavar="DIR", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        directory: Path = options["directory"]
        try:
            left_out = import_all(directory, now=timezone.now())
        except ArchiveFault as fault:
            raise CommandError(f"Nothing was imported. {fault}") from fault
        except OSError as fault:
            named = f"{fault.filename} cannot be read: {fault.strerror}."
            raise CommandError(f"Nothing was imported. {named}") from fault
        for slug in left_out:
            self.stderr.write(f"{slug} was left out: it stood still, its log is wrong")
        self.stdout.write(f"{directory}: {Match.objects.count()} matches")
