"""What an event of a log is and who brought it about, in words for who looks after matches."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

KINDS: Final[Mapping[str, Promise]] = {
    "match_started": gettext_lazy("match started"),
    "round_dealt": gettext_lazy("round dealt"),
    "tile_drawn": gettext_lazy("tile drawn"),
    "tile_played": gettext_lazy("tile laid"),
    "turn_passed": gettext_lazy("turn passed"),
    "round_ended": gettext_lazy("round ended"),
    "match_ended": gettext_lazy("match ended"),
    "seat_handed_over": gettext_lazy("seat handed over"),
    "match_paused": gettext_lazy("match paused"),
    "match_resumed": gettext_lazy("match went on"),
    "deadline_moved": gettext_lazy("deadline moved"),
    "hint_given": gettext_lazy("hint given"),
    "match_abandoned": gettext_lazy("match abandoned"),
    "moves_rewound": gettext_lazy("moves taken back"),
}
CAUSED: Final[Mapping[str, Promise]] = {
    "player": pgettext_lazy("cause of an event", "the player"),
    "forced": pgettext_lazy("cause of an event", "no other choice"),
    "plan": pgettext_lazy("cause of an event", "a plan"),
    "clock": pgettext_lazy("cause of an event", "time ran out"),
    "bot": pgettext_lazy("cause of an event", "a bot"),
    "admin": pgettext_lazy("cause of an event", "the administration"),
    "system": pgettext_lazy("cause of an event", "the course of the match"),
}


def kind_in_words(kind: str) -> str:
    """Return what an event of this type is; the type itself where a newer version wrote it."""
    return str(KINDS.get(kind, kind))


def cause_in_words(cause: str) -> str:
    """Return who or what brought an event about; the code itself where it is not known here."""
    return str(CAUSED.get(cause, cause))
