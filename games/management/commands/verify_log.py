"""`verify_log --all`: whether every stored match is true; a bad one stands still from then on."""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Sum
from django.utils import timezone
from tqdm import tqdm

from games import services
from games.management.crew import every_match, share_out
from games.management.naming import match_named
from games.record.verify import Verdict
from games.tables import Match


class Command(BaseCommand):
    help = "Verify digests, rules and tables of stored matches; exit code 1 if any is bad."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--match", action="append", default=[], metavar="ID", dest="matches")
        parser.add_argument("--all", action="store_true", help="every match there is")
        parser.add_argument(
            "--since", type=int, default=1, metavar="SEQ", help="take events before it as judged"
        )
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["all"] == bool(options["matches"]):
            raise CommandError("Name the matches, or say --all.")
        if options["since"] < 1 or options["jobs"] < 1:
            raise CommandError("--since and --jobs are 1 or more.")
        matches = [match_named(name).pk for name in options["matches"]]
        jobs = options["jobs"] if options["all"] else 1
        work = partial(verify, since=options["since"])
        found = share_out(work, every_match() if options["all"] else matches, jobs)
        self._tell(found, _events(matches), one_by_one=not options["all"])

    def _tell(self, verdicts: Iterator[Verdict], events: int, *, one_by_one: bool) -> None:
        judged = good = bad = 0
        # Without a terminal there is no bar.
        with tqdm(total=events, unit=" events", unit_scale=True, disable=None) as bar:
            for verdict in verdicts:
                judged += verdict.judged
                bad += verdict.fault is not None
                good += verdict.fault is None
                if one_by_one or verdict.fault is not None:
                    with bar.external_write_mode():
                        self.stdout.write(f"match {verdict.match_id}: {verdict}")
                bar.update(verdict.tail.seq)
        self.stdout.write(f"{judged:,} events judged; matches: {good:,} good, {bad:,} bad")
        if bad:
            raise SystemExit(1)


def verify(match_ids: list[int], since: int) -> list[Verdict]:
    """Verify some matches, maybe in another process."""
    return list(services.verify_matches(match_ids, since=since, now=timezone.now()))


def _events(matches: list[int]) -> int:
    """Return how many events are to be read, of all matches if none is named."""
    found = Match.objects.filter(pk__in=matches) if matches else Match.objects.all()
    return found.aggregate(events=Sum("head"))["events"] or 0
