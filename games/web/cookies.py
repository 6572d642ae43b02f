"""The two cookies of a seat, which live below its address (MAIL.md, Links 3).

A link leaves a knock; answering "Play as …?" makes it the cookie of the seat. Both hold the link's
token, which is held against its row at each request, so a revoked link closes an open browser too.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.tables import Seat

KNOCK: Final = "knock"
SEAT: Final = "seat"
AGES: Final = {KNOCK: timedelta(hours=1), SEAT: timedelta(days=180)}


def keep(response: HttpResponse, name: str, seat: Seat, token: str) -> None:
    """Leave a seat's token in the browser, where no script can read it."""
    response.set_signed_cookie(
        name,
        token,
        salt=_salt(name),
        max_age=AGES[name],
        path=path_of(seat),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def kept(request: HttpRequest, name: str) -> str:
    """Return the token that was left, nothing where it is missing, too old or not ours."""
    return request.get_signed_cookie(name, "", salt=_salt(name), max_age=AGES[name]) or ""


def drop(response: HttpResponse, name: str, seat: Seat) -> None:
    """Take the cookie out of the browser."""
    response.delete_cookie(name, path=path_of(seat), samesite="Lax")


def path_of(seat: Seat) -> str:
    """Return the address of a seat's table, above all that the cookie is sent to."""
    return reverse("games:table", args=[seat.match.slug, seat.number])


def _salt(name: str) -> str:
    return f"games.cookie.{name}"
