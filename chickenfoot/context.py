"""What every page may know of the site."""

from django.http import HttpRequest
from django.urls import reverse

from notifications import mailbox


def site(request: HttpRequest) -> dict[str, str]:  # noqa: ARG001
    """Return where the mails of a server without a mail service can be read, if it has none."""
    return {"mailbox_url": reverse("notifications:mailbox") if mailbox.is_open() else ""}
