"""The film of a round that is over: an animated picture to download and to share."""

import hashlib
from typing import Final

import structlog
from django.http import FileResponse, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.problems import problem
from games import drawing, queries
from games.queries import NoFilm, NoSuchRound, Script
from games.services import darkroom
from games.web import astray
from games.web.manners import REFUSALS, check_readable, nothing_here, refusal
from games.web.preview import ASK_AGAIN, is_public, read_language
from games.web.reels import Reader

EDITION: Final = 1
"""To be raised when films are drawn in another way, so that no old one is sent."""
log = structlog.get_logger(__name__)


@require_safe
def film(request: HttpRequest, slug: str, round_number: int, form: str) -> HttpResponseBase:
    """Send the film of a round, in the language that the address asks for.

    It is made when it is first asked for, unless another one is being made. Whoever only asks what
    there is (HEAD) has none made.
    """
    match = queries.match_by_slug(slug)
    if match is None or not is_public(match):
        return nothing_here(request)
    with translation.override(read_language(request)):
        try:
            check_readable(match)
            script = queries.film_script(match, round_number)
        except NoSuchRound:
            return astray.no_such_round(request, Reader(match, None, None, ""))
        except NoFilm:
            return _none(request, slug, round_number)
        except REFUSALS as refused:
            return refusal(request, refused)
    etag = f'"{mark_of(script)}.{form}"'
    found = get_conditional_response(request, etag=etag)
    try:
        response = found or _sent(request, script, round_number, form)
    except darkroom.Busy as busy:
        return _busy(request, busy.wait)
    except OSError:
        log.exception("no film can be kept")
        return problem(request, 503)
    response["ETag"] = etag
    response["Cache-Control"] = ASK_AGAIN
    response["X-Robots-Tag"] = "noindex"
    return response


def mark_of(script: Script) -> str:
    """Return what is another for every other film."""
    return hashlib.sha256(repr((EDITION, script)).encode()).hexdigest()[:20]


def _sent(request: HttpRequest, script: Script, number: int, form: str) -> HttpResponseBase:
    mark, kind = mark_of(script), f"image/{form}"
    film = darkroom.kept(mark, form)
    if film is None and request.method == "HEAD":
        return StreamingHttpResponse((), content_type=kind)
    if film is None:
        darkroom.make(mark, lambda: drawing.films(script.placements, script.arms, script.steps))
        film = darkroom.kept(mark, form)
    if film is None:
        raise darkroom.Busy(1)
    # Not the address of the match: who is sent a film need not be able to open it. That it is to be
    # saved is said here, not by the link, so that a refusal is a page to read.
    name = f"chicken-foot-{number}.{form}"
    return FileResponse(film, as_attachment=True, filename=name, content_type=kind)


def _none(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    return problem(
        request,
        404,
        _("There is no film of this round"),
        _("A film shows a round from its first tile to its end, so it can be had afterwards."),
        advice=_("Come back when the round is over."),
        link=reverse("games:replay_round", args=[slug, number]),
        link_text=_("To the replay"),
    )


def _busy(request: HttpRequest, wait: int) -> HttpResponseBase:
    """Answer that there is no time for a film now; no 503, of which administrators are told."""
    return problem(
        request,
        429,
        _("The film is not ready yet"),
        _("Films are made one at a time, with pauses, so that no table has to wait for them."),
        link=request.get_full_path(),
        link_text=_("Ask for the film again"),
        retry_after=wait,
    )
