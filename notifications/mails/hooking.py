"""Tells a player that a webhook of theirs was switched off."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games import services
from notifications import addresses
from notifications.letters import Letter, Recipient
from notifications.mails import times
from notifications.mails.checking import Dropped
from notifications.models import Kind, Notice, Webhook


def switched_off(notice: Notice, to: Recipient, now: datetime) -> Letter:  # noqa: ARG001 - a Writer
    """Return the mail; it names the machine alone, for the whole address may be a password."""
    number = notice.key.partition(":")[0]
    hook = Webhook.objects.filter(pk=number, player=notice.player).first()
    if hook is None or hook.off_since is None:
        raise Dropped("it is on again, or deleted")
    return Letter(
        template="hook_off",
        to=to,
        subject=_("Chicken Foot: a webhook was switched off"),
        context={
            "host": hook.host,
            "at": times.exactly(hook.off_since),
            "is_gone": hook.off_because == Webhook.Off.GONE,
            "link": services.absolute(reverse("notifications:webhook", args=[hook.pk])),
        },
        unsubscribe=addresses.of_preference(to, Kind.HOOK_OFF),
        one_click=True,
        message_id=notice.message_id,
    )
