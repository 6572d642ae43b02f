"""How a player wants to be met by clocks: quiet at night, and reminded when they chose."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.quiet_hours import QuietHours

HALF: Final = "half"
BEFORE: Final = {
    "24h": timedelta(hours=24),
    "12h": timedelta(hours=12),
    "3h": timedelta(hours=3),
    "1h": timedelta(hours=1),
}
"""How long before a deadline a reminder may come."""
LABELS: Final[dict[str, str | Promise]] = {
    HALF: _("when half of the time is over"),
    "24h": _("24 hours before the end"),
    "12h": _("12 hours before the end"),
    "3h": _("3 hours before the end"),
    "1h": _("1 hour before the end"),
}
"""Every reminder that can be chosen, the usual order from early to late."""
USUAL: Final = "half 12h"


class Habits(NamedTuple):
    """What clocks have to know of who decides: their night, and the reminders that they chose."""

    night: QuietHours | None = None
    reminders: str = USUAL


def as_text(chosen: Iterable[str]) -> str:
    """Return reminders as they are kept: their names, early to late, a blank between two."""
    wanted = set(chosen)
    return " ".join(name for name in LABELS if name in wanted)


def validate_reminders(text: str) -> None:
    """Raise `ValidationError` for what names other reminders than there are."""
    if as_text(text.split()) != text:
        raise ValidationError(_("There is no such reminder."), code="invalid")


def times(chosen: str, since: datetime, until: datetime) -> list[datetime]:
    """Return when the chosen reminders come between two times, in order and each once."""
    asked = {
        since + (until - since) / 2 if name == HALF else until - BEFORE[name]
        for name in chosen.split()
    }
    return sorted(at for at in asked if since < at < until)
