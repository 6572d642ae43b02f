"""The site's answers where a view gave none: Django calls these by status."""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext as _

from accounts.busy import RETRY_AFTER, is_busy
from accounts.problems import problem
from games.api.refusals import BUSY


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer what could not be read as a request: 400."""
    return problem(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer who may not come in: 403."""
    return problem(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer for an address with nothing behind it: 404."""
    return problem(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what nobody caught: 503 where the database was the cause and it passes, or else 500.

    Django calls this while it handles the fault, whatever view or middleware it came from.
    """
    if is_busy(sys.exc_info()[1]):
        return busy(request)
    return _bare("500.html", 500)


def busy(request: HttpRequest) -> HttpResponse:
    """Answer while the database cannot be asked: 503, and when to ask again."""
    answer = (
        JsonResponse({**BUSY, "sentence": str(BUSY["sentence"])}, status=503)
        if request.path.startswith("/api/")
        else _bare("503.html", 503, reads=request.method in {"GET", "HEAD"})
    )
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer


def _bare(template: str, status: int, **words: object) -> HttpResponse:
    """Return a page that needs neither request nor database."""
    body = loader.get_template(template).render({"status": status, **words})
    return HttpResponse(body, status=status, headers={"Cache-Control": "no-store"})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Answer a form that came without this browser's cookie: 403."""
    return problem(
        request,
        403,
        _("This form could not be accepted"),
        _(
            "The page was open for too long, or this browser keeps no cookies. "
            "Go back, load the page again and send it once more. If that does not help, "
            "allow cookies for this site."
        ),
    )
