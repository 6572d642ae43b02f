"""A table before its first deal: who sits, words for the shuffle, sitting down, getting up."""

from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.problems import problem
from games import queries, services
from games.queries.waiting import WaitingRoom
from games.services import TableRefused
from games.tables import Match, Seat
from games.web import cookies, talking
from games.web.invitation_form import WordsForm
from games.web.manners import WRITE, nothing_here, page
from games.web.news import mark_for_seats, mark_for_watchers
from games.web.seats import Sitting, at_seat
from games.web.sent import sent


@dataclass(frozen=True)
class Refused:
    """What was written for a seat, and why it was refused."""

    seat: int
    typed: str
    sentence: str


NOTHING: Final = Refused(-1, "", "")


def room(
    request: HttpRequest,
    match: Match,
    seat: Seat | None,
    *,
    form: WordsForm | None = None,
    refused: Refused = NOTHING,
) -> HttpResponse:
    """Return the waiting room as its creator, a seat or a visitor with the address sees it."""
    reader = request.user if isinstance(request.user, Player) else None
    found = queries.waiting_room(match, seat, reader)
    if not (seat or found.is_creator or found.has_open_seat or match.watchable):
        return nothing_here(request)
    words = {
        "room": found,
        "form": form or _form(found),
        "refused": refused,
        "bots": queries.bot_lines(),
        "usual_bot": match.stand_in,
        "now": timezone.now(),
        "address": services.absolute(reverse("games:match", args=[match.slug])),
        **_followed(match, seat),
        **(talking.beside(seat) if seat else {}),
    }
    wrong = refused is not NOTHING or (form is not None and form.errors)
    return render(request, "games/waiting.html", words, status=422 if wrong else 200)


def _followed(match: Match, seat: Seat | None) -> dict[str, str]:
    """Return what an open page needs to follow the table: where it asks, and what it knows."""
    if seat is None:
        address = [match.slug]
        return {
            "here": reverse("games:match", args=address),
            "news": reverse("games:news", args=address),
            "mark": mark_for_watchers(match),
        }
    return {
        "here": cookies.path_of(seat),
        "news": reverse("games:seat_news", args=[match.slug, seat.number]),
        "mark": mark_for_seats(match),
    }


def gone(request: HttpRequest) -> HttpResponse:
    """Return the page of a table that was called off."""
    return problem(
        request,
        410,
        _("This table was called off"),
        _("It never began, so there is nothing to see here."),
    )


@at_seat(*WRITE)
def words(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Keep a player's words; they may be changed until the first deal."""
    refused = _keep_words(request, sitting.seat)
    if refused is not None:
        return room(request, sitting.seat.match, sitting.seat, form=refused)
    messages.success(request, _("Your words are kept."))
    return _to_seat(sitting.seat)


@at_seat(*WRITE)
def deal(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Begin at a table that was full when it was made, with the words that come along."""
    seat = sitting.seat
    if seat.match.creator_id != seat.player_id:
        return problem(request, 403, sentence=_("Only who made the table may do this."))
    if seat.match.state == Match.State.WAITING:
        refused = _keep_words(request, seat)
        if refused is not None:
            return room(request, seat.match, seat, form=refused)
    services.begin(seat.match, now=timezone.now())
    return _to_seat(seat)


@at_seat(*WRITE)
def leave(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Get up from a table that has not begun."""
    services.leave(sitting.seat, now=timezone.now())
    messages.success(request, _("You have left the table."))
    return redirect("games:home")


@page(*WRITE)
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down at a seat that is open to all, for somebody signed in."""
    match = queries.match_by_slug(slug)
    if match is None:
        return nothing_here(request)
    if not isinstance(request.user, Player):
        return redirect_to_login(reverse("games:match", args=[slug]))
    form = WordsForm(sent(request))
    if form.is_valid():
        try:
            seat = services.take_open_seat(
                match, request.user, **form.cleaned_data, now=timezone.now()
            )
        except TableRefused as refused:
            form.add_error("words", str(refused))
        else:
            return _to_seat(seat)
    return room(request, match, None, form=form)


def _form(found: WaitingRoom) -> WordsForm:
    kept = found.words
    return WordsForm(initial={"words": kept.words, "nonce": kept.nonce} if kept else None)


def _keep_words(request: HttpRequest, seat: Seat) -> WordsForm | None:
    """Keep the words that were sent, or return the form that says why they were refused."""
    form = WordsForm(sent(request))
    if form.is_valid():
        try:
            services.give_words(seat, **form.cleaned_data)
        except TableRefused as refused:
            form.add_error("words", str(refused))
    return form if form.errors else None


def _to_seat(seat: Seat) -> HttpResponse:
    return redirect("games:table", seat.match.slug, seat.number)
