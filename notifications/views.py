"""The pages of mail: switching a kind off or on, and the mailbox of the embedded default."""

from csp.decorators import csp_replace
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.problems import problem
from accounts.views.manners import PlayerRequest, own_page, page, status_of
from notifications import mailbox as box
from notifications import preferences
from notifications.bouncing import trying
from notifications.forms import SettingsForm
from notifications.mails.composing import known_language
from notifications.preferences import BadLink

FRAME = "allow-popups allow-popups-to-escape-sandbox"


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def preference(request: HttpRequest, token: str) -> HttpResponse:
    """Show whether a kind of mail is wanted; a POST changes it and is answered 200, always.

    A mail program's one click needs no cookie and no CSRF token (RFC 8058). The page's own button
    does: some mail scanners press buttons (MAIL.md, Links 1).
    """
    if request.POST.get("List-Unsubscribe") == "One-Click":
        return _preference(request, token)
    return _preference_by_button(request, token)


@csrf_protect
def _preference_by_button(request: HttpRequest, token: str) -> HttpResponse:
    return _preference(request, token)


def _preference(request: HttpRequest, token: str) -> HttpResponse:
    try:
        found = preferences.resolve(token)
    except BadLink:
        return problem(request, 403)
    if request.method == "POST":
        preferences.choose(found, wanted=request.POST.get("wanted") == "1")
    with translation.override(known_language(found.player.language)):
        response = render(
            request,
            "notifications/preference.html",
            {
                "kind": found.kind.label,
                "wanted": preferences.wants(found.player, found.kind),
                "changed": request.method == "POST",
            },
        )
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@page
def settings(request: HttpRequest, token: str) -> HttpResponse:
    """Show and change all of somebody's mail settings, without their signing in."""
    try:
        player = preferences.resolve_all(token)
    except BadLink:
        return problem(request, 403)
    response = _settings(request, player)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@own_page
def my_settings(request: PlayerRequest) -> HttpResponse:
    """Show and change one's own mail settings."""
    return _settings(request, request.user)


def _settings(request: HttpRequest, player: Player) -> HttpResponse:
    with translation.override(known_language(player.language)):
        form = SettingsForm.of(player, request.POST if request.method == "POST" else None)
        if form.is_valid():
            preferences.choose_all(player, form.chosen, now=timezone.now())
            messages.success(request, _("Saved."))
            return redirect(request.path)
        words = {"form": form, "reader": player}
        return render(request, "notifications/settings.html", words, status=status_of(form))


@never_cache
@require_POST
def try_again(request: HttpRequest, token: str) -> HttpResponse:
    """Send mail to a player's address again; the button's link is the player's own."""
    player = trying.resolve(token)
    if player is None:
        return problem(request, 403)
    trying.try_again(player.email, now=timezone.now())
    messages.success(request, _("Mail goes to your address again. If it comes back, we tell you."))
    back = request.POST.get("next", "")
    known = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return redirect(back if known else "/")


@never_cache
@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """List the mails that were sent, newest first."""
    _only_embedded()
    return render(request, "notifications/mailbox.html", {"mails": box.newest()})


@never_cache
@require_safe
def mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one mail: headers, text, and its HTML in a sandboxed frame."""
    found = _found(name)
    return render(request, "notifications/mail.html", {"mail": found, "sandbox": FRAME})


@never_cache
@require_safe
@xframe_options_sameorigin
@csp_replace(  # type: ignore[arg-type]  # its types know no view with arguments
    {
        "default-src": ["'none'"],
        "style-src": ["'unsafe-inline'"],
        "img-src": ["data:"],
        "script-src": None,
        "font-src": None,
        "connect-src": None,
        "manifest-src": None,
        "form-action": ["'none'"],
        "frame-src": None,
        "frame-ancestors": ["'self'"],
        "base-uri": ["'none'"],
        "sandbox": FRAME.split(),
    }
)
def mail_html(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001 - a view
    """Show the HTML part alone, for that frame: the one page whose policy allows inline style."""
    return HttpResponse(_found(name).shown())


def _only_embedded() -> None:
    if not box.is_open():
        raise Http404


def _found(name: str) -> box.Mail:
    _only_embedded()
    found = box.find(name)
    if found is None:
        raise Http404
    return found
