"""The form of a seat's plan: every button sends all of it, so that twice is once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from games import services
from games.engine import RuleViolation, Tile, TileMalformed, Wish
from games.queries import names_of, seats_of, sentences
from games.services import PlanRefused
from games.tables import Plan
from games.web import asking, cookies
from games.web.asking import Asked, Malformed
from games.web.manners import WRITE, check_readable
from games.web.seats import Sitting, at_seat
from games.web.table import show

ACT: Final = re.compile(r"(?P<what>up|down|out)-(?P<at>[0-9]{1,2})|add-(?P<tile>[0-9-]{3,5})")
PLAIN: Final = frozenset({"keep", "forget"})
ANY: Final = "any"
MOST: Final = 100


@dataclass(frozen=True)
class Planned:
    """A plan as a form asks for it; without a `round` it is for any, and was sent from `seen`."""

    seen: int
    round: int | None
    wishes: Sequence[Wish]
    otherwise: str


@at_seat(*WRITE)
def plan(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Put a plan in the place of the one before, and lead back to its round."""
    seat = sitting.seat
    check_readable(seat.match)
    asked = read_plan(request.POST)
    try:
        services.make_plan(seat, asked.round, asked.wishes, asked.otherwise, now=timezone.now())
    except PlanRefused as refused:
        return show(request, seat, Asked(asked.seen), note=str(refused), status=refused.status)
    except RuleViolation as violation:
        sentence = sentences.refusal(violation, names_of(seats_of(seat.match)))
        return show(request, seat, Asked(asked.seen), note=sentence, status=422)
    seat.match.refresh_from_db(fields=["state"])
    if seat.match.is_over:
        return redirect("games:match", seat.match.slug)
    return redirect(f"{cookies.path_of(seat)}{Asked(asked.seen).query()}#plan")


def read_plan(fields: QueryDict) -> Planned:
    """Return the plan that a form asks for, with what its button does; raises `Malformed`."""
    seen = asking.read_link(_only(fields, "round")).round
    otherwise = fields.get("otherwise", Plan.Otherwise.ASK)
    if seen is None or otherwise not in Plan.Otherwise.values:
        raise _incomplete()
    return Planned(
        seen=seen,
        round=None if fields.get("for") == ANY else seen,
        wishes=_acted(_wishes(fields), fields.get("act", "")),
        otherwise=otherwise,
    )


def _only(fields: QueryDict, name: str) -> QueryDict:
    found = QueryDict(mutable=True)
    found.setlist(name, fields.getlist(name))
    return found


def _wishes(fields: QueryDict) -> list[Wish]:
    tiles, ends = fields.getlist("tile"), fields.getlist("on")
    if len(tiles) != len(ends) or len(tiles) > MOST:
        raise _incomplete()
    return [
        Wish(_tile(tile), None if on == ANY else _tile(on))
        for tile, on in zip(tiles, ends, strict=True)
    ]


def _acted(wishes: list[Wish], act: str) -> list[Wish]:
    """Return the wishes after a button was pressed."""
    if act in PLAIN:
        return wishes if act == "keep" else []
    found = ACT.fullmatch(act)
    if found is None:
        raise _incomplete()
    if found["tile"]:
        return [*wishes, Wish(_tile(found["tile"]))]
    at = int(found["at"])
    if at >= len(wishes):
        raise _incomplete()
    wish = wishes.pop(at)
    if found["what"] != "out":
        wishes.insert(max(0, at - 1 if found["what"] == "up" else at + 1), wish)
    return wishes


def _tile(text: str) -> Tile:
    try:
        return Tile.parse(text)
    except TileMalformed:
        raise Malformed(_("A tile was named that no set has.")) from None


def _incomplete() -> Malformed:
    return Malformed(_("The form is not complete: a field of the plan is missing."))
