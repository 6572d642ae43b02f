"""Events → the tables that pages, mails and clocks look things up in.

`project` runs in the transaction that appends; `rebuild` makes the same rows from the whole log.
Deadlines are operational: a rebuild keeps those that stand and gives a missing one a full term.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from django.db import connection, transaction
from django.utils.dateparse import parse_datetime

from accounts.habits import Habits
from games import clock
from games.engine import MatchState, RoundState, choice, replay
from games.store import Statement, Stored, load_all, run
from games.tables import Choice, Match, Round

HabitsOf = Callable[[int], Habits]
"""What tells how who decides at a seat wants to be met by clocks, by its number."""

# What changes a table, and so makes a move that had not seen it stale.
TABLE_TYPES = frozenset(
    {"round_dealt", "tile_drawn", "tile_played", "turn_passed", "round_ended", "moves_rewound"}
)


def project(
    match: Match, state: MatchState, stored: Sequence[Stored], habits_of: HabitsOf | None = None
) -> None:
    """Bring the tables in step with `stored`, the events just appended, and the `state` after."""
    _project_rounds(match, state, stored)
    _project_choices(match, state, stored, habits_of or _habits(match))
    _project_match(match, state, stored)


@transaction.atomic
def rebuild(match: Match, *, now: datetime) -> int:
    """Make every projected row of a match anew from its log; returns how many events it has.

    A log that can be replayed clears the match's fault. Raises `EventMalformed` or `RulesRefused`
    for one that cannot be, and changes nothing then.
    """
    match.refresh_from_db(from_queryset=Match.objects.select_for_update())
    stored = list(load_all(match.pk))
    if not stored:
        return 0
    state = replay((row.seq, row.event()) for row in stored)
    kept = {(row.round, row.seq): row for row in match.choices.all()}
    match.rounds.all().delete()
    match.choices.all().delete()
    project(match, state, stored)
    _keep_deadlines(match, kept, now)
    match.rules, match.seed_commitment = state.rules.to_data(), state.seed_commitment
    match.fault, match.stopped_at = "", None
    match.save(update_fields=["rules", "seed_commitment", "fault", "stopped_at"])
    return len(stored)


def _keep_deadlines(match: Match, kept: Mapping[tuple[int, int], Choice], now: datetime) -> None:
    for row in match.choices.select_related("seat__player"):
        if before := kept.get((row.round, row.seq)):
            row.deadline, row.remind_at = before.deadline, before.remind_at
            row.told_at, row.ran_out_at = before.told_at, before.ran_out_at
            row.bot_asked = before.bot_asked
            row.outage = before.outage
        else:
            habits = row.seat.habits
            row.deadline = clock.deadline(now, match.turn_time, habits.night)
            row.remind_at = clock.next_reminder(now, row.deadline, now, habits)
        row.save(
            update_fields=["deadline", "remind_at", "told_at", "ran_out_at", "bot_asked", "outage"]
        )


def _habits(match: Match) -> HabitsOf:
    """Return what tells the habits at a match whose seats nobody has read yet."""

    def habits_of(number: int) -> Habits:
        return match.seats.select_related("player").get(number=number).habits

    return habits_of


def _table_rows(stored: Iterable[Stored]) -> dict[int, list[Stored]]:
    rounds: dict[int, list[Stored]] = {}
    for row in stored:
        if row.round is not None and row.type in TABLE_TYPES:
            rounds.setdefault(row.round, []).append(row)
    return rounds


def moved(
    match: Match, state: MatchState, stored: Sequence[Stored], habits_of: HabitsOf | None = None
) -> list[Statement]:
    """Return the statements by which the tables follow moves that end nothing.

    They do what `project` does: by the ORM that takes longer than all the rest of a move.
    """
    match.head = stored[-1].seq
    statements: list[Statement] = [
        ("UPDATE games_match SET head = %s WHERE id = %s", [match.head, match.pk])
    ]
    for number, rows in _table_rows(stored).items():
        statements += [
            (
                "UPDATE games_round SET last_seq = %s WHERE match_id = %s AND number = %s",
                [rows[-1].seq, match.pk, number],
            ),
            *_choice(match, state.rounds[number], rows[-1], habits_of or _habits(match)),
        ]
    return statements


def _project_rounds(match: Match, state: MatchState, stored: Sequence[Stored]) -> None:
    dealt: list[Round] = []
    for number, rows in _table_rows(stored).items():
        round_state = state.rounds[number]
        fields = {
            "last_seq": rows[-1].seq,
            "reason": (round_state.reason or "") if round_state.points else "",
            "points": list(round_state.points or ()),
        }
        if rows[0].type == "round_dealt":
            dealt.append(Round(match=match, number=number, dealt_seq=rows[0].seq, **fields))
        else:
            Round.objects.filter(match=match, number=number).update(**fields)
    if dealt:
        Round.objects.bulk_create(dealt)


def _project_choices(
    match: Match, state: MatchState, stored: Sequence[Stored], habits_of: HabitsOf
) -> None:
    if state.ended:
        match.choices.all().delete()
        return
    statements = [
        statement
        for number, rows in _table_rows(stored).items()
        for statement in _choice(match, state.rounds[number], rows[-1], habits_of)
    ]
    if statements:
        run(statements)


def _choice(match: Match, state: RoundState, last: Stored, habits_of: HabitsOf) -> list[Statement]:
    """Return the statements that replace the choice that waits in a round."""
    number = state.deal.round
    gone = ("DELETE FROM games_choice WHERE match_id = %s AND round = %s", [match.pk, number])
    seat = choice(state)
    if seat is None:
        return [gone]
    since, habits = moment(last.at), habits_of(seat)
    until = clock.deadline(since, match.turn_time, habits.night)
    reminder = clock.next_reminder(since, until, since, habits)
    times = map(connection.ops.adapt_datetimefield_value, (since, until, reminder))
    sql = (
        "INSERT INTO games_choice (match_id, seat_id, round, seq, since, deadline, remind_at) "
        "SELECT match_id, id, %s, %s, %s, %s, %s FROM games_seat "
        "WHERE match_id = %s AND number = %s"
    )
    return [gone, (sql, [number, last.seq, *times, match.pk, seat])]


def _project_match(match: Match, state: MatchState, stored: Sequence[Stored]) -> None:
    last = stored[-1]
    match.head = last.seq
    match.paused = state.paused
    match.totals = list(state.totals)
    if stored[0].seq == 1:
        match.state = Match.State.RUNNING
        match.started_at = moment(stored[0].at)
    if state.ended:
        match.state = Match.State(state.ended)
        match.ended_at = moment(last.at)
        match.ranks = list(state.ranks or ())
    match.save(
        update_fields=["head", "paused", "totals", "state", "started_at", "ended_at", "ranks"]
    )


def moment(at: str) -> datetime:
    """Return the time that an event's `at` says."""
    found = parse_datetime(at)
    assert found is not None  # noqa: S101 - the door that wrote it writes nothing else
    return found
