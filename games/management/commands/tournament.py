"""`manage.py tournament`: who of the bots plays better, by how much, and how sure that is."""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import combinations
from multiprocessing import Pool
from typing import Any, Final, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from games import engine
from games.bots.tournament import Duel, Unknown, chooser, dealt, duel, meet

PRESETS: Final = ("trains", "four-arms")
SEATS: Final = (2, 3, 4, 5, 6)


class Table(NamedTuple):
    """Two bots at a table of these rules and so many seats."""

    preset: str
    seats: int
    pair: tuple[str, str]


class Task(NamedTuple):
    """One match of a table."""

    table: Table
    seed: int
    match: int
    rounds: int


class Command(BaseCommand):
    help = (
        "Play bots against each other, each deal both ways round, and print the mean points a"
        " round with 95 % intervals. The same seed gives the same figures."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bots", default="chick,hen,rooster", help="names, with commas")
        parser.add_argument(
            "--budgets", default="", help="play a rooster of each budget against the first bot"
        )
        parser.add_argument("--rounds", type=int, default=10, help="rounds a match")
        parser.add_argument("--matches", type=int, default=20, help="matches a table")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--preset", choices=PRESETS, action="append")
        parser.add_argument("--seats", type=int, action="append")
        parser.add_argument("--processes", type=int, default=os.cpu_count())

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        tables = [
            Table(preset, seats, pair)
            for pair in _pairs(options["bots"], options["budgets"])
            for preset in options["preset"] or PRESETS
            for seats in options["seats"] or SEATS
        ]
        try:
            for table in tables:
                engine.resolve(table.preset, table.seats, rounds=options["rounds"])
        except engine.RulesRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{'rules':<10}{'seats':>6}{'first':>16}{'second':>18}  second better by")
        for table, result in _results(tables, options):
            first, second = (
                f"{name} {value:.2f}"
                for name, value in zip(table.pair, (result.first, result.second), strict=True)
            )
            line = f"{table.preset:<10}{table.seats:>6}{first:>16}{second:>18}  {result.gain}"
            self.stdout.write(line)
            self.stdout.flush()


def _pairs(bots: str, budgets: str) -> list[tuple[str, str]]:
    """Return who meets whom, the weaker first as the names are given."""
    names = bots.split(",")
    pairs = list(combinations(names, 2))
    if budgets:
        pairs = [(names[0], f"rooster:{budget}") for budget in budgets.split(",")]
    try:
        for name in {name for pair in pairs for name in pair}:
            chooser(name)
    except Unknown as unknown:
        raise CommandError(f"There is no bot {unknown}.") from unknown
    return pairs


def _results(tables: list[Table], options: dict[str, Any]) -> Iterator[tuple[Table, Duel]]:
    """Yield what each table's matches say; they are spread over all processes."""
    matches, rounds = options["matches"], options["rounds"]
    tasks = [
        Task(table, options["seed"], match, rounds) for table in tables for match in range(matches)
    ]
    with Pool(options["processes"]) as pool:
        played = pool.imap(_play, tasks)
        for table in tables:
            yield table, duel([met for _ in range(matches) for met in next(played)])


def _play(task: Task) -> list[tuple[float, float]]:
    """Play one match of a table in a process of its own."""
    preset, seats, pair = task.table
    rules = engine.resolve(preset, seats, rounds=task.rounds)
    deals = (dealt(rules, seats, task.seed, task.match, n + 1) for n in range(task.rounds))
    return [meet(rules, seats, pair, deal) for deal in deals]
