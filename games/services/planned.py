"""Plans that are used: a seat's turn has come, and what it wished for can be done.

A plan is used after the commit that made its turn come, one move a transaction, as bots play: what
goes wrong with it undoes nobody's move. Its move counts as the player's own.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games import engine
from games.engine import Granted, RoundState
from games.queries.plans import plan_in
from games.services import errors, recording
from games.services.approach import approach
from games.services.making import make
from games.tables import Choice, Match, Plan, Seat
from games.tables.plan import written


def use_plans(match_id: int, *, now: datetime, limit: int) -> int:
    """Make the choices of a match that plans can make, so many at most; returns how many.

    A plan that cannot be used leaves its choice to the player, and says `stop` once.
    """
    made, seen = 0, set[tuple[int, int]]()
    while made < limit:
        waiting = [row for row in _waiting(match_id) if (row.round, row.seq) not in seen]
        if not waiting:
            break
        waits = waiting[0]
        seen.add((waits.round, waits.seq))
        made += _use(waits, now)
    return made


def waits_for_plan(match_id: int) -> bool:
    """Whether a choice of a match waits at a seat that has a plan."""
    return _waiting(match_id).exists()


def matches_with_waiting_plans() -> Iterator[int]:
    """Yield the matches in which a plan has perhaps not been looked at: what the sweep finds again.

    Before a turn mail tells of a choice its plan has been tried.
    """
    found = _choices_with_plans().filter(told_at=None).values_list("match_id", flat=True)
    yield from found.distinct().iterator()


def _waiting(match_id: int) -> QuerySet[Choice]:
    return _choices_with_plans().filter(match_id=match_id).distinct().order_by("round")


def _choices_with_plans() -> QuerySet[Choice]:
    return Choice.objects.filter(
        Q(seat__plans__round=None) | Q(seat__plans__round=F("round")),
        seat__plans__tenure=F("seat__tenure"),
        seat__bot="",
        match__state=Match.State.RUNNING,
        match__paused=False,
        match__fault="",
    )


def _use(waits: Choice, now: datetime) -> int:
    """Make a choice by its plan; a match that cannot be replayed stops alone."""
    try:
        with recording.faults_stop(waits.match_id, now), transaction.atomic():
            return _use_locked(waits, now)
    except (errors.Stale, errors.MatchNotRunning, errors.MatchFaulted):
        return 0


def _use_locked(waits: Choice, now: datetime) -> int:
    match, seats, position = approach(waits.match_id, waits.round)
    if recording.running(match).paused or position.last_seq(waits.round) != waits.seq:
        raise errors.Stale
    state = position.state.rounds[waits.round]
    seated = seats[state.turn]
    plan = plan_in(waits.seat_id, seated.tenure, waits.round) if seated.is_person else None
    granted = _granted(plan, state) if plan else None
    if plan is None or granted is None:
        return 0
    make(position, waits.round, granted.command, waits.seq, "plan", now)
    _keep_rest(plan, granted)
    if seated.strikes:
        Seat.objects.filter(pk=waits.seat_id).update(strikes=0, last_strike_on=None)
    return 1


def _granted(plan: Plan, state: RoundState) -> Granted | None:
    """Return what a plan does with a choice; None where its player is to be asked."""
    wishes = engine.held(plan.wished, state.hands[state.turn])
    skips = plan.otherwise == Plan.Otherwise.NEXT
    granted = engine.grant(wishes, engine.legal(state), skips=skips)
    stops = bool(wishes) and plan.otherwise == Plan.Otherwise.STOP
    if granted is None and (stops or (plan.round and not wishes)):
        plan.delete()
    return granted


def _keep_rest(plan: Plan, granted: Granted) -> None:
    rest = [wish for wish in plan.wished if wish != granted.wish]
    if rest:
        plan.wishes = written(rest)
        plan.save(update_fields=["wishes"])
    else:
        plan.delete()
