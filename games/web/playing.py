"""The forms of a table: a move, giving a seat up, and coming back to it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games import queries, services
from games.engine import RuleViolation
from games.queries import sentences
from games.services import MatchNotRunning, SeatChanged, Stale, WordsRefused
from games.tables import Match, Seat
from games.web import asking, cookies, onwards, seats, talking
from games.web.asking import Asked
from games.web.manners import READ, WRITE, check_readable
from games.web.seats import Sitting, at_seat
from games.web.table import show


@at_seat(*WRITE)
def play(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Make a move, then go on to the next round that waits for this seat."""
    seat = sitting.seat
    check_readable(seat.match)
    move, typed = asking.read_form(request.POST, seat.number), asking.read_words(request.POST)
    asked, words = Asked(move.round), typed.words
    try:
        said = services.line_of(words, typed.key)
        played = services.play(
            seat, move.round, move.command, move.seq, said=said, now=timezone.now()
        )
    except WordsRefused as refused:
        asked = asking.read_link(request.POST)
        return show(request, seat, asked, note=str(refused), status=422, typed=words)
    except MatchNotRunning as refused:
        return _not_running(request, seat, words, refused)
    except Stale as stale:
        return show(request, seat, asked, note=str(stale), status=stale.status, typed=words)
    except RuleViolation as violation:
        names = queries.names_of(queries.seats_of(seat.match))
        sentence = sentences.refusal(violation, names)
        return show(request, seat, asked, note=sentence, status=422, typed=words)
    return redirect(onwards.way(seat, move.round, played))


def _not_running(
    request: HttpRequest, seat: Seat, words: str, refused: MatchNotRunning
) -> HttpResponse:
    """Return the page for a move that comes too late; the words that came with it are kept."""
    seat.match.refresh_from_db()
    if not seat.match.is_over:
        raise refused
    if words:
        note = _("The match is over: the move was not made, and your words were not said yet.")
        return talking.page_of(request, seat, typed=words, note=note, status=409)
    return seats.match_is_over(request, seat)


@at_seat(*WRITE)
def hint(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Give a hint on the choice that waits for this seat; the table shows it from then on."""
    seat = sitting.seat
    asked = asking.read_choice(request.POST)
    try:
        services.ask_hint(seat, asked.round, asked.seq, now=timezone.now())
    except Stale as stale:
        return show(request, seat, Asked(asked.round), note=str(stale), status=stale.status)
    return redirect(cookies.path_of(seat) + Asked(asked.round).query())


@at_seat(*READ, *WRITE)
def resign(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Ask whether to give the seat up for good, and do it when the answer comes by POST."""
    seat = sitting.seat
    if seat.match.state != Match.State.RUNNING:
        return redirect("games:match", seat.match.slug)
    if request.method in READ:
        return render(request, "games/resign.html", {"seat": seat, "match": seat.match})
    services.resign(seat, now=timezone.now())
    return render(request, "games/resigned.html", {"match": seat.match})


@at_seat(*WRITE)
def take_back(_request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Give a seat that a bot stands in for back to its player."""
    response = redirect(cookies.path_of(sitting.seat))
    try:
        seat = services.return_to_seat(sitting.seat, now=timezone.now())
    except SeatChanged:
        # Somebody else has brought the player back already, or nobody was away.
        return response
    if sitting.by_cookie:
        # The link that led here was for the bot's time; the player's begins now.
        token = services.token(services.capability_for(seat))
        cookies.keep(response, cookies.SEAT, sitting.seat, token)
    return response
