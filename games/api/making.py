"""A new table as a program asks for it, read strictly."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext as _

from games.api.refusals import malformed
from games.services import SeatPlan
from games.tables import Match
from games.tables.match import USUAL_STAND_IN

FIELDS: Final = frozenset(
    {
        "preset",
        "options",
        "seats",
        "turn_seconds",
        "watchable",
        "hints",
        "out_of_time",
        "stand_in",
        "key",
    }
)
OPTIONS: Final = frozenset(
    {
        "rounds",
        "pace",
        "highest",
        "hand_size",
        "arms",
        "opening",
        "yard_reserve",
        "drawn_tile",
        "double_blank",
        "tie_break",
    }
)
MOST_SECONDS: Final = 10**8
MOST_SEATS: Final = 12


@dataclass(frozen=True)
class NewTable:
    """A table that is asked for; the same `key` again is the same table."""

    preset: str
    options: Mapping[str, Any]
    seats: list[SeatPlan]
    turn_time: timedelta
    watchable: bool
    hints: bool
    out_of_time: Match.OutOfTime
    stand_in: str
    key: str


def read_table(body: object) -> NewTable:
    """Return the table that a body asks for; raises a refusal that names the field."""
    if not isinstance(body, dict):
        raise malformed("body", _("A table is an object."))
    for name in body.keys() - FIELDS:
        raise malformed(str(name)[:40], _("A table has no such field."))
    policy = _text(body, "out_of_time", Match.OutOfTime.BOT_PLAYS)
    if policy not in Match.OutOfTime.values:
        raise malformed("out_of_time", _("It is bot_plays or wait."))
    return NewTable(
        preset=_text(body, "preset", "trains"),
        options=_options(body.get("options", {})),
        seats=_seats(body.get("seats")),
        turn_time=_turn_time(body.get("turn_seconds")),
        watchable=_flag(body, "watchable"),
        hints=_flag(body, "hints"),
        out_of_time=Match.OutOfTime(policy),
        stand_in=_text(body, "stand_in", USUAL_STAND_IN),
        key=_text(body, "key", ""),
    )


def _seats(told: object) -> list[SeatPlan]:
    """Return who shall sit where: `me`, `open`, `bot:hen` or an e-mail address, one a seat."""
    if not isinstance(told, list) or not all(isinstance(seat, str) for seat in told):
        raise malformed("seats", _("It is a list: me, open, bot:hen or an e-mail address a seat."))
    if not 2 <= len(told) <= MOST_SEATS:
        raise malformed("seats", _("A table has 2 to %(most)d seats.") % {"most": MOST_SEATS})
    return [_seat(_readable("seats", seat)) for seat in told]


def _seat(told: str) -> SeatPlan:
    if told == "me":
        return SeatPlan("me")
    if told == "open":
        return SeatPlan("open")
    if told.startswith("bot:"):
        return SeatPlan("bot", told.removeprefix("bot:"))
    return SeatPlan("address", told)


def _options(told: object) -> Mapping[str, Any]:
    if not isinstance(told, dict):
        raise malformed("options", _("It is an object of options of the rules."))
    for name, value in told.items():
        if name not in OPTIONS:
            raise malformed(name[:40], _("The rules have no such option."))
        if type(value) not in {str, int}:
            raise malformed(name, _("It is a text or a whole number."))
        _readable(name, str(value))
    return told


def _turn_time(told: object) -> timedelta:
    if type(told) is not int or not 0 < told < MOST_SECONDS:
        raise malformed("turn_seconds", _("It is the time for a move in whole seconds."))
    return timedelta(seconds=told)


def _flag(body: Mapping[str, Any], name: str) -> bool:
    told = body.get(name, False)
    if not isinstance(told, bool):
        raise malformed(name, _("It is true or false."))
    return told


def _text(body: Mapping[str, Any], name: str, usual: str) -> str:
    told = body.get(name, usual)
    if not isinstance(told, str):
        raise malformed(name, _("It is a text."))
    return _readable(name, told)


def _readable(name: str, told: str) -> str:
    """Return a text of whole letters; JSON may name half of one."""
    if any("\ud800" <= letter <= "\udfff" for letter in told):
        raise malformed(name, _("It holds letters that cannot be read."))
    return told
