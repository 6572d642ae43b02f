"""Whether the tables beside a log say what the log says (`games.projections` makes them of it)."""

from __future__ import annotations

from typing import Final

from games.engine import MatchState, choice, commitment, options_now
from games.tables import Match

Spans = dict[int, list[int]]
"""The first and the last event that made a round's table, by its number."""
WITH_TABLES: Final = Match.objects.select_related("secret").prefetch_related(
    "rounds", "choices__seat"
)
"""Matches with all that is held to their logs, in three queries for however many of them."""


def check_tables(match: Match, state: MatchState | None, spans: Spans) -> str:
    """Return the first thing that the tables say and the log does not, else nothing.

    `state` is the match after its whole log, None without any, `spans` are those of the rounds.
    """
    if state is None:
        begun = match.state not in {Match.State.WAITING, Match.State.CANCELLED}
        return "The match has begun, and there is no log." if begun else ""
    for name, (said, true) in _said_and_true(match, state, spans).items():
        if said != true:
            return f"The {name} are {said}, by the log {true}."
    return ""


def keeps_promise(match: Match, state: MatchState) -> bool:
    """Return whether the seed that is kept is the one that the log promised."""
    secret = getattr(match, "secret", None)
    return secret is not None and commitment(bytes(secret.seed)) == state.seed_commitment


def _said_and_true(
    match: Match, state: MatchState, spans: Spans
) -> dict[str, tuple[object, object]]:
    """Return what the tables say beside what they have to say, by the words for it."""
    return {
        "rules": (options_now(match.rules), state.rules.to_data()),
        "commitments": (match.seed_commitment, state.seed_commitment),
        "states": (match.state, state.ended or Match.State.RUNNING),
        "pauses": (match.paused, state.paused),
        "totals": (match.totals, list(state.totals)),
        "ranks": (match.ranks, list(state.ranks)),
        "rounds": (
            {
                row.number: (row.dealt_seq, row.last_seq, row.reason, tuple(row.points))
                for row in match.rounds.all()
            },
            {number: _round(state, number, span) for number, span in spans.items()},
        ),
        "choices": (
            {row.round: (row.seat.number, row.seq) for row in match.choices.all()},
            {} if state.ended else _choices(state, spans),
        ),
    }


def _round(
    state: MatchState, number: int, span: list[int]
) -> tuple[int, int, str, tuple[int, ...]]:
    first, last = span
    round_state = state.rounds[number]
    points = round_state.points or ()
    return first, last, (round_state.reason or "") if points else "", points


def _choices(state: MatchState, spans: Spans) -> dict[int, tuple[int, int]]:
    return {
        number: (seat, spans[number][1])
        for number, round_state in state.rounds.items()
        if (seat := choice(round_state)) is not None
    }
