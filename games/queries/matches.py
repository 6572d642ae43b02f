"""Matches, their seats and their rounds, as a page finds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import ngettext

from accounts.models import Player
from games.engine import rules_shown
from games.tables import Choice, Match, Round, Seat


def match_by_slug(slug: str) -> Match | None:
    """Return the match at this address, if there is one."""
    return Match.objects.filter(slug=slug).first()


def seat_at(slug: str, number: int) -> Seat | None:
    """Return a seat with its match, its player and their words, if there is such a seat."""
    found = Seat.objects.select_related("match", "player", "words")
    return found.filter(match__slug=slug, number=number).first()


def seat_of(match: Match, player: Player) -> Seat | None:
    """Return the seat that belongs to a player at this table, a bot standing in or not."""
    return match.seats.select_related("player").filter(player=player).first()


def seats_of(match: Match) -> list[Seat]:
    """Return the seats of a match in playing order, each with its player."""
    return list(match.seats.select_related("player").order_by("number"))


def names_of(seats: Sequence[Seat]) -> list[str]:
    """Return what the seats are called, by their numbers."""
    return [seat.name for seat in seats]


def company(seats: Sequence[Seat], me: Seat | None) -> list[str]:
    """Return who else than `me` sits there: the people by name, the bots by number."""
    others = [seat for seat in seats if seat.is_taken and seat != me]
    names = [seat.name for seat in others if seat.player_id or seat.guest]
    bots = len(others) - len(names)
    if bots:
        names.append(ngettext("%(count)d bot", "%(count)d bots", bots) % {"count": bots})
    return names


def next_choice(seat: Seat, after: int) -> Choice | None:
    """Return what waits for a seat: in the round that follows `after`, else in the first one."""
    waiting = sorted(seat.choices.all(), key=lambda choice: (choice.round <= after, choice.round))
    return waiting[0] if waiting else None


@dataclass(frozen=True)
class RoundTab:
    """A round in the strip of rounds: `waits` says that a choice of whoever looks waits there."""

    number: int
    starter: str
    is_over: bool
    waits: bool
    deadline: datetime | None
    is_current: bool


def round_tabs(
    match: Match, rounds: Sequence[Round], mine: Sequence[Choice], current: int
) -> list[RoundTab]:
    """Return the rounds that were dealt: those first that wait for whoever looks.

    The others follow in order, or, played in turn, the newest first.
    """
    rules = rules_shown(match.rules)
    deadlines = {choice.round: choice.deadline for choice in mine}
    tabs = [
        RoundTab(
            number=row.number,
            starter=str(rules.starter(row.number)),
            is_over=row.is_over,
            waits=row.number in deadlines,
            deadline=deadlines.get(row.number),
            is_current=row.number == current,
        )
        for row in rounds
    ]
    order = 1 if rules.pace == "side_by_side" else -1
    return sorted(tabs, key=lambda tab: (not tab.waits, order * tab.number))
