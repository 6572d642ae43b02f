"""What happened, in words: single events, and the lines that a table or a replay tells.

Sentences have a form for whoever reads of themselves (`You laid …`), as most languages want it.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import formats, timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import Tile
from games.queries.naming import joined_to, laid, several
from games.queries.views import Happened

Forms = tuple[str | Promise, str | Promise]
"""A sentence about somebody else, and the same about who reads it."""

LAID: Final[Mapping[str, Forms]] = {
    "player": (
        gettext_lazy("%(name)s laid %(tile)s on %(on)s."),
        gettext_lazy("You laid %(tile)s on %(on)s."),
    ),
    "forced": (
        gettext_lazy("%(name)s laid %(tile)s on %(on)s."),
        gettext_lazy("Your only move was made for you: %(tile)s on %(on)s."),
    ),
    "clock": (
        gettext_lazy("%(name)s's time was up, so a bot laid %(tile)s on %(on)s."),
        gettext_lazy("Your time was up, so a bot laid %(tile)s on %(on)s for you."),
    ),
    "plan": (
        gettext_lazy("%(name)s laid %(tile)s on %(on)s."),
        gettext_lazy("Your plan was used: %(tile)s on %(on)s."),
    ),
    "after a draw": (
        gettext_lazy("%(name)s drew a tile and laid it: %(tile)s on %(on)s."),
        gettext_lazy("You drew %(tile)s and laid it on %(on)s."),
    ),
    "opening": (
        gettext_lazy("%(name)s put %(tile)s in the centre."),
        gettext_lazy("You put %(tile)s in the centre."),
    ),
}
PASSED: Final[Mapping[str, Forms]] = {
    "player": (gettext_lazy("%(name)s passed."), gettext_lazy("You passed.")),
    "forced": (
        gettext_lazy("%(name)s could not play and passed."),
        gettext_lazy("You could not play and passed."),
    ),
    "clock": (
        gettext_lazy("%(name)s's time was up, so a bot passed."),
        gettext_lazy("Your time was up, so a bot passed for you."),
    ),
    "after a draw": (
        gettext_lazy("%(name)s drew a tile and passed."),
        gettext_lazy("You drew %(drawn)s and passed."),
    ),
    "forced after a draw": (
        gettext_lazy("%(name)s drew a tile and had to pass."),
        gettext_lazy("You drew %(drawn)s and had to pass."),
    ),
}
DREW: Final[Forms] = (gettext_lazy("%(name)s drew a tile."), gettext_lazy("You drew %(tile)s."))
DREW_SEEN: Final = gettext_lazy("%(name)s drew %(tile)s.")
HAS_TIME: Final[Forms] = (
    gettext_lazy("%(name)s has time until %(until)s."),
    gettext_lazy("You have time until %(until)s."),
)
HANDED_OVER: Final[Mapping[str, str | Promise]] = {
    "clock": gettext_lazy("Time ran out too often: a bot plays for %(name)s until they are back."),
    "resigned": gettext_lazy("The player of seat %(number)s resigned; a bot plays on."),
    "left": gettext_lazy("The player of seat %(number)s has left; a bot plays on."),
    "returned": gettext_lazy("%(name)s is back at the table."),
    "suspended": gettext_lazy("A bot plays for %(name)s for the time being."),
    "admin": gettext_lazy("A bot was given the seat of %(name)s."),
}
GIVEN: Final = gettext_lazy("Seat %(number)s was given to %(name)s.")


@dataclass(frozen=True)
class Line:
    """One or two events that belong together, told in a sentence; `seq` is the last one's."""

    seq: int
    at: datetime
    text: str
    seat: int | None
    taken_back: bool = False


def say(happened: Happened, names: Sequence[str], me: int | None = None) -> str:
    """Return one event in words, told to seat `me` or, without one, to anybody."""
    return _marked(happened, _say(happened, None, names, me))


def tell(happened: Iterable[Happened], names: Sequence[str], me: int | None = None) -> list[Line]:
    """Return events in words, a draw in one line with the play or the pass that followed it."""
    lines: list[Line] = []
    drew: Happened | None = None
    for event in happened:
        after = drew if _follows(drew, event) else None
        if after is not None:
            lines.pop()
        lines.append(_line(event, after, names, me))
        drew = event if event.type == "tile_drawn" else None
    return lines


def tell_each(
    happened: Iterable[Happened], names: Sequence[str], me: int | None = None
) -> list[Line]:
    """Return events in words, a line each."""
    return [_line(event, None, names, me) for event in happened]


def moment(at: str) -> datetime:
    """Return the time that an event's `at` says; raises ValueError for what is none."""
    found = parse_datetime(at)
    if found is None:
        raise ValueError("no time")
    return found


def _line(event: Happened, drew: Happened | None, names: Sequence[str], me: int | None) -> Line:
    seat = event.data.get("seat")
    who = seat if isinstance(seat, int) else None
    text = _marked(event, _say(event, drew, names, me))
    return Line(event.seq, moment(event.at), text, who, event.taken_back)


def _marked(event: Happened, text: str) -> str:
    """Return a sentence with what has to be said of it besides: taken back, or why it was done."""
    if event.taken_back:
        return _("Taken back: %(sentence)s") % {"sentence": text}
    if event.reason:
        words = {"sentence": text, "reason": event.reason}
        return _("%(sentence)s An administrator’s reason: “%(reason)s”") % words
    return text


def _follows(drew: Happened | None, event: Happened) -> bool:
    return (
        drew is not None
        and event.type in {"tile_played", "turn_passed"}
        and event.taken_back == drew.taken_back
        and (event.data["seat"], event.data["round"]) == (drew.data["seat"], drew.data["round"])
        and event.cause != "clock"
        and event.data.get("on", "") is not None
    )


def _say(event: Happened, drew: Happened | None, names: Sequence[str], me: int | None) -> str:
    data: dict[str, Any] = dict(event.data)
    seat = data.get("seat")
    words = {"name": names[seat] if seat is not None else "", "round": data.get("round")}
    match event.type:
        case "tile_played":
            kind = "opening" if data["on"] is None else _kind(event.cause, drew, LAID)
            words |= {"tile": laid(Tile.parse(data["tile"]))}
            words |= {"on": joined_to(Tile.parse(data["on"]))} if data["on"] else {}
            return _told(LAID[kind], words, seat == me)
        case "turn_passed":
            kind = _kind(event.cause, drew, PASSED)
            kind = "forced after a draw" if drew and event.cause == "forced" else kind
            words |= {"drawn": _drawn(drew)}
            return _told(PASSED[kind], words, seat == me and bool(drew is None or words["drawn"]))
        case "tile_drawn":
            if data["tile"] is None:
                return str(DREW[0]) % words
            words |= {"tile": laid(Tile.parse(data["tile"]))}
            return str(DREW[1] if seat == me else DREW_SEEN) % words
        case "deadline_moved":
            return _told(HAS_TIME, {**words, "until": _shown(data["until"])}, seat == me)
    return _say_of_match(event.type, data, words, names)


def _shown(at: str) -> str:
    return formats.date_format(timezone.localtime(moment(at)), "DATETIME_FORMAT")


def _kind(cause: str, drew: Happened | None, kinds: Container[str]) -> str:
    if drew is not None:
        return "after a draw"
    return cause if cause in kinds else "player"


def _drawn(drew: Happened | None) -> str:
    tile = drew.data["tile"] if drew is not None else None
    return laid(Tile.parse(str(tile))) if tile is not None else ""


def _told(forms: Forms, words: Mapping[str, object], mine: bool) -> str:
    return str(forms[mine]) % words


def _say_of_match(
    kind: str, data: Mapping[str, Any], words: Mapping[str, object], names: Sequence[str]
) -> str:
    match kind:
        case "round_dealt":
            tile = laid(Tile.parse(data["starter"]))
            return _("Round %(round)s was dealt: it is played on %(tile)s.") % {
                **words,
                "tile": tile,
            }
        case "round_ended":
            return _round_ended(data, names)
        case "seat_handed_over":
            given = data["reason"] == "admin" and data.get("to") == "player"
            told = GIVEN if given else HANDED_OVER[data["reason"]]
            return str(told) % {**words, "number": data["seat"] + 1}
        case "match_ended":
            winners = [names[seat] for seat, rank in enumerate(data["ranks"]) if rank == 1]
            return _("The match is over. It was won by %(names)s.") % {"names": several(winners)}
    agreed = data.get("reason") == "agreed" and kind in AGREED
    return str((AGREED if agreed else PLAIN)[kind]) % words


PLAIN: Final[Mapping[str, str | Promise]] = {
    "match_started": gettext_lazy("The match began."),
    "match_paused": gettext_lazy("The match was paused."),
    "match_resumed": gettext_lazy("The match goes on."),
    "match_abandoned": gettext_lazy("The match was called off and goes on no more."),
    "hint_given": gettext_lazy("%(name)s was shown a hint."),
    "moves_rewound": gettext_lazy("The last moves of round %(round)s were taken back."),
}
AGREED: Final[Mapping[str, str | Promise]] = {
    "match_paused": gettext_lazy("The players agreed to pause the match."),
    "moves_rewound": gettext_lazy("The players agreed to take back a play of round %(round)s."),
}


def round_end_at_most(names: Sequence[str]) -> str:
    """Return a sentence as long as any of these players' that tells of a round's end."""
    data = {"round": 18, "points": [100] * len(names), "reason": "blocked"}
    return _round_ended(data, names)


def _round_ended(data: Mapping[str, Any], names: Sequence[str]) -> str:
    points = ", ".join(
        _("%(name)s %(points)s") % {"name": name, "points": points}
        for name, points in zip(names, data["points"], strict=True)
    )
    words = {"round": data["round"], "points": points}
    if data["reason"] == "blocked":
        return _("Round %(round)s ended because nobody could play on. Points: %(points)s.") % words
    return _("Round %(round)s is over. Points: %(points)s.") % words
