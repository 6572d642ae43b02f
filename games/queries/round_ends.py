"""How a round ended, and who begins the next one, as a seat that played in it is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.queries.matches import names_of, seats_of
from games.queries.views import Happened, see_round
from games.tables import Match, Round


@dataclass(frozen=True)
class RoundEnd:
    """The end of one round: what each seat got for it, and the totals then."""

    round: int
    blocked: bool
    out: str
    """Who laid their last tile; empty where nobody could play on."""
    scores: Sequence[tuple[str, int, int]]
    """Name, points and total so far, a seat after the other."""
    opener: str
    """Who begins the round that was dealt then; empty where none was."""


def round_end(match: Match, number: int, seat: int) -> RoundEnd | None:
    """Return how a round ended, None if it goes on, be it that its end was taken back.

    Raises what `see_round` raises for a log that cannot be read.
    """
    rows = {row.number: row for row in match.rounds.filter(number__in=[number, number + 1])}
    if number not in rows or not rows[number].is_over:
        return None
    seen = see_round(match, number, seat)
    ended = [event for event in seen.happened if event.type == "round_ended"][-1]
    names = names_of(seats_of(match))
    points, totals = _numbers(ended, "points"), _numbers(ended, "totals")
    blocked = ended.data["reason"] == "blocked"
    out = [name for name, size in zip(names, seen.view.hand_sizes, strict=True) if not size]
    return RoundEnd(
        round=number,
        blocked=blocked,
        out="" if blocked or not out else out[0],
        scores=list(zip(names, points, totals, strict=True)),
        opener=_opener(match, rows.get(number + 1), ended, seat, names),
    )


def _opener(
    match: Match, following: Round | None, ended: Happened, seat: int, names: Sequence[str]
) -> str:
    """Return who begins the next round; side by side it was dealt long before."""
    if following is None or following.dealt_seq < ended.seq:
        return ""
    dealt = see_round(match, following.number, seat).happened[0]
    first = dealt.data["first"]
    return names[first] if isinstance(first, int) else ""


def _numbers(event: Happened, name: str) -> list[int]:
    found = event.data[name]
    return [int(number) for number in found] if isinstance(found, list | tuple) else []
