"""The first page: a welcome for who is not signed in, a player's tables for who is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player
from games.queries.home import FURTHEST, SHELVES, home_page
from games.web.examples import picture


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Return the tables of a player, those that wait for them first, or the welcome."""
    if not isinstance(request.user, Player):
        return render(request, "games/welcome.html", {"picture": picture("welcome", _("A table"))})
    now = timezone.now()
    pages = {name: _page_of(request, name) for name in SHELVES}
    words = {"home": home_page(request.user, pages, now), "now": now}
    return render(request, "games/home.html", words)


def _page_of(request: HttpRequest, name: str) -> int:
    """Return the page of a list that the address asks for, the first for what is no number."""
    asked = request.GET.get(name, "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 5 else 1
    return min(max(number, 1), FURTHEST)
