"""`rebuild_projections ID…`: the tables of matches made anew from their logs."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import projections
from games.management.naming import match_named
from games.record.export import check_match
from games.tables import Match


class Command(BaseCommand):
    help = "Make the tables of matches anew from their logs; deadlines that stand are kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="*", metavar="ID", help="number or address of a match")
        parser.add_argument("--all", action="store_true", help="every match there is")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["all"] == bool(options["matches"]):
            raise CommandError("Name the matches, or say --all.")
        if options["all"]:
            matches = every_match()
        else:
            matches = iter([match_named(name) for name in options["matches"]])
        all_good = True
        for match in matches:
            report = check_match(match)
            if report.fault is None:
                projections.rebuild(match, now=timezone.now())
            all_good = all_good and report.fault is None
            self.stdout.write(f"{match.pk} {match}: {report}")
        if not all_good:
            raise SystemExit(1)


def every_match() -> Iterator[Match]:
    """Yield all matches, the oldest first, one query each: a rebuild may take its time."""
    last = 0
    while match := Match.objects.filter(pk__gt=last).order_by("pk").first():
        yield match
        last = match.pk
