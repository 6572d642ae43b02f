"""A seat's plan as programs read and send it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.api.moves import tile_of
from games.api.refusals import malformed
from games.engine import Wish
from games.tables import Plan

FIELDS: Final = frozenset({"wishes", "otherwise"})
WISH: Final = frozenset({"tile", "on"})


@dataclass(frozen=True)
class Planned:
    """A plan as a program asks for it."""

    wishes: list[Wish]
    otherwise: str


def read_plan(body: object) -> Planned:
    """Return the plan that a body asks for; raises a refusal that names the field."""
    if not isinstance(body, dict):
        raise malformed("body", _("A plan is an object."))
    for name in body.keys() - FIELDS:
        raise malformed(str(name)[:40], _("A plan has no such field."))
    wishes, otherwise = body.get("wishes"), body.get("otherwise", Plan.Otherwise.ASK)
    if not isinstance(wishes, list):
        raise malformed("wishes", _("It is a list of tiles, each with where it shall go."))
    if otherwise not in Plan.Otherwise.values:
        raise malformed("otherwise", _("It is ask, next or stop."))
    return Planned([_wish(wish) for wish in wishes], otherwise)


def plan_shape(plan: Plan | None, round_number: int | None) -> dict[str, Any]:
    """Return a plan for its maker; without wishes there is none."""
    return {
        "round": round_number,
        "wishes": [{"tile": tile, "on": on} for tile, on in plan.wishes] if plan else [],
        "otherwise": plan.otherwise if plan else str(Plan.Otherwise.ASK),
    }


def _wish(told: object) -> Wish:
    if not isinstance(told, Mapping) or told.keys() - WISH:
        raise malformed("wishes", _("A wish is a tile, and on which it shall go."))
    on = None if told.get("on") is None else tile_of(told, "on")
    return Wish(tile_of(told, "tile"), on)
