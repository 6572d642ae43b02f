"""The home page of a player: what waits for them first, then everything else they may open."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, TypeVar

from django.db.models import Exists, Min, OuterRef, Prefetch, Q, QuerySet
from django.db.models import prefetch_related_objects as prefetch

from accounts.models import Player, TimeOff
from accounts.services import open_times_off
from games.engine import rules_shown
from games.queries.away import Away, away_now
from games.queries.invited import invitations_to
from games.queries.matches import company
from games.queries.options import duration_said, rounds_said
from games.tables import Choice, Invitation, Match, Seat

T = TypeVar("T")
SHELF: Final = 12
FURTHEST: Final = 500
SHELVES: Final = ("waiting", "running", "gathering", "open", "finished")


@dataclass(frozen=True)
class Shelf(Generic[T]):
    """A page of one list of tables; `has_more` says that another follows."""

    name: str
    page: int
    items: Sequence[T]
    has_more: bool


@dataclass(frozen=True)
class Table:
    """A table in a list: who else sits there, and what is played."""

    match: Match
    seats: Sequence[Seat]
    me: Seat | None
    choices: Sequence[Choice] = ()
    away: Sequence[Away] = ()
    """Who else has time off now."""

    @property
    def company(self) -> list[str]:
        """Who else sits there: the people by name, the bots by number."""
        return company(self.seats, self.me)

    @property
    def free(self) -> int:
        """How many seats nobody has."""
        return sum(not seat.is_taken for seat in self.seats)

    @property
    def rounds(self) -> str:
        """How many rounds, and how they are played."""
        return rounds_said(rules_shown(self.match.rules))

    @property
    def turn_time(self) -> str:
        """The time for a move."""
        return duration_said(self.match.turn_time)

    @property
    def rank(self) -> int | None:
        """The rank of whoever looks, once the match has ended."""
        ranks = self.match.ranks
        return ranks[self.me.number] if self.me is not None and ranks else None


@dataclass(frozen=True)
class HomePage:
    """All that a player's home page shows."""

    waiting: Shelf[Table]
    running: Shelf[Table]
    gathering: Shelf[Table]
    open: Shelf[Table]
    finished: Shelf[Table]
    invitations: Sequence[Invitation]
    my_time_off: Sequence[TimeOff]
    """The reader's own time off, that runs or is to come."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing at all to open."""
        shelves = (self.waiting, self.running, self.gathering, self.open, self.finished)
        return not self.invitations and not any(shelf.items for shelf in shelves)


def home_page(player: Player, pages: Mapping[str, int], now: datetime) -> HomePage:
    """Return a player's home page; `pages` says which page of which list, the first without.

    The number of queries is the same however many matches there are.
    """
    found = {
        name: _shelf(name, matches, pages.get(name, 1)) for name, matches in _lists(player).items()
    }
    everything = [match for shelf in found.values() for match in shelf.items]
    seated = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    prefetch(everything, seated)
    choices = _choices(player, found["waiting"].items)
    running = [*found["waiting"].items, *found["running"].items]
    away = away_now(running, player, now)
    shelves = {name: _tables(shelf, player, choices, away) for name, shelf in found.items()}
    mine = open_times_off(player).filter(until__gt=now)
    return HomePage(
        **shelves, invitations=invitations_to(player, now, SHELF), my_time_off=list(mine)
    )


def _lists(player: Player) -> dict[str, QuerySet[Match]]:
    mine = Match.objects.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), player=player)))
    waits = Choice.objects.filter(match=OuterRef("pk"), seat__player=player, seat__bot="")
    running = mine.filter(state=Match.State.RUNNING)
    gathering = Match.objects.filter(state=Match.State.WAITING)
    sits = Exists(Seat.objects.filter(match=OuterRef("pk"), player=player))
    open_seat = Exists(Seat.objects.filter(match=OuterRef("pk"), open_to_all=True, player=None))
    return {
        "waiting": running.filter(Exists(waits), paused=False, fault="")
        .annotate(
            due=Min("choices__deadline", filter=Q(choices__seat__player=player)),
        )
        .order_by("due", "pk"),
        "running": running.exclude(Exists(waits), paused=False, fault="").order_by(
            "-started_at", "-pk"
        ),
        "gathering": gathering.filter(Q(creator=player) | sits).order_by("-created_at", "-pk"),
        "open": gathering.filter(open_seat, ~sits)
        .exclude(creator=player)
        .order_by("-created_at", "-pk"),
        "finished": mine.filter(state__in=[Match.State.ENDED, Match.State.ABANDONED]).order_by(
            "-ended_at", "-pk"
        ),
    }


def _shelf(name: str, matches: QuerySet[Match], page: int) -> Shelf[Match]:
    """Return a page of a list, and look one table further to know whether there is more."""
    first = (page - 1) * SHELF
    found = list(matches[first : first + SHELF + 1])
    return Shelf(name, page, found[:SHELF], len(found) > SHELF)


def _choices(player: Player, matches: Iterable[Match]) -> dict[int, list[Choice]]:
    """Return what waits for a player at these tables, the most urgent first."""
    found: dict[int, list[Choice]] = {}
    waits = Choice.objects.filter(match__in=matches, seat__player=player)
    for choice in waits.order_by("deadline", "round"):
        found.setdefault(choice.match_id, []).append(choice)
    return found


def _tables(
    shelf: Shelf[Match],
    player: Player,
    choices: Mapping[int, Sequence[Choice]],
    away: Mapping[int, Sequence[Away]],
) -> Shelf[Table]:
    tables = []
    for match in shelf.items:
        seats = list(match.seats.all())
        me = next((seat for seat in seats if seat.player_id == player.pk), None)
        waits = choices.get(match.pk, ()) if shelf.name == "waiting" else ()
        tables.append(Table(match, seats, me, waits, away.get(match.pk, ())))
    return Shelf(shelf.name, shelf.page, tables, shelf.has_more)
