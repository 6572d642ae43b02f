"""The page of everything that cannot be done: what happened, what is safe, what to do now.

Lives here because every part of the site may call it, and imports go down only.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext


class Words(NamedTuple):
    """What is true of every problem of one status: what happened, why, what to do now."""

    title: str | Promise
    sentence: str | Promise
    advice: str | Promise


WORDS = {
    400: Words(
        _("This could not be read"),
        _("What your browser sent was not complete, or is nothing this page knows."),
        _("Go back, load the page again and try once more."),
    ),
    403: Words(
        _("This is not open to you"),
        _("You may not see this page or do this; another account or another link may."),
        _("If a mail brought you here, open its link again."),
    ),
    404: Words(
        _("There is no such page"),
        _("The address was mistyped or cut, or what stood here is gone."),
        _("If a mail brought you here, look whether all of its link was opened."),
    ),
    405: Words(
        _("This does not work this way"),
        _("This address takes a form that is sent, or can only be looked at; not the other way."),
        _("Go back to the page you came from."),
    ),
    409: Words(
        _("The table has moved on"),
        _("Something happened since you loaded the page, and what you asked for no longer fits."),
        _("Look at it as it is now."),
    ),
    410: Words(
        _("The time of this link is over"),
        _("It was good once and is not any more."),
        _("Ask for a new one."),
    ),
    413: Words(
        _("This is too much at once"),
        _("What your browser sent is larger than anything this page takes."),
        _("Go back, make it shorter and send it again."),
    ),
    422: Words(
        _("This cannot be done"),
        _("What you asked for does not fit."),
        _("Go back and change it."),
    ),
    429: Words(
        _("A little slower, please"),
        _("That was asked for too often in a short time."),
        _("Wait a while and try again."),
    ),
    503: Words(
        _("Back in a moment"),
        _("The server is being looked after, or has too much to do right now."),
        _("Try again in a few minutes."),
    ),
}


def problem(
    request: HttpRequest,
    status: int,
    title: str = "",
    sentence: str = "",
    *,
    advice: str = "",
    link: str = "",
    link_text: str = "",
    also: Sequence[tuple[str, str]] = (),
    retry_after: int | None = None,
) -> HttpResponse:
    """Return the error page of this status, never stored by a cache.

    What is left out says what is true of every problem of that status. `link` is what to do now,
    home where there is nothing better, and `also` are other addresses to go to, each with its
    words; `retry_after` is in seconds.
    """
    usual = WORDS[status]
    if retry_after is not None:
        advice = advice or _try_again_in(retry_after)
    words = {
        "status": status,
        "title": title or usual.title,
        "sentence": sentence or usual.sentence,
        "advice": advice or usual.advice,
        "link": link,
        "link_text": link_text,
        "also": also,
    }
    response = render(request, "problem.html", words, status=status)
    response["Cache-Control"] = "no-store"
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response


def _try_again_in(seconds: int) -> str:
    if seconds < 60:
        return ngettext(
            "Try again in %(seconds)d second.", "Try again in %(seconds)d seconds.", seconds
        ) % {"seconds": seconds}
    minutes = math.ceil(seconds / 60)
    return ngettext(
        "Try again in %(minutes)d minute.", "Try again in %(minutes)d minutes.", minutes
    ) % {"minutes": minutes}
