"""What a player does with their webhooks: add, change, test, switch on again, delete."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models import Player
from accounts.services import throttle
from games import bell
from games.tables import Match
from notifications import tasks
from notifications.webhooks import ringing
from notifications.webhooks.rows import Webhook, new_secret

MOST: Final = 10
TESTS_AN_HOUR: Final = 20


class TooMany(Exception):
    """A player has as many webhooks as one may have."""


@transaction.atomic
def add(player: Player, *, url: str, form: str, match: Match | None, now: datetime) -> Webhook:
    """Return a new webhook of a player; raises `TooMany`."""
    Player.objects.select_for_update().get(pk=player.pk)
    if Webhook.objects.filter(player=player).count() >= MOST:
        raise TooMany
    return Webhook.objects.create(player=player, url=url, form=form, match=match, made_at=now)


def change(webhook: Webhook, *, url: str, form: str, match: Match | None) -> None:
    """Keep where a webhook goes and what it tells; it is switched on, and its past forgiven."""
    webhook.url, webhook.form, webhook.match = url, form, match
    webhook.save(update_fields=["url", "form", "match"])
    switch_on(webhook)


def switch_on(webhook: Webhook) -> None:
    """Post again from now on; what was dropped meanwhile stays untold."""
    Webhook.objects.filter(pk=webhook.pk).update(
        off_since=None, off_because="", failing_since=None, failures=0, trouble=""
    )


def renew_secret(webhook: Webhook) -> str:
    """Return a new secret, which signs from now on; this is the one time that it is shown."""
    secret = new_secret()
    Webhook.objects.filter(pk=webhook.pk).update(secret=secret)
    return secret


def test(webhook: Webhook, *, now: datetime) -> None:
    """Have a test message posted; raises `TooManyAsks` beyond some an hour."""
    throttle.count(
        "webhook test",
        str(webhook.player_id),
        limit=TESTS_AN_HOUR,
        window=timedelta(hours=1),
        now=now,
    )
    ringing.test(webhook, now=now)
    transaction.on_commit(lambda: bell.ring(tasks.post))


def delete(webhook: Webhook) -> None:
    """Forget a webhook and all that was told there."""
    webhook.delete()
