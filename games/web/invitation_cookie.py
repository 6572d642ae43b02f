"""The cookie that an invitation's link leaves, below its own address (MAIL.md, Links 3)."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.tables import Invitation

NAME: Final = "invitation"
AGE: Final = timedelta(days=14)
_SALT: Final = "games.cookie.invitation"


def keep(response: HttpResponse, invitation: Invitation, token: str) -> None:
    """Leave an invitation's token in the browser, where no script can read it."""
    response.set_signed_cookie(
        NAME,
        token,
        salt=_SALT,
        max_age=AGE,
        path=path_of(invitation),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def kept(request: HttpRequest) -> str:
    """Return the token that was left, nothing where it is missing, too old or not ours."""
    return request.get_signed_cookie(NAME, "", salt=_SALT, max_age=AGE) or ""


def path_of(invitation: Invitation) -> str:
    """Return the address of an invitation's page."""
    return reverse("games:invitation", args=[invitation.pk])
