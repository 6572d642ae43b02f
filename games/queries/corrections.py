"""What was put right in a match, and which seats changed hands, as its players are told it."""

from games import engine, store
from games.queries.views import Happened, is_correction
from games.tables import Match


def corrections(match: Match, after: int) -> list[Happened]:
    """Return the corrections of a match behind an event, each with the words of its reason.

    None of them holds a tile. Raises what `see_round` raises for a log that cannot be read.
    """
    rows = [row for row in store.load_all(match.pk, after=after) if is_correction(row)]
    reasons = dict(match.reasons.filter(seq__gt=after).values_list("seq", "words"))
    return [
        Happened(
            row.seq,
            row.type,
            row.cause,
            row.at,
            engine.redact(row.event(), None, ended=False),
            reason=reasons.get(row.seq, ""),
        )
        for row in rows
    ]


def changes_of_seats(match: Match, after: int) -> list[Happened]:
    """Return the seats that changed hands behind an event, by themselves or by an administrator.

    None of them holds a tile. Raises what `see_round` raises for a log that cannot be read.
    """
    rows = [row for row in store.load_all(match.pk, after=after) if row.type == "seat_handed_over"]
    return [
        Happened(
            row.seq, row.type, row.cause, row.at, engine.redact(row.event(), None, ended=False)
        )
        for row in rows
    ]
