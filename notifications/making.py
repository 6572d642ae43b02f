"""The one door to the outbox: a notice is written once, whoever makes it twice."""

from datetime import datetime
from typing import Any

from notifications import letters
from notifications.models import Kind, Notice


def make(kind: Kind, key: str, due_at: datetime, *, now: datetime, **fields: Any) -> None:
    """Write a notice, or nothing where this thing has its notice already."""
    notice = Notice(
        kind=kind,
        key=key,
        due_at=due_at,
        created_at=now,
        message_id=letters.message_id(),
        **fields,
    )
    Notice.objects.bulk_create([notice], ignore_conflicts=True)
