"""A match again, step by step: every step of every round has its own address."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.models import Player
from games import queries
from games.queries import NoSuchStep, ReplayPage
from games.tables import Match
from games.web import picture
from games.web.manners import READ, check_readable, nothing_here, page
from games.web.seats import Sitting, at_seat

HANDS = {"open", "closed"}


@dataclass(frozen=True)
class Reader:
    """Who looks at a replay and how: from which seat, at whose address, hands open or closed."""

    match: Match
    seat: int | None
    below: int | None
    """The seat below whose address the steps stand, None for those that anybody may open."""
    hands: str

    def at(self, number: int, step: int, hands: str = "") -> str:
        """Return the address of a step, the hands staying as they are."""
        if self.below is None:
            path = reverse("games:replay_step", args=[self.match.slug, number, step])
        else:
            args = [self.match.slug, self.below, number, step]
            path = reverse("games:seat_replay_step", args=args)
        hands = hands or self.hands
        return f"{path}?hands={hands}" if hands else path

    def last_of(self, number: int) -> str:
        """Return the address that leads to the last step of a round."""
        if self.below is None:
            path = reverse("games:replay_round", args=[self.match.slug, number])
        else:
            path = reverse("games:seat_replay_round", args=[self.match.slug, self.below, number])
        return f"{path}?hands={self.hands}" if self.hands else path


@page(*READ)
def replay(
    request: HttpRequest, slug: str, round_number: int | None = None, step: int | None = None
) -> HttpResponse:
    """Show a step to whoever has the address: all of a match that is over, or is watched."""
    match = queries.match_by_slug(slug)
    if match is None or match.state in {Match.State.WAITING, Match.State.CANCELLED}:
        return nothing_here(request)
    seat = None
    if not match.is_over and isinstance(request.user, Player):
        seat = queries.seat_of(match, request.user)
    if not (match.is_over or match.watchable or seat):
        return nothing_here(request)
    reader = Reader(match, seat.number if seat else None, None, _hands(request))
    return _shown(request, reader, round_number, step)


@at_seat(*READ)
def seat_replay(
    request: HttpRequest, sitting: Sitting, round_number: int | None = None, step: int | None = None
) -> HttpResponse:
    """Show a step to a seat of a running match, as far as it may see."""
    seat = sitting.seat
    if seat.match.state != Match.State.RUNNING:
        return redirect("games:replay", seat.match.slug)
    reader = Reader(seat.match, seat.number, seat.number, _hands(request))
    return _shown(request, reader, round_number, step)


def _hands(request: HttpRequest) -> str:
    hands = request.GET.get("hands", "")
    return hands if hands in HANDS else ""


def _shown(
    request: HttpRequest, reader: Reader, number: int | None, step: int | None
) -> HttpResponse:
    check_readable(reader.match)
    if number is None:
        number = reader.match.rounds.count()
    if step is None:
        return redirect(reader.at(number, queries.last_step(reader.match, number)))
    try:
        shown = queries.replay_page(reader.match, reader.seat, number, step)
    except NoSuchStep:
        return nothing_here(request)
    words = {
        "page": shown,
        "match": reader.match,
        "seat": reader.below,
        "picture": picture.of_replay(shown),
        "steps": _steps(shown, reader),
        "lines": [(reader.at(number, index), line) for index, line in enumerate(shown.lines)],
        "line": shown.lines[step],
        "rounds": [(other, starter, reader.at(other, 0)) for other, starter in shown.rounds],
        "shows_hands": reader.hands != "closed",
        "turned": reader.at(number, step, "open" if reader.hands == "closed" else "closed"),
    }
    return render(request, "games/replay.html", words)


def _steps(shown: ReplayPage, reader: Reader) -> dict[str, str]:
    """Return the addresses beside a step; empty where there is nothing to go to.

    Beyond a round's ends lie the rounds before and after it.
    """
    number, step, last = shown.round, shown.step, shown.last_step
    numbers = [other for other, _starter in shown.rounds]
    back = reader.at(number, step - 1) if step else ""
    forward = reader.at(number, step + 1) if step < last else ""
    if not back and number - 1 in numbers:
        back = reader.last_of(number - 1)
    if not forward and number + 1 in numbers:
        forward = reader.at(number + 1, 0)
    return {
        "first": reader.at(number, 0) if step else "",
        "back": back,
        "forward": forward,
        "last": reader.at(number, last) if step < last else "",
    }
