"""The page of a new table: a form that makes one table, however often it is sent."""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.models import Player
from games import queries, services
from games.engine import RulesRefused
from games.queries import estimates
from games.queries.options import PRESETS
from games.services import TableRefused
from games.tables import Match
from games.tables.match import USUAL_STAND_IN
from games.web.manners import READ, WRITE, page
from games.web.plurals import each_form
from games.web.seat_fields import MOST
from games.web.sent import sent
from games.web.table_form import TableForm

START = {
    "preset": "trains",
    "seats": 4,
    "turn_time": 72,
    "match_length": "full",
    "pace": "side_by_side",
}
SHOW = "show"
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - a field's name


@page(*READ, *WRITE)
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show the form, show it again with other seats, or make the table and lead to it."""
    creator = request.user
    assert isinstance(creator, Player)  # noqa: S101 - login_required has seen to it
    met = queries.met_before(creator)
    if request.method in READ:
        return _page(request, TableForm(creator, met, initial=_asked_for(request.GET)))
    fields = sent(request)
    if SHOW in fields:
        return _page(request, TableForm(creator, met, initial={**START, **fields.dict()}))
    form = TableForm(creator, met, fields)
    made = _make(creator, form, fields) if form.is_valid() else None
    if made is None:
        return _page(request, form)
    return redirect("games:match", made.slug)


def _make(creator: Player, form: TableForm, fields: QueryDict) -> Match | None:
    """Make the table, or say in the form why not."""
    asked = urlencode(sorted((name, value) for name, value in fields.items() if name != TOKEN))
    try:
        return services.create_match(
            creator,
            preset=form.cleaned_data["preset"],
            options=form.cleaned_data["options"],
            seats=form.cleaned_data["plan"],
            turn_time=form.turn_time_asked(),
            watchable=form.cleaned_data["watchable"],
            hints=form.cleaned_data["hints"],
            out_of_time=form.out_of_time_asked(),
            stand_in=form.cleaned_data["stand_in"] or USUAL_STAND_IN,
            deal_at_once=False,
            asked=asked,
            now=timezone.now(),
        )
    except TableRefused as refused:
        form.add_refusal(refused.field, refused.sentence)
    except RulesRefused as refused:
        for name, sentence in refused.problems:
            form.add_refusal(name, sentence)
    return None


def _asked_for(query: QueryDict) -> dict[str, Any]:
    """Return the form's first values; an address like `/new/?seats=4&preset=trains` may set two."""
    initial: dict[str, Any] = dict(START)
    if query.get("preset") in PRESETS:
        initial["preset"] = query["preset"]
    if query.get("seats") in {str(number) for number in range(2, MOST + 1)}:
        initial["seats"] = query["seats"]
    return initial


def _estimates(form: TableForm) -> dict[str, str]:
    """Return how long the table on the form would take in each pace, in words."""
    rules, seats, people = form.guess()
    return {
        pace: estimates.said(estimates.days(replace(rules, pace=pace), seats, people))
        for pace in ("in_turn", "side_by_side")
    }


def _page(request: HttpRequest, form: TableForm) -> HttpResponse:
    words = {
        "form": form,
        "bots": queries.bot_lines(),
        "estimate": _estimates(form),
        "estimates": json.dumps(
            {
                "rounds": estimates.ROUND_DAYS,
                "slowest": estimates.SLOWEST,
                "finest": estimates.FINEST,
                "days": each_form(estimates.form_of),
            }
        ),
    }
    return render(request, "games/new.html", words, status=422 if form.errors else 200)
