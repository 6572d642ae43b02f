"""The calendar itself, for programs, and the page on which its player finds and renews its link."""

import hashlib

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.problems import problem
from accounts.views.manners import PlayerRequest, own_page
from notifications.calendars import feed, links
from notifications.calendars.links import BadLink, LinkOver
from notifications.mails.composing import known_language


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send the calendar, or 304 to who has it as it is.

    A link that is over is answered 410, so that programs stop asking; 404 while its player is
    suspended, who may come back.
    """
    try:
        player = links.resolve(token)
    except BadLink:
        return problem(request, 404)
    except LinkOver:
        return problem(request, 410)
    if player.is_suspended or not player.is_active:
        return problem(request, 404)
    with translation.override(known_language(player.language)):
        content = feed.made_for(player, now=timezone.now())
    return _answer(request, content)


def _answer(request: HttpRequest, content: bytes) -> HttpResponse:
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    known = {tag.strip().removeprefix("W/") for tag in _asked(request).split(",")}
    response: HttpResponse
    if etag in known:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
        response["Content-Disposition"] = 'inline; filename="chickenfoot.ics"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex"
    return response


def _asked(request: HttpRequest) -> str:
    return request.headers.get("If-None-Match", "")


@own_page
def my_calendar(request: PlayerRequest) -> HttpResponse:
    """Show the link; a POST makes a new one, or switches the calendar off."""
    if request.method != "POST":
        found = links.feed_of(request.user)
        link = links.address(found) if found else ""
        words = {"link": link, "subscribe": f"webcal:{link.partition(':')[2]}" if link else ""}
        return render(request, "notifications/calendar.html", words)
    if "off" in request.POST:
        links.switch_off(request.user)
        messages.success(request, _("Your calendar is switched off: its link opens nothing."))
    else:
        links.make_link(request.user, now=timezone.now())
        messages.success(request, _("Here is your new link."))
    return redirect("notifications:my_calendar")
