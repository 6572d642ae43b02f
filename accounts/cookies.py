"""Signed short-lived cookies: what a link or a form leaves in the browser instead of a table."""

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

AGE = timedelta(hours=1)


def keep(response: HttpResponse, name: str, value: dict[str, str], *, path: str) -> None:
    """Leave `value` in the browser for pages below `path`, where no script can read it."""
    response.set_cookie(
        name,
        signing.dumps(value, salt=f"accounts.cookie.{name}", compress=True),
        max_age=AGE,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def kept(request: HttpRequest, name: str) -> dict[str, str]:
    """Return what was left there, nothing where it is missing, too old or not ours."""
    try:
        value = signing.loads(
            request.COOKIES.get(name, ""), salt=f"accounts.cookie.{name}", max_age=AGE
        )
    except signing.BadSignature:
        return {}
    return dict(value)
