"""The options of a match in words: what somebody wants to know before they sit down."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import engine
from games.engine import Rules, rules_shown
from games.queries import estimates
from games.tables import Match

PRESETS: Final[Mapping[str, Promise]] = {
    "trains": gettext_lazy("Trains"),
    "four-arms": gettext_lazy("Four arms"),
}
SETS: Final[Mapping[int, Promise]] = {
    6: gettext_lazy("double-six, 28 tiles"),
    9: gettext_lazy("double-nine, 55 tiles"),
    12: gettext_lazy("double-twelve, 91 tiles"),
    15: gettext_lazy("double-fifteen, 136 tiles"),
    18: gettext_lazy("double-eighteen, 190 tiles"),
}
OPENINGS: Final[Mapping[str, Promise]] = {
    "set_aside": gettext_lazy("the starter is set aside, and who turns it up leads"),
    "holder": gettext_lazy("who holds the starter leads"),
}
DRAWN: Final[Mapping[str, Promise]] = {
    "must_play": gettext_lazy("a drawn tile that fits must be played"),
    "may_play": gettext_lazy("a drawn tile that fits may be kept"),
}
TIES: Final[Mapping[str, Promise]] = {
    "shared": gettext_lazy("equal totals share the rank"),
    "zero_rounds": gettext_lazy("of equal totals, more rounds without a point win"),
}


@dataclass(frozen=True)
class Options:
    """The options of a match, said: `special` holds what differs from the preset."""

    preset: str
    rounds: str
    tiles: str
    special: list[str]
    turn_time: str
    days: int


def options_of(match: Match, seats: int, people: int) -> Options:
    """Return the options of a match of so many seats, `people` of them not for bots."""
    rules = rules_shown(match.rules)
    return Options(
        preset=str(PRESETS[rules.preset]),
        rounds=rounds_said(rules),
        tiles=_("%(set)s; %(hand)s") % {"set": SETS[rules.highest], "hand": _hand(rules)},
        special=list(_special(rules, seats)),
        turn_time=duration_said(match.turn_time),
        days=estimates.days(rules, seats, people),
    )


def rules_said(match: Match, seats: int) -> list[str]:
    """Return what is played at a match of so many seats; unknown rules go by their names."""
    try:
        options = options_of(match, seats, people=0)
    except (KeyError, TypeError, engine.RulesRefused):
        return [f"{name} {value}" for name, value in match.rules.items()]
    return [options.preset, options.rounds, options.tiles, *options.special]


def duration_said(time: timedelta) -> str:
    """Return the time for a move in days where it is whole days, else in hours."""
    hours = round(time / timedelta(hours=1))
    if hours % 24:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = hours // 24
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def rounds_said(rules: Rules) -> str:
    """Return how many rounds there are and how they are played."""
    count = ngettext("%(count)d round", "%(count)d rounds", rules.rounds) % {"count": rules.rounds}
    if rules.rounds == 1:
        return count
    if rules.pace == "side_by_side":
        return _("%(rounds)s, all side by side") % {"rounds": count}
    return _("%(rounds)s, one after the other") % {"rounds": count}


def _hand(rules: Rules) -> str:
    words = ngettext("%(count)d tile each", "%(count)d tiles each", rules.hand_size)
    return words % {"count": rules.hand_size}


def _special(rules: Rules, seats: int) -> Iterator[str]:
    """Yield the options that the preset would have otherwise, in words."""
    usual = engine.resolve(
        rules.preset, seats, highest=rules.highest, hand_size=rules.hand_size, rounds=rules.rounds
    )
    if rules.arms != usual.arms:
        yield _("the starter has %(count)d places") % {"count": rules.arms}
    if rules.opening != usual.opening:
        yield str(OPENINGS[rules.opening])
    if rules.yard_reserve != usual.yard_reserve:
        yield _("tiles that are never drawn: %(count)d") % {"count": rules.yard_reserve}
    if rules.drawn_tile != usual.drawn_tile:
        yield str(DRAWN[rules.drawn_tile])
    if rules.double_blank != usual.double_blank:
        yield _("a double blank left in a hand costs %(count)d") % {"count": rules.double_blank}
    if rules.tie_break != usual.tie_break:
        yield str(TIES[rules.tie_break])
