"""`manage.py pace`: how many days and visits a match by mail takes."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from functools import partial
from multiprocessing import Pool
from typing import Any, Final, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from games import pace
from games.bots.tournament import Unknown, chooser

PRESETS: Final = ("trains", "four-arms")
SEATS: Final = (2, 3, 4, 5, 6)
ROUNDS: Final = (1, 3, 10)
PACES: Final = ("in_turn", "side_by_side")


class Row(NamedTuple):
    """What is looked at: a kind of table."""

    preset: str
    seats: int


class Command(BaseCommand):
    help = (
        "Play matches, lay them over the hours at which players look in, and print the medians of"
        " the days, and of visits and choices a player. The same seed gives the same figures."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--habit", choices=pace.HABITS, default="daily")
        parser.add_argument("--seats", type=int, action="append", choices=range(2, 9))
        parser.add_argument("--bot", default="hen", help="who plays; chick plays at random")
        parser.add_argument("--matches", type=_from(1), default=50, help="matches a kind of table")
        parser.add_argument("--times", type=_from(1), default=20, help="sets of players a match")
        parser.add_argument(
            "--plans",
            type=_from(0),
            default=0,
            metavar="TILES",
            help="plan so many tiles at each visit",
        )
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=_from(1), default=os.cpu_count())

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        try:
            chooser(options["bot"])
        except Unknown as unknown:
            raise CommandError(f"There is no bot {unknown}.") from unknown
        self.stdout.write("                         in turn            side by side")
        self.stdout.write(
            "rules      seats rounds   days  visits       days  visits   choices events"
        )
        rows = [Row(preset, seats) for preset in PRESETS for seats in options["seats"] or SEATS]
        with Pool(options["processes"]) as pool:
            for row, lines in zip(rows, pool.imap(partial(_lines, options), rows), strict=True):
                for rounds, (turn, side) in zip(ROUNDS, lines, strict=True):
                    self.stdout.write(
                        f"{row.preset:<10}{row.seats:>6}{rounds:>7}"
                        f"{turn.days:>7.1f}{turn.visits:>8.1f}{side.days:>11.1f}{side.visits:>8.1f}"
                        f"{turn.choices:>10.1f}{turn.events:>7.0f}"
                    )
                self.stdout.flush()


def _from(least: int) -> Callable[[str], int]:
    """Return what reads a whole number of at least so many."""

    def number(text: str) -> int:
        found = int(text)
        if found < least:
            raise ArgumentTypeError(f"{found} is less than {least}")
        return found

    return number


def _lines(options: dict[str, Any], row: Row) -> list[list[pace.Took]]:
    """Return what each number of rounds takes in each pace at one kind of table."""
    seed, habit = options["seed"], pace.HABITS[options["habit"]]
    numbers = range(options["matches"])
    matches = pace.play_matches(
        row.preset, row.seats, options["bot"], seed, numbers, options["plans"]
    )
    return [
        [pace.take(matches, row.seats, rounds, how, habit, options["times"], seed) for how in PACES]
        for rounds in ROUNDS
    ]
