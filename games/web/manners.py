"""What every page of a match has in common: no cache, no search engine, refusals that are pages.

What may be kept by a browser says so itself.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.errors import AccountError, TooManyAsks
from accounts.problems import problem
from games.engine import EventMalformed, RulesRefused
from games.queries import NoSuchRound
from games.services import BadLink, MatchFaulted, ServiceError
from games.tables import Match
from games.web import paths
from games.web.asking import Malformed

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
READ = ("GET", "HEAD")
WRITE = ("POST",)


def page(*methods: str) -> Callable[[View[P]], View[P]]:
    """Make a view a page of a match that answers these methods."""

    def decorated(view: View[P]) -> View[P]:
        @require_http_methods(methods)
        @wraps(view)
        def polite(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            try:
                response = view(request, *args, **kwargs)
            except REFUSALS as refused:
                response = refusal(request, refused)
            response["X-Robots-Tag"] = "noindex"
            if not response.has_header("Cache-Control"):
                add_never_cache_headers(response)
            return response

        return polite

    return decorated


REFUSALS = (AccountError, ServiceError, Malformed, NoSuchRound, EventMalformed, RulesRefused)


def refusal(request: HttpRequest, refused: Exception) -> HttpResponse:
    """Return the page of a refusal that no page above it has shown."""
    match refused:
        case TooManyAsks():
            return problem(request, 429, sentence=refused.sentence, retry_after=refused.wait)
        case AccountError():
            return problem(request, refused.status, sentence=refused.sentence)
        case BadLink():
            return problem(request, 403, _("This link does not work"), str(refused))
        case MatchFaulted():
            return standing_still(request)
        case ServiceError():
            return problem(request, refused.status, sentence=str(refused))
        case Malformed():
            return above_the_way_back(request, 400, str(refused))
        case NoSuchRound():
            return above_the_way_back(request, 404, _("This table has no such round yet."))
    return standing_still(request)


def above_the_way_back(request: HttpRequest, status: int, sentence: str = "") -> HttpResponse:
    """Return the page of a problem, with the link to the table it was met below, if it was."""
    found = request.resolver_match
    if found is None or not found.route.startswith(paths.A_MATCH):
        return problem(request, status, sentence=sentence)
    place = [found.kwargs["slug"]]
    if at_seat := found.route.startswith(paths.A_SEAT):
        place.append(found.kwargs["number"])
    table = reverse("games:table" if at_seat else "games:match", args=place)
    return problem(request, status, sentence=sentence, link=table, link_text=_("Back to the table"))


def nothing_here(request: HttpRequest) -> HttpResponse:
    """Return the one answer for a match that there is not and one that the asker may not see."""
    return problem(request, 404)


def standing_still(request: HttpRequest) -> HttpResponse:
    """Return the page of a match whose record cannot be read."""
    return problem(request, 503, _("This table stands still"), str(MatchFaulted.sentence))


def check_readable(match: Match) -> None:
    """Raise `MatchFaulted` for a match that was found unreadable."""
    if match.fault:
        raise MatchFaulted
