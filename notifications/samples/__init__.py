"""A mail of every kind and every manner of it, made from matches that are taken back afterwards."""

from collections.abc import Iterator
from datetime import datetime

from django.core.mail import EmailMessage
from django.db import transaction

from notifications.samples import accounts, changes, ends, turns
from notifications.samples.tables import make_player

WRITERS = (accounts.samples, turns.samples, changes.samples, ends.samples)


def samples(language: str, *, now: datetime) -> Iterator[tuple[str, EmailMessage]]:
    """Yield a name and a mail for all that is mailed, in a language; nothing of it is kept."""
    with transaction.atomic():
        ana = make_player("Ana", language, now)
        for write in WRITERS:
            yield from write(ana, now)
        transaction.set_rollback(True)
