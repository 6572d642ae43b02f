"""A seat's plan as its maker alone may see it, and what more could be planned."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from games.bots.knowledge import table_of
from games.engine import SeatView, Tile, Wish, held
from games.queries.naming import joined_to
from games.queries.table import TablePage
from games.tables import Plan, Seat


@dataclass(frozen=True)
class EndLine:
    """An end that a tile of the plan may be wished on; `name` as in a sentence."""

    on: Tile
    name: str


@dataclass(frozen=True)
class WishLine:
    """A tile of the plan, where it shall go, None for whatever end, and where it might."""

    tile: Tile
    on: Tile | None
    ends: Sequence[EndLine]

    @property
    def where(self) -> str:
        """The end as in a sentence; empty for whatever end."""
        return "" if self.on is None else joined_to(self.on)


@dataclass(frozen=True)
class PlanPage:
    """A plan beside its table; while its seat is to move it can only be thrown away."""

    for_any_round: bool
    wishes: Sequence[WishLine]
    otherwise: str
    more: Sequence[Tile]
    """The tiles in hand that it does not name."""
    can_change: bool

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What may become of a turn on which the plan's next tile cannot go."""
        return [(value, str(label)) for value, label in Plan.Otherwise.choices]


def plan_for(seat: Seat, round_number: int | None) -> Plan | None:
    """Return the plan that a seat has for a round, or the one for any."""
    return Plan.objects.filter(seat=seat, tenure=seat.tenure, round=round_number).first()


def plan_in(seat_id: int, tenure: int, round_number: int) -> Plan | None:
    """Return the plan that a seat would use in a round: the one for it, else the one for any."""
    mine = Plan.objects.filter(seat_id=seat_id, tenure=tenure)
    mine = mine.filter(Q(round=round_number) | Q(round=None))
    return mine.order_by(F("round").asc(nulls_last=True)).first()


def plan_on(page: TablePage, seat: Seat) -> PlanPage | None:
    """Return the plan beside a round, None where there is nothing to plan; costs one query."""
    view = page.view
    if view.phase != "play" or page.is_stood_in_for or not view.hand:
        return None
    plan = plan_in(seat.pk, seat.tenure, page.round)
    wishes = held(plan.wished, view.hand) if plan else []
    if page.can_choose and not wishes:
        return None
    planned = {wish.tile for wish in wishes}
    return PlanPage(
        for_any_round=plan is not None and plan.round is None,
        wishes=[_line(view, wishes[:index], wish) for index, wish in enumerate(wishes)],
        otherwise=plan.otherwise if plan else Plan.Otherwise.ASK,
        more=[tile for tile in view.hand if tile not in planned],
        can_change=not page.can_choose,
    )


def _line(view: SeatView, before: Iterable[Wish], wish: Wish) -> WishLine:
    """Return a wish with the ends it may name: those that lie there, and those planned before."""
    table = table_of(view)
    pips = {wish.tile.low, wish.tile.high}
    laid = [tile for tile, end in {**table.open, **table.loose}.items() if end in pips]
    planned = [other.tile for other in before if pips & {other.tile.low, other.tile.high}]
    named = [wish.on] if wish.on else []
    ends = dict.fromkeys([*laid, *planned, *named])
    return WishLine(wish.tile, wish.on, [EndLine(on, joined_to(on)) for on in ends])
