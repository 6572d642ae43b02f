"""`compare_editions`: whether this program makes of every stored match what was made of it."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.management import baseline
from games.management.baseline import Marked
from games.management.crew import every_match, share_out
from games.record.editions import Difference, difference, marks
from games.record.tables import WITH_TABLES
from games.tables import Match


class Command(BaseCommand):
    help = (
        "Replay every stored match with this program and name every difference to what was "
        "recorded, and to the states that another version of the program has marked; exit code 1 "
        "if there is any. Nothing is changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", metavar="FILE", help="mark every state, for another version")
        parser.add_argument("--against", metavar="FILE", help="what another version has marked")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["jobs"] < 1:
            raise CommandError("--jobs is 1 or more.")
        if _are_one_file(options["write"], options["against"]):
            raise CommandError("--write would overwrite the marks that --against compares with.")
        marked = baseline.read(options["against"]) if options["against"] else ()
        matches = baseline.beside(every_match(), marked)
        with ExitStack() as stack:
            file = stack.enter_context(_opened(options["write"])) if options["write"] else None
            work = compare_and_mark if file else compare
            bar = stack.enter_context(tqdm(total=Match.objects.count(), disable=None))
            compared = different = 0
            for found, made in share_out(work, matches, options["jobs"]):
                bar.update()
                compared += 1
                if file is not None:
                    file.write(made.line())
                if found is not None:
                    different += 1
                    with bar.external_write_mode():
                        self.stdout.write(str(found))
        self.stdout.write(f"{compared:,} matches compared, {different:,} differ")
        if different:
            raise SystemExit(1)


def _are_one_file(write: str | None, against: str | None) -> bool:
    return bool(write and against) and Path(write or "").resolve() == Path(against or "").resolve()


def _opened(name: str) -> IO[str]:
    try:
        return Path(name).open("w", encoding="utf-8")
    except OSError as fault:
        raise CommandError(f"{name} cannot be written: {fault.strerror}.") from fault


Compared = tuple[Difference | None, Marked]


def compare(batch: Sequence[Marked]) -> list[Compared]:
    """Compare some matches, maybe in another process."""
    return [(_difference(marked), marked) for marked in batch]


def compare_and_mark(batch: Sequence[Marked]) -> list[Compared]:
    """Compare some matches, and mark what this program makes of them."""
    return [(_difference(marked), _marked(marked.match_id)) for marked in batch]


def _difference(marked: Marked) -> Difference | None:
    match = WITH_TABLES.filter(pk=marked.match_id).first()
    if match is None:
        return Difference(marked.match_id, 0, "the match is not there any more")
    return difference(match, marked.marks)


def _marked(match_id: int) -> Marked:
    match = Match.objects.filter(pk=match_id).first()
    return Marked(match_id, list(marks(match)) if match else [])
