"""What every page of accounts has in common."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import AccountError, TooManyAsks
from accounts.models import Player
from accounts.problems import problem

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
PATH_LENGTH = 500


class PlayerRequest(HttpRequest):
    """A request of somebody who is signed in."""

    user: Player


def page(view: View[P]) -> View[P]:
    """Make a view a page that no cache keeps and whose refusals are pages too.

    A field that comes twice is refused: which of the two was meant is anybody's guess.
    """

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def polite(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if any(len(values) > 1 for _name, values in request.POST.lists()):
            return problem(request, 400, sentence=_("A field of the form came twice."))
        try:
            return view(request, *args, **kwargs)
        except AccountError as refused:
            return refusal(request, refused)

    return polite


def own_page(view: Callable[Concatenate[PlayerRequest, P], HttpResponse]) -> View[P]:
    """Make a view a page that only somebody signed in gets to see."""

    @page
    @login_required
    @wraps(view)
    def own(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, *args, **kwargs)  # type: ignore[arg-type]  # login_required has seen to it

    return own


def refusal(request: HttpRequest, refused: AccountError) -> HttpResponse:
    """Return the page that says a refusal's sentence."""
    wait = refused.wait if isinstance(refused, TooManyAsks) else None
    return problem(request, refused.status, sentence=refused.sentence, retry_after=wait)


def status_of(form: forms.Form) -> int:
    """Return 422 for a form that comes back with its errors, 200 for a fresh one."""
    return 422 if form.errors else 200


def safe_path(request: HttpRequest, path: str) -> str:
    """Return `path` where it leads to a page of this site, else nothing."""
    ours = (
        path.startswith("/")
        and len(path) <= PATH_LENGTH
        and url_has_allowed_host_and_scheme(path, allowed_hosts={request.get_host()})
    )
    return path if ours else ""


def is_of_page(request: HttpRequest, address: str) -> bool:
    """Return whether a form was sent from the page of this address, or says nothing of it.

    A browser that two people share keeps one link at a time: the last one that was opened.
    """
    return request.method != "POST" or request.POST.get("address", address) == address
