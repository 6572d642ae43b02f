"""`release_match ID`: lets a match that stood still go on, once its log is good."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import services
from games.management.naming import match_named
from games.record.tables import WITH_TABLES
from games.record.verify import verify


class Command(BaseCommand):
    help = "Verify a match that stands still, and let it go on; refuses while its log is bad."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", metavar="ID", help="number or address of a match")

    def handle(self, *_args: Any, **options: Any) -> None:
        match = match_named(options["match"])
        if not match.fault:
            raise CommandError("This match does not stand still.")
        try:
            services.let_go_on(match, now=timezone.now())
        except services.MatchFaulted as refused:
            verdict = verify(WITH_TABLES.get(pk=match.pk))
            raise CommandError(f"Its record is not good: {verdict}") from refused
        self.stdout.write(f"{match.pk} {match}: goes on, {match.head} events")
