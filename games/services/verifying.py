"""Verifying what is stored: good logs are marked as verified, a match with a bad one is stopped."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from django.db.models import F

from games.record.tables import WITH_TABLES
from games.record.verify import Verdict, verify
from games.services import recording
from games.tables import Match

BATCH: Final = 100


def verify_matches(match_ids: Iterable[int], *, since: int = 1, now: datetime) -> Iterator[Verdict]:
    """Verify matches one after the other and yield what was found of each.

    A good log is marked, so that its last event can be held to that mark later; a bad one stops its
    match (`recording.stop`). Two may verify the same match at once: the later event is kept.
    """
    for match in WITH_TABLES.filter(pk__in=match_ids).order_by("pk"):
        verdict = verify(match, since)
        if verdict.fault is not None:
            recording.stop(match.pk, verdict.fault.place, now)
        elif since <= match.verified + 1:
            _mark(verdict)
        yield verdict


def unverified() -> Iterator[list[int]]:
    """Yield the matches that went on since they were verified last, some at a time.

    They are found by an index that holds no others. Those that stand still wait for a release.
    """
    changed = Match.objects.filter(verified__lt=F("head"), fault="").order_by("pk")
    last = 0
    while found := list(changed.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        yield found
        last = found[-1]


def _mark(verdict: Verdict) -> None:
    seq, digest, _at = verdict.tail
    Match.objects.filter(pk=verdict.match_id, verified__lt=seq).update(
        verified=seq, verified_digest=bytes.fromhex(digest)
    )
