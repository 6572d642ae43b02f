"""Table talk as one seat reads it; nobody without a seat reads any."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet

from games.tables import Match, Mute, Seat

NEWEST: Final = 4
A_PAGE: Final = 100


@dataclass(frozen=True)
class Spoken:
    """A line as its reader sees it; one that was removed has no words."""

    number: int
    seat: int
    name: str
    words: str
    said_at: datetime
    round: int | None
    is_mine: bool
    is_muted: bool
    is_removed: bool


@dataclass(frozen=True)
class Listener:
    """Another person at the table, whose lines may be folded away."""

    seat: int
    name: str
    is_muted: bool


@dataclass(frozen=True)
class TalkPage:
    """The talk of a table, the oldest line first; `before` leads to what was said earlier."""

    lines: Sequence[Spoken]
    others: Sequence[Listener]
    before: int | None


def newest_talk(match: Match, seat: Seat) -> list[Spoken]:
    """Return the newest few lines of a table but for those its reader has muted; one query."""
    heard = _lines(match, seat).filter(is_muted=False).order_by("-pk")[:NEWEST]
    return [_spoken(line, seat) for line in reversed(heard)]


def talk_page(match: Match, seat: Seat, before: int | None = None) -> TalkPage:
    """Return the newest page of talk, or the one that was said before a line."""
    found = _lines(match, seat).order_by("-pk")
    if before is not None:
        found = found.filter(pk__lt=before)
    lines = [_spoken(line, seat) for line in found[: A_PAGE + 1]]
    shown = lines[A_PAGE - 1 :: -1] if len(lines) > A_PAGE else lines[::-1]
    return TalkPage(
        lines=shown,
        others=list(_others(match, seat)),
        before=shown[0].number if len(lines) > A_PAGE else None,
    )


def talk_since(match: Match, seat: Seat, line_id: int) -> list[Spoken]:
    """Return what others have said after a line, but for who is muted and what was removed."""
    found = _lines(match, seat).filter(pk__gt=line_id, is_muted=False, removed_at=None)
    return [_spoken(line, seat) for line in found.exclude(player=seat.player).order_by("pk")]


def _lines(match: Match, seat: Seat) -> QuerySet[Any]:
    muted = Mute.objects.filter(match=match, player=seat.player_id, muted=OuterRef("player"))
    return match.talk.select_related("player").annotate(is_muted=Exists(muted))


def _spoken(line: Any, reader: Seat) -> Spoken:
    return Spoken(
        number=line.pk,
        seat=line.seat,
        name=line.player.display_name,
        words=line.words,
        said_at=line.said_at,
        round=line.round,
        is_mine=line.player_id == reader.player_id,
        is_muted=line.is_muted,
        is_removed=line.removed_at is not None,
    )


def _others(match: Match, seat: Seat) -> Iterator[Listener]:
    muted = set(match.mutes.filter(player=seat.player_id).values_list("muted", flat=True))
    there = match.seats.filter(player__isnull=False).exclude(pk=seat.pk)
    for other in there.select_related("player").order_by("number"):
        yield Listener(other.number, other.name, other.player_id in muted)
