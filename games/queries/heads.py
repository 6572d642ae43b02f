"""The public head of a match: what a player notes down, to hold the server to it (RECORD.md)."""

from dataclasses import dataclass

from games import store
from games.engine import head_of
from games.store import Tail
from games.tables import Match, MatchSecret


@dataclass(frozen=True)
class PublicHead:
    """The last event and the head at it: without the seed nothing can be told from it."""

    seq: int
    hex: str


def public_head(match: Match) -> PublicHead | None:
    """Return the head of a match as it is now, None before its first event; costs two queries."""
    tail = store.load_tail(match.pk)
    return head_at(match, tail) if tail.seq else None


def head_at(match: Match, tail: Tail) -> PublicHead:
    """Return the head of a match whose log ends so; costs one query."""
    secret = MatchSecret.objects.only("seed").get(match=match)
    return PublicHead(tail.seq, head_of(bytes(secret.seed), tail.digest))
