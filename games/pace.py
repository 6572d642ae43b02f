"""How long a match by mail takes: players who look in at fixed hours, and a server that forces.

When a round is played does not change how, so rounds are played first, and who had each choice is
then laid over the players' hours. Time is counted in days.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from random import Random
from statistics import median
from typing import Final, NamedTuple

from games.bots.planner import Planner
from games.bots.tournament import Played, chooser, dealt, play_round
from games.engine import RoundDealt, Rules, resolve

WEEK: Final = 7
WORKDAYS: Final = 5


class Habit(NamedTuple):
    """How often players look in."""

    visits_a_day: int
    at_weekends: bool


HABITS: Final[Mapping[str, Habit]] = {
    "daily": Habit(1, at_weekends=True),
    "twice": Habit(2, at_weekends=True),
    "workdays": Habit(1, at_weekends=False),
}


class Match(NamedTuple):
    """Who had to make each choice in every round, and how many events there were."""

    rounds: tuple[tuple[int, ...], ...]
    events: int


class Took(NamedTuple):
    """What a match took: days from the deal to the last choice, visits and choices a player."""

    days: float
    visits: float
    choices: float
    events: float


class Player(NamedTuple):
    """When somebody looks in: hours as parts of a day, and the weekday of the first deal."""

    hours: tuple[float, ...]
    weekday: int
    at_weekends: bool

    def looks_in(self, since: float) -> float:
        """Return the first time from `since` on at which this player looks in."""
        day = floor(since)
        while True:
            if self.at_weekends or (self.weekday + day) % WEEK < WORKDAYS:
                for hour in self.hours:
                    if day + hour >= since:
                        return day + hour
            day += 1


def play_matches(
    preset: str, seats: int, bot: str, seed: int, matches: Sequence[int], plans: int = 0
) -> list[Match]:
    """Return matches of all rounds that bots have played; `matches` are their numbers.

    Whoever makes a choice leaves a plan of so many tiles in that round. A choice that a plan makes
    takes no time and no visit.
    """
    rules = resolve(preset, seats)
    found = []
    for number in matches:
        deals = (dealt(rules, seats, seed, number, n + 1) for n in range(rules.rounds))
        played = [_play_round(rules, deal, seats, bot, plans) for deal in deals]
        events = sum(one.events for one in played)
        found.append(Match(tuple(one.choices for one in played), events))
    return found


def _play_round(rules: Rules, deal: RoundDealt, seats: int, bot: str, plans: int) -> Played:
    """Return a round that was played, with the choices for which somebody had to come."""
    visits: list[bool] = []
    planners = [Planner(chooser(bot), plans, visits.append) for _ in range(seats)]
    played = play_round(rules, deal, planners)
    came = tuple(seat for seat, visit in zip(played.choices, visits, strict=True) if visit)
    return played._replace(choices=came)


def take(
    matches: Sequence[Match],
    seats: int,
    rounds: int,
    pace: str,
    habit: Habit,
    times: int,
    seed: int,
) -> Took:
    """Return the medians over matches that are each played by `times` sets of players."""
    chance = Random(seed)
    took = [
        _take(match, _players(seats, habit, chance), rounds, pace)
        for match in matches
        for _ in range(times)
    ]
    return Took(*(median(values) for values in zip(*took, strict=True)))


def _players(seats: int, habit: Habit, chance: Random) -> list[Player]:
    weekday = chance.randrange(WEEK)
    return [
        Player(
            tuple(sorted(chance.random() for _ in range(habit.visits_a_day))),
            weekday,
            habit.at_weekends,
        )
        for _ in range(seats)
    ]


def _take(match: Match, players: Sequence[Player], rounds: int, pace: str) -> Took:
    visits = list(_visits(match.rounds[:rounds], players, pace))
    seats = len(players)
    last = max((time for _, time in visits), default=0.0)
    events = match.events * rounds / len(match.rounds)
    return Took(last, len(set(visits)) / seats, len(visits) / seats, events)


def _visits(
    rounds: Sequence[Sequence[int]], players: Sequence[Player], pace: str
) -> Iterator[tuple[int, float]]:
    """Yield who made each choice and when; what is waiting at one visit is made at it."""
    time = 0.0
    for choices in rounds:
        if pace == "side_by_side":
            time = 0.0
        for seat in choices:
            time = players[seat].looks_in(time)
            yield seat, time
