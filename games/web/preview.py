"""The pictures that chats and social pages show beside a link, each at its own address.

Anybody may ask for them, whoever is signed in: they show what a visitor may see. Of a match that
is not open to visitors, and of one that there is not, it is the same plain card.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.problems import problem
from games import queries
from games.engine import EventMalformed, RulesRefused
from games.queries import NoSuchRound, NoSuchStep
from games.services.darkroom import Busy
from games.tables import Match
from games.web import cards
from games.web.cards import Card
from games.web.manners import above_the_way_back

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "public, no-cache"
LANGUAGES: Final = frozenset(code for code, _name in settings.LANGUAGES)

Drawing = Callable[..., Card | None]


def _picture(view: Drawing) -> Callable[..., HttpResponseBase]:
    """Make a view a picture in the language that the address asks for.

    An address that holds the picture's mark can never show another, so it may be kept for ever.
    """

    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, **where: str | int) -> HttpResponseBase:
        with translation.override(read_language(request)):
            try:
                found = view(**where)
            except (NoSuchRound, NoSuchStep):
                return above_the_way_back(request, 404)
            except (EventMalformed, RulesRefused):
                found = None
            card = found or cards.plain()
        etag = f'"{card.mark}"'
        try:
            response = get_conditional_response(request, etag=etag) or _sent(card)
        except Busy as busy:
            return _busy(request, busy.wait)
        lasts = found is not None and request.GET.get("v") == card.mark
        response["ETag"] = etag
        response["Cache-Control"] = FOR_EVER if lasts else ASK_AGAIN
        response["X-Robots-Tag"] = "noindex"
        return response

    return shown


def read_language(request: HttpRequest) -> str:
    """Return the language that an address asks for, or else the reader's."""
    asked = request.GET.get("lang", "")
    return asked if asked in LANGUAGES else translation.get_language() or settings.LANGUAGE_CODE


def is_public(match: Match) -> bool:
    """Whether whoever has the address of a match may see its table."""
    return match.is_over or (match.watchable and match.state == Match.State.RUNNING)


@_picture
def site() -> Card:
    """Show the card of a page without a table."""
    return cards.plain()


@_picture
def match(slug: str) -> Card | None:
    """Show the result of a match that is over, the newest table of one that is watched."""
    found = _public(slug)
    if found is None:
        return None
    if found.is_over:
        return cards.of_result(found, queries.result_page(found))
    return cards.of_table(queries.table_page(found, None, None))


@_picture
def step(slug: str, round_number: int, step: int) -> Card | None:
    """Show a step of a replay."""
    found = _public(slug)
    return (
        None
        if found is None
        else cards.of_step(queries.replay_page(found, None, round_number, step))
    )


def _public(slug: str) -> Match | None:
    found = queries.match_by_slug(slug)
    return found if found is not None and is_public(found) and not found.fault else None


def _busy(request: HttpRequest, wait: int) -> HttpResponse:
    return problem(
        request,
        429,
        _("The picture is not ready yet"),
        _("Only a few pictures are drawn at a time, so that no table has to wait for them."),
        link=request.get_full_path(),
        link_text=_("Ask for the picture again"),
        retry_after=wait,
    )


def _sent(card: Card) -> HttpResponse:
    return HttpResponse(cards.drawn(card), content_type="image/png")
