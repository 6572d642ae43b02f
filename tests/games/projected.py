"""What is projected of a match, to compare it before and after."""

from typing import Any

from games.tables import Match


def tables(match: Match) -> dict[str, list[Any]]:
    """Return every projected row, and the match's own, without the keys that number them."""
    rows: dict[str, list[Any]] = {"match": list(Match.objects.filter(pk=match.pk).values())}
    for name, order in (("rounds", "number"), ("choices", "round")):
        found = getattr(match, name).order_by(order).values()
        rows[name] = [{**row, "id": None} for row in found]
    return rows
