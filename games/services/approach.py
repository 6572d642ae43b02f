"""A match as a move finds it: locked, and all that a move needs of it read in one trip.

Every move comes this way, and by the ORM these reads alone took longer than all the rest of it.
"""

from collections.abc import Sequence
from datetime import time
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection

from accounts.habits import Habits
from accounts.quiet_hours import QuietHours
from games import store
from games.services import recording
from games.services.recording import Position
from games.store import Statement
from games.tables import Match, MatchSecret
from games.tables.rows import from_row

_MATCH: Final = ("id", "state", "turn_time", "paused", "fault", "head")


class Seated(NamedTuple):
    """Who decides for a seat, and how they want to be met by clocks."""

    number: int
    player_id: int | None
    bot: str
    tenure: int
    strikes: int
    has_plan: bool
    time_zone: str | None
    quiet_from: time | None
    quiet_until: time | None
    reminders: str | None
    is_newcomer: bool | None
    """Whether it would be the first move of who decides here."""

    @property
    def is_person(self) -> bool:
        """Whether a person decides here, and no bot."""
        return self.player_id is not None and not self.bot

    @property
    def habits(self) -> Habits:
        """The habits of the person who decides here; a bot has no wishes."""
        if self.bot or self.reminders is None:
            return Habits()
        return Habits(self._night, self.reminders)

    @property
    def _night(self) -> QuietHours | None:
        if not self.time_zone or self.quiet_from is None or self.quiet_until is None:
            return None
        return QuietHours(ZoneInfo(self.time_zone), self.quiet_from, self.quiet_until)


class Approached(NamedTuple):
    """A locked match, who decides at its seats, and the position in one of its rounds.

    What else there is to know of the match is read when it is asked for.
    """

    match: Match
    seats: list[Seated]
    position: Position


def approach(match_id: int, round_number: int) -> Approached:
    """Return a match, locked until the transaction ends; raises `Match.DoesNotExist`.

    Raises what `recording.load` raises. The lock comes first, and whoever changes a seat or the log
    holds it: what is read after it is as it stands now.
    """
    locked, seats, rows = store.run(
        [_lock(match_id), _seats(match_id), store.round_asked(match_id, round_number)]
    )
    if not locked:
        raise Match.DoesNotExist
    *columns, seed = locked[0]
    match = from_row(Match, _MATCH, columns)
    match.secret = MatchSecret(match=match, seed=bytes(seed))
    seated = [_seated(row) for row in seats]
    position = recording.position(
        match, *store.round_found(rows), habits_of=lambda number: seated[number].habits
    )
    return Approached(match, seated, position)


def _seated(row: Sequence[Any]) -> Seated:
    *seat, begin, end, reminders, is_newcomer = row
    return Seated._make([*seat, _time(begin), _time(end), reminders, is_newcomer])


def _time(value: time | str | None) -> time | None:
    """Return a time of the day as every database but SQLite keeps it."""
    return time.fromisoformat(value) if isinstance(value, str) else value


def _lock(match_id: int) -> Statement:
    columns = ", ".join(f"m.{name}" for name in _MATCH)
    lock = " FOR UPDATE OF m" if connection.features.has_select_for_update_of else ""
    sql = (
        f"SELECT {columns}, s.seed FROM games_match m "  # noqa: S608 - names of ours
        f"JOIN games_matchsecret s ON s.match_id = m.id WHERE m.id = %s{lock}"
    )
    return sql, [match_id]


def _seats(match_id: int) -> Statement:
    sql = (
        "SELECT number, player_id, bot, tenure, strikes, EXISTS (SELECT 1 FROM games_plan p "
        "WHERE p.seat_id = s.id AND p.tenure = s.tenure), time_zone, quiet_from, quiet_until, "
        "reminders, is_newcomer "
        "FROM games_seat s LEFT JOIN accounts_player a ON a.id = s.player_id "
        "WHERE match_id = %s ORDER BY number"
    )
    return sql, [match_id]
