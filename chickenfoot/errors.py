"""The site's answers where a view gave none: a page for people, JSON for programs.

Django calls these by status; they may be asked before any middleware has seen the request.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.busy import RETRY_AFTER, is_busy
from accounts.problems import WORDS, problem
from games.api import refusals
from games.web.manners import above_the_way_back

READS = frozenset({"GET", "HEAD"})


class RefusalMiddleware:
    """Give a refusal that came without a word, as Django's of a method is, the page it lacks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer, and with it all headers that the wordless one had."""
        wordless = self.get_response(request)
        if wordless.status_code not in WORDS or wordless.streaming or wordless.content:
            return wordless
        answer = above_the_way_back(request, wordless.status_code)
        for name, value in wordless.items():
            if name.lower() not in {"content-type", "content-length"}:
                answer[name] = value
        return answer


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what could not be read as a request: 400, or 413 where there was too much of it."""
    return _refused(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer who may not come in: 403."""
    return _refused(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer for an address with nothing behind it: 404."""
    return _refused(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what nobody caught: 503 where the database was the cause and it passes, or else 500.

    Django calls this while it handles the fault, whatever view or middleware it came from.
    """
    if is_busy(sys.exc_info()[1]):
        answer = _failed(request, 503)
        answer["Retry-After"] = str(RETRY_AFTER)
        return answer
    return _failed(request, 500)


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


def _refused(request: HttpRequest, status: int) -> HttpResponse:
    with _language_of(request):
        return _for_programs(request, status) or problem(request, status)


def _failed(request: HttpRequest, status: int) -> HttpResponse:
    """Return an answer that needs no database."""
    with _language_of(request):
        if answer := _for_programs(request, status):
            return answer
        words = {"status": status, "reads": request.method in READS}
        body = loader.get_template(f"{status}.html").render(words)
        return HttpResponse(body, status=status, headers={"Cache-Control": "no-store"})


def _for_programs(request: HttpRequest, status: int) -> HttpResponse | None:
    if not request.path.startswith("/api/"):
        return None
    headers = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
    return JsonResponse(refusals.usual(status), status=status, headers=headers)


@contextmanager
def _language_of(request: HttpRequest) -> Iterator[None]:
    """Speak the reader's language, also before `LocaleMiddleware` has looked for it."""
    if hasattr(request, "LANGUAGE_CODE"):
        yield
        return
    with translation.override(translation.get_language_from_request(request)):
        yield
