"""Plans that are made, changed and thrown away, by who sits at the seat alone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import RoundNotDealt, RoundOver, RoundState, Tile, Wish
from games.queries.naming import joined_to, laid
from games.services import errors, recording
from games.services.playing import follow_with_bots
from games.tables import Match, Plan, Seat
from games.tables.plan import written

LONGEST: Final = 30


class PlanRefused(errors.ServiceError):
    """A plan that could never be used; its sentence names the wish."""

    code = "plan_refused"
    status = 422
    sentence = gettext_lazy("Such a plan cannot be made.")


def make_plan(
    seat: Seat,
    round_number: int | None,
    wishes: Sequence[Wish],
    otherwise: str = Plan.Otherwise.ASK,
    *,
    now: datetime,
) -> None:
    """Put a seat's plan for a round, or for any, in the place of the one before; none drops it.

    Making it twice is making it once: what was played of it meanwhile is left out. It is used at
    once if its turn has come. Raises `PlanRefused`, `RoundNotDealt` or `RoundOver`, `SeatChanged`,
    `MatchNotRunning` or `MatchFaulted`.
    """
    with recording.faults_stop(seat.match_id, now), transaction.atomic():
        match = recording.running(recording.lock(seat.match_id))
        _check_seat(match, seat)
        kept = _checked(_rounds(match, round_number), seat.number, wishes)
        mine = Plan.objects.filter(seat=seat, round=round_number)
        if not kept:
            mine.delete()
            return
        mine.update_or_create(
            defaults={
                "tenure": seat.tenure,
                "wishes": written(kept),
                "otherwise": Plan.Otherwise(otherwise),
                "made_at": now,
            },
            seat=seat,
            round=round_number,
        )
        follow_with_bots(match.pk, now)


def drop_plan(seat: Seat, round_number: int | None, *, now: datetime) -> None:
    """Throw away a seat's plan for a round, or the one for any; raises as `make_plan`."""
    make_plan(seat, round_number, (), now=now)


def drop_plans_in(match: Match, round_number: int) -> None:
    """Throw away all plans that could be used in a round: its table is another than they knew."""
    plans = Plan.objects.filter(seat__match=match)
    plans.filter(Q(round=round_number) | Q(round=None)).delete()


def drop_spent_plans() -> int:
    """Throw away the plans for what is over; returns how many."""
    over = Q(seat__match__state__in=[Match.State.ENDED, Match.State.ABANDONED])
    ended = Q(seat__match__rounds__number=F("round"), seat__match__rounds__reason__gt="")
    spent = Plan.objects.filter(over | ended).values_list("pk", flat=True)
    return Plan.objects.filter(pk__in=set(spent)).delete()[0]


def _check_seat(match: Match, seat: Seat) -> None:
    current = next(current for current in match.seats.all() if current.pk == seat.pk)
    if current.tenure != seat.tenure or not current.is_person:
        raise errors.SeatChanged


def _rounds(match: Match, round_number: int | None) -> list[RoundState]:
    """Return the rounds that a plan is for, as they stand."""
    running = list(match.rounds.filter(reason="").values_list("number", flat=True))
    if round_number is not None and round_number not in running:
        if match.rounds.filter(number=round_number).exists():
            raise RoundOver(round_number)
        raise RoundNotDealt(round_number)
    numbers = running if round_number is None else [round_number]
    return [recording.load(match, number).state.rounds[number] for number in numbers]


def _checked(rounds: Sequence[RoundState], seat: int, wishes: Sequence[Wish]) -> list[Wish]:
    """Return the wishes that are not fulfilled yet; raises `PlanRefused`."""
    if len(wishes) > LONGEST:
        raise PlanRefused(_("A plan has at most %(most)d tiles.") % {"most": LONGEST})
    tiles = [wish.tile for wish in wishes]
    for wish in wishes:
        if tiles.count(wish.tile) > 1:
            words = {"tile": laid(wish.tile)}
            raise PlanRefused(_("A plan cannot name %(tile)s twice.") % words)
        _check_end(wish)
    mine = {tile for state in rounds for tile in state.hands[seat]}
    played = {row.tile for state in rounds for row in state.placements if row.seat == seat}
    for tile in tiles:
        if tile not in mine and tile not in played:
            raise PlanRefused(_("You do not hold %(tile)s.") % {"tile": laid(tile)})
    return [wish for wish in wishes if wish.tile in mine]


def _check_end(wish: Wish) -> None:
    on = wish.on
    if on is not None and (on is wish.tile or not _pips(on) & _pips(wish.tile)):
        words = {"tile": laid(wish.tile), "on": joined_to(on)}
        raise PlanRefused(_("There is no end of %(on)s that %(tile)s could fit.") % words)


def _pips(tile: Tile) -> set[int]:
    return {tile.low, tile.high}
