"""What became of a post, for the player to read."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TROUBLES: Final[Mapping[str, Promise]] = {
    "no_address": gettext_lazy("it is no address that we post to"),
    "private": gettext_lazy("its name leads into a private network"),
    "slow": gettext_lazy("it took too long to answer"),
    "unreachable": gettext_lazy("it could not be reached, or not safely"),
}


def trouble_said(trouble: str) -> str:
    """Return what went wrong, as the end of a sentence; empty where nothing did."""
    if trouble.isdigit():
        return _("it answered with status %(status)s") % {"status": trouble}
    return str(TROUBLES.get(trouble, ""))
