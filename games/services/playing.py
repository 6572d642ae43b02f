"""Moves: a person's, and a bot's, be it the seat's own or one that the clock has called."""

from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from typing import Final

import structlog
from django.db import transaction
from django.db.models import QuerySet

import accounts.services
from games import projections, signals, store
from games.engine import Command, Event, PassTurn, PlaceTile, TilePlayed, TurnPassed
from games.services import errors, planned, recording, talking, thinking
from games.services.approach import Seated, approach
from games.services.away import not_away
from games.services.making import Played, make
from games.services.recording import Position
from games.services.talking import Said
from games.tables import Choice, Match, Seat

log = structlog.get_logger()

# How many choices of bots one process makes behind a person's move; the worker makes the rest.
BOTS_AT_ONCE: Final = 24


def play(
    seat: Seat,
    round_number: int,
    command: Command,
    seq: int,
    *,
    said: Said | None = None,
    now: datetime,
) -> Played:
    """Make a person's move, seen at `seq`, the last event of its round, and what it forces.

    A line of talk goes with it or, where the move is refused, is not said either. Asking again for
    the same move is one move (`Played.again`). Raises `Stale`, `SeatChanged`, `MatchNotRunning` or
    `MatchFaulted`, and a `RuleViolation` that names the rule.
    """
    with recording.faults_stop(seat.match_id, now), transaction.atomic():
        match, seats, position = approach(seat.match_id, round_number)
        current = seats[seat.number]
        if before := _played_before(position, round_number, command, seq):
            _say(seat, current, said, round_number, seq, now)
            return Played(match.head, before, again=True)
        recording.running(match)
        if current.tenure != seat.tenure or not current.is_person:
            raise errors.SeatChanged
        played = make(position, round_number, command, seq, "player", now)
        _say(seat, current, said, round_number, seq, now)
        if current.is_newcomer and current.player_id is not None:
            accounts.services.settle_in(current.player_id)
        if current.strikes:
            Seat.objects.filter(pk=seat.pk).update(strikes=0, last_strike_on=None)
        if any(other.bot or other.has_plan for other in seats):
            follow_with_bots(match.pk, now)
    return played


def _say(
    seat: Seat,
    current: Seated,
    said: Said | None,
    round_number: int,
    seq: int,
    now: datetime,
) -> None:
    """Say the line that came with a move, if its seat is still theirs who sent it."""
    if said is None or current.tenure != seat.tenure or current.player_id is None:
        return
    talking.keep(
        seat.match_id,
        seat.number,
        current.player_id,
        said,
        now,
        round_number=round_number,
        seq=seq,
    )


def follow_with_bots(match_id: int, now: datetime) -> None:
    """Let plans and bots play on, after the commit: their bugs undo no one's move."""
    transaction.on_commit(lambda: play_bots(match_id, now=now), robust=True)


def play_bots(
    match_id: int, *, now: datetime, limit: int = BOTS_AT_ONCE, in_worker: bool = False
) -> int:
    """Make the choices of plans and bots that wait in a match, one a transaction; returns how many.

    Bots that think are left to the worker, as is all that is left after `limit` choices: the signal
    `bots_waiting` calls it.
    """
    made = planned.use_plans(match_id, now=now, limit=limit)
    while waiting := list(_bots_choices(match_id)):
        at_once = [waits for waits in waiting if in_worker or not thinking.thinks(waits.seat.bot)]
        if not at_once or made >= limit:
            leave_to_worker(match_id)
            return made
        for waits in at_once[: limit - made]:
            made += _play_bot(waits, now)
        made += planned.use_plans(match_id, now=now, limit=limit - made)
    if made >= limit and planned.waits_for_plan(match_id):
        leave_to_worker(match_id)
    return made


def try_plans(match_id: int, *, now: datetime) -> None:
    """Use the plans of a match before a mail tells of its choices; bots go on from the worker."""
    if planned.use_plans(match_id, now=now, limit=BOTS_AT_ONCE):
        leave_to_worker(match_id)


def choose_and_make(
    waits: Choice,
    bot: str,
    cause: str,
    now: datetime,
    then: Callable[[Match], None] | None = None,
) -> None:
    """Make a choice with a bot, which thinks outside any lock; raises `Stale` if it was late.

    An unchanged seq says that nothing has moved meanwhile; a seat that was handed over and a
    deadline that was moved show in the choice. `then` follows in the same transaction.
    """
    with recording.faults_stop(waits.match_id, now):
        position = recording.load(waits.match, waits.round)
    if position.last_seq(waits.round) != waits.seq:
        raise errors.Stale
    command = thinking.choose(position, waits.round, waits.seat.number, bot)
    with recording.faults_stop(waits.match_id, now), transaction.atomic():
        match, _seats, position = approach(waits.match_id, waits.round)
        if recording.running(match).paused:
            raise errors.MatchNotRunning
        if not _still_waits(waits, cause, now):
            raise errors.Stale
        make(position, waits.round, command, waits.seq, cause, now)
        if then is not None:
            then(match)


def leave_to_worker(match_id: int) -> None:
    """Call the worker to what waits in a match for a bot that thinks, or for one more process."""
    signals.bots_waiting.send_robust(sender=Match, match_id=match_id)


def matches_with_waiting_bots() -> Iterator[int]:
    """Yield the matches in which a bot's choice waits: what the sweep finds again.

    Nobody mails a bot, so its choices are among the few that nobody was told of.
    """
    found = (
        Choice.objects.exclude(seat__bot="")
        .filter(told_at=None)
        .filter(match__state=Match.State.RUNNING, match__paused=False, match__fault="")
        .values_list("match_id", flat=True)
        .distinct()
    )
    yield from found.iterator()


def _bots_choices(match_id: int) -> QuerySet[Choice]:
    return (
        Choice.objects.filter(match_id=match_id, match__state=Match.State.RUNNING)
        .filter(match__paused=False, match__fault="")
        .exclude(seat__bot="")
        .select_related("seat", "match")
        .order_by("round")
    )


def _play_bot(waits: Choice, now: datetime) -> int:
    try:
        choose_and_make(waits, waits.seat.bot, "bot", now)
    except (errors.Stale, errors.MatchNotRunning, errors.MatchFaulted):
        log.info("bot_was_late", match=waits.match_id, round=waits.round)
    return 1


def _still_waits(waits: Choice, cause: str, now: datetime) -> bool:
    """Whether a choice waits as it did before the thinking: for the same hands, and overdue."""
    same = Choice.objects.filter(pk=waits.pk, seat__tenure=waits.seat.tenure)
    if cause == "clock":
        same = same.filter(not_away(now), deadline__lte=now)
    return same.exists()


def _played_before(position: Position, round_number: int, command: Command, seq: int) -> int:
    """Return the event behind `seq` in this round if it is this very move, else 0.

    That is a double click, or a retry. A hint or a moved deadline between the two is no move, and
    makes none stale; a move that was taken back counts no more.
    """
    back = store.taken_back(position.stored)
    rows = [
        row
        for row in position.stored
        if row.round == round_number and row.type in projections.TABLE_TYPES and row.seq not in back
    ]
    for seen, row in pairwise(rows):
        if seen.seq == seq and row.cause in {"player", "forced", "plan"}:
            return row.seq if _asks_for(command, row.event()) else 0
    return 0


def _asks_for(command: Command, event: Event) -> bool:
    match command, event:
        case PlaceTile(seat, tile, on), TilePlayed():
            return (event.seat, event.tile, event.on) == (seat, tile, on)
        case PassTurn(seat), TurnPassed():
            return event.seat == seat
    return False
