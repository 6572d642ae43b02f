"""The mailbox of a server that has no mail service, and a mail in it."""

from datetime import timedelta

from django.utils import timezone

from notifications import mailbox, noticing, outbox
from tests.browser.place import Place
from tests.factories import make_match


def mailed_places() -> list[Place]:
    """Send a turn mail and return the pages that show it."""
    now = timezone.now()
    noticing.notice_match(make_match(people=2, bots=0, now=now).pk, now=now)
    outbox.drain(clock=lambda: now + timedelta(minutes=5))
    mail = mailbox.newest()[0]
    return [Place("mailbox", "/mailbox/"), Place("a mail", f"/mailbox/{mail.name}/")]
