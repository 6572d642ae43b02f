"""`check_record FILE…`: whether match records are true, a line a file."""

import os
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.record.check import Fault, Report, check
from games.record.heads import Heads


class Command(BaseCommand):
    help = "Check match records: a line a file, exit code 1 if any is bad."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="SEQ=HEX",
            dest="heads",
            help="a head that a table showed after event SEQ; may be given again",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        heads = dict(map(read_head, options["heads"]))
        if heads and len(options["files"]) > 1:
            raise CommandError("Heads are of one match: name its record alone.")
        all_good = True
        for name in options["files"]:
            report = check_file(name, heads)
            all_good = all_good and report.fault is None
            # A file's name is bytes, which need not be text.
            agree = f", heads that agree: {len(heads)}" if heads and not report.fault else ""
            self.stdout.write(f"{os.fsencode(name).decode(errors='replace')}: {report}{agree}")
        if not all_good:
            raise SystemExit(1)


def read_head(text: str) -> tuple[int, str]:
    """Return the event and the head that were noted; raises CommandError."""
    found = re.fullmatch("([1-9][0-9]{0,8})=([0-9a-f]{64})", text.strip().lower())
    if found is None:
        raise CommandError(f"{text!r} is no head: it is written as 57=, then 64 hex digits.")
    return int(found[1]), found[2]


def check_file(name: str, heads: Heads) -> Report:
    """Return the report on a file, also on one that cannot be read."""
    try:
        with Path(name).open("rb") as stream:
            return check(stream, heads)
    except OSError as fault:
        reason = f"The file cannot be read: {fault.strerror}."
        return Report(0, "unfinished", Fault(0, "file", reason))
