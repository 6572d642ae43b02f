"""What is kept of one person's mails, for them to download."""

from typing import Any

from accounts.models import Player
from notifications.models import CalendarFeed, MailChoice, Notice, Webhook


def personal_data(player: Player) -> dict[str, Any]:
    """Return what was told to a player and when, and which kinds of mail they chose.

    Subjects are left out: they name who laid the table.
    """
    notices = Notice.objects.filter(player=player).select_related("match").order_by("pk")
    choices = MailChoice.objects.filter(player=player).order_by("kind")
    feed = CalendarFeed.objects.filter(player=player).first()
    hooks = Webhook.objects.filter(player=player).select_related("match").defer("secret")
    return {
        "mails": [
            {
                "kind": notice.kind,
                "about": notice.key,
                "table": notice.match.slug if notice.match else None,
                "address": notice.address or player.email,
                "state": notice.state,
                "made_at": notice.created_at,
                "sent_at": notice.sent_at,
                "message_id": notice.message_id,
                "last_error": notice.last_error,
            }
            for notice in notices
        ],
        "mail_bounces": player.mail_bounces,
        "calendar": {"is_on": feed.is_on, "link_made_at": feed.made_at} if feed else None,
        "webhooks": [_webhook(hook) for hook in hooks.order_by("pk")],
        "mail_choices": {choice.kind: choice.wanted for choice in choices},
    }


def _webhook(hook: Webhook) -> dict[str, Any]:
    """Return a webhook without its secret, which is shown once."""
    return {
        "address": hook.url,
        "format": hook.form,
        "table": hook.match.slug if hook.match else None,
        "made_at": hook.made_at,
        "last_told_at": hook.told_at,
        "failing_since": hook.failing_since,
        "switched_off_at": hook.off_since,
        "told": [
            {
                "kind": delivery.kind,
                "table": delivery.match.slug if delivery.match else None,
                "state": delivery.state,
                "made_at": delivery.created_at,
                "sent_at": delivery.sent_at,
            }
            for delivery in hook.deliveries.select_related("match").order_by("pk")
        ],
    }
