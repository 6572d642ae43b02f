"""`draw FILE`: the table of a match record after any of its events, and the film of how it grew."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, BinaryIO, Final

from django.core.management.base import BaseCommand, CommandError

from games.drawing import Films, Step, films, lines, png, svg
from games.drawing.theme import THEMES
from games.engine import RoundState, replay, round_of
from games.record.check import checked
from games.record.faults import Checked, Fault

FORMS: Final = ("svg", "png", "text", "webp", "gif")
ENDINGS: Final = ".svg, .png, .txt, .webp or .gif"
_WIDTHS: Final = range(120, 4001)


class Command(BaseCommand):
    help = (
        "Draw the table of a match record as it was after an event, or, as WebP or GIF, how it "
        "grew up to there, a frame a tile. Hands are not shown."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a match record; - is standard input")
        parser.add_argument("--at", type=int, metavar="SEQ", help="after this event, not the last")
        parser.add_argument("--round", type=int, metavar="N", help="not the round of that event")
        parser.add_argument("--out", metavar="NAME", help=f"write to {ENDINGS}")
        parser.add_argument("--format", choices=FORMS, help="svg if neither this nor NAME says")
        parser.add_argument("--theme", choices=tuple(THEMES), default="light")
        parser.add_argument("--width", type=int, default=720, metavar="PIXELS")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["width"] not in _WIDTHS:
            raise CommandError(f"--width is from {_WIDTHS[0]} to {_WIDTHS[-1]} pixels.")
        form = options["format"] or form_named(options["out"])
        table = table_at(read(options["file"]), options["at"], options["round"])
        if form == "text":
            drawn = "".join(f"{line}\n" for line in lines(table)).encode()
        elif form == "png":
            drawn = png(table, options["width"], theme=options["theme"])
        elif form in Films._fields:
            drawn = filmed(table, form)
        else:
            drawn = svg(table, theme=options["theme"], width=options["width"]).encode()
        self._write(drawn, options["out"])

    def _write(self, drawn: bytes, name: str | None) -> None:
        if name is None:
            buffer = getattr(self.stdout, "buffer", None)
            if buffer is None:
                self.stdout.write(drawn.decode(errors="replace"), ending="")
            else:
                buffer.write(drawn)
                buffer.flush()
            return
        try:
            Path(name).write_bytes(drawn)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or "unusable name"
            raise CommandError(f"The picture cannot be written: {reason}.") from fault


def form_named(name: str | None) -> str:
    """Return the form that a file's name asks for; raises CommandError for any other."""
    if name is None:
        return "svg"
    ending = Path(name).suffix.lower().removeprefix(".")
    form = "text" if ending == "txt" else ending
    if form not in FORMS:
        raise CommandError(f"--out ends in {ENDINGS}, or --format says what to write.")
    return form


def read(name: str) -> list[Checked]:
    """Return the events of a record that is true; raises CommandError for what is none."""
    try:
        if name == "-":
            return _events(sys.stdin.buffer)
        with Path(name).open("rb") as stream:
            return _events(stream)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "unusable name"
        raise CommandError(f"FILE cannot be read: {reason}.") from fault


def _events(stream: BinaryIO) -> list[Checked]:
    try:
        return list(checked(stream))
    except Fault as fault:
        raise CommandError(f"FILE is no good record: {fault}") from fault


def filmed(table: RoundState, form: str) -> bytes:
    """Return the film of how a table grew; raises CommandError for one that is still empty."""
    laid = table.placements
    if not laid:
        raise CommandError("No tile lies on the table yet, so there is nothing to film.")
    steps = [Step(number, number, str(tile)) for number, (tile, _, _) in enumerate(laid, 1)]
    film: bytes = getattr(films(laid, table.rules.arms, steps), form)
    return film


def table_at(events: list[Checked], at: int | None, number: int | None) -> RoundState:
    """Return a round as it was after an event; raises CommandError where there is none."""
    last = len(events) if at is None else at
    if not 1 <= last <= len(events):
        raise CommandError(f"--at is from 1 to {len(events)}, the last event of this record.")
    played = [(line.seq, line.event) for line in events[:last]]
    match = replay(played)
    if number is None:
        number = next((n for _, event in reversed(played) if (n := round_of(event))), None)
        if number is None:
            raise CommandError(f"No round is dealt yet at event {last}.")
    if number not in match.rounds:
        raise CommandError(f"--round: there is no round {number} at event {last}.")
    return match.rounds[number]
