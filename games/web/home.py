"""The first page: a welcome for who is not signed in, a player's tables for who is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player
from games.queries.home import FURTHEST, SHELVES, home_page
from games.web.asking import read_page
from games.web.examples import picture


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Return the tables of a player, those that wait for them first, or the welcome."""
    if not isinstance(request.user, Player):
        return render(request, "games/welcome.html", {"picture": picture("welcome", _("A table"))})
    now = timezone.now()
    pages = {name: min(read_page(request.GET, name), FURTHEST) for name in SHELVES}
    words = {"home": home_page(request.user, pages, now), "now": now}
    return render(request, "games/home.html", words)
