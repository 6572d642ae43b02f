"""A match again, step by step: every step has its own address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers

from accounts.models import Player
from games import queries
from games.queries import NoSuchRound, NoSuchStep, ReplayPage, Told
from games.tables import Match
from games.web import astray, picture
from games.web.asking import Malformed
from games.web.manners import READ, check_readable, nothing_here, page
from games.web.reels import ASKED, Reader, read_hands, read_step
from games.web.seats import Sitting, at_seat


@page(*READ)
def replay(
    request: HttpRequest,
    slug: str,
    round_number: int | None = None,
    step: int | None = None,
    *,
    everything: bool = False,
    rest: str = "",
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
    reader = Reader(match, seat.number if seat else None, None, read_hands(request))
    return _answered(request, reader, round_number, step, everything=everything, rest=rest)


@at_seat(*READ)
def seat_replay(
    request: HttpRequest,
    sitting: Sitting,
    round_number: int | None = None,
    step: int | None = None,
    *,
    everything: bool = False,
    rest: str = "",
) -> HttpResponse:
    """Show a step to a seat of a running match, as far as it may see."""
    seat = sitting.seat
    if seat.match.state != Match.State.RUNNING:
        return redirect("games:replay", seat.match.slug)
    reader = Reader(seat.match, seat.number, seat.number, read_hands(request))
    return _answered(request, reader, round_number, step, everything=everything, rest=rest)


def _answered(
    request: HttpRequest,
    reader: Reader,
    number: int | None,
    step: int | None,
    *,
    everything: bool,
    rest: str,
) -> HttpResponse:
    """Show a step of a round, the last that was dealt unless named, or of all rounds.

    `rest` is what an address goes on with that is no step: it leads back to the replay.
    """
    check_readable(reader.match)
    if rest:
        return astray.no_such_place(request, reader)
    reel = None if everything else number or reader.match.rounds.count()
    try:
        if step is None:
            step = read_step(request, queries.last_step(reader.match, reel))
            return redirect(reader.at(reel, step))
        return _shown(request, reader, reel, step)
    except NoSuchRound:
        return astray.no_such_round(request, reader)
    except NoSuchStep:
        return astray.no_such_step(request, reader, reel, 404)
    except Malformed:
        return astray.no_such_step(request, reader, reel, 400)


def _shown(request: HttpRequest, reader: Reader, reel: int | None, step: int) -> HttpResponse:
    """Show a step; to a page that shows the like of it already, only what the step changes."""
    shown = queries.replay_page(reader.match, reader.seat, reel, step)
    shows, key = request.headers.get(ASKED), reader.key(shown)
    is_listed = shows != key or reel is None
    words = {
        "frame": "base.html" if shows is None else "games/part.html",
        "is_listed": is_listed,
        "is_whole": shows is None,
        "key": key,
        "page": shown,
        "match": reader.match,
        "seat": reader.below,
        "picture": picture.of_replay(shown),
        "chart": picture.of_totals(shown, reader.seat),
        "course": [
            (seat.name, [ended.totals[seat.number] for ended in shown.ended])
            for seat in shown.seats
        ],
        "steps": _steps(shown, reader),
        "first": reader.at(reel, 0),
        "way": reader.way_to(reel),
        "hands": reader.hands,
        "lines": _lines(shown, reader) if is_listed else (),
        "rounds": [(number, starter, reader.at(number, 0)) for number, starter in shown.rounds],
        "beside": _beside(shown, reader),
        "shows_hands": reader.hands != "closed",
        "turned": reader.at(reel, step, "open" if reader.hands == "closed" else "closed"),
    }
    response = render(request, "games/replay.html", words)
    patch_vary_headers(response, [ASKED])
    return response


def _lines(shown: ReplayPage, reader: Reader) -> list[tuple[str, Told]]:
    """Return the steps in words, each with its address."""
    steps = (told.step for told in shown.lines)
    return list(zip(reader.each(shown.reel, steps), shown.lines, strict=True))


def _beside(shown: ReplayPage, reader: Reader) -> str:
    """Return the address of the same moment in the other reel; empty where there is only one."""
    if shown.beside is None:
        return ""
    return reader.at(shown.round if shown.reel is None else None, shown.beside)


def _steps(shown: ReplayPage, reader: Reader) -> dict[str, str]:
    """Return the addresses beside a step; empty where there is nothing to go to.

    Beyond a round's ends lie the rounds before and after it.
    """
    reel, step, last = shown.reel, shown.step, shown.last_step
    numbers = [other for other, _starter in shown.rounds]
    back = reader.at(reel, step - 1) if step else ""
    forward = reader.at(reel, step + 1) if step < last else ""
    if not back and reel is not None and reel - 1 in numbers:
        back = reader.last_of(reel - 1)
    if not forward and reel is not None and reel + 1 in numbers:
        forward = reader.at(reel + 1, 0)
    return {
        "first": reader.at(reel, 0) if step else "",
        "back": back,
        "forward": forward,
        "last": reader.at(reel, last) if step < last else "",
    }
