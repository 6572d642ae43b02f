"""Posts that go nowhere, and webhooks to post to."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from accounts.models import Player
from games.tables import Match
from notifications.models import Delivery, Webhook
from notifications.webhooks import outbox
from notifications.webhooks.posting import Answer
from tests.factories import NOON

SOON = NOON + timedelta(minutes=3)
HOUR = timedelta(hours=1)
State = Delivery.State


def hook_of(player: Player | None, match: Match | None = None, **fields: Any) -> Webhook:
    assert player is not None
    url = fields.pop("url", "https://hooks.example.org/x")
    return Webhook.objects.create(
        player=player, match=match, url=url, form=fields.pop("form", "json"), **fields
    )


class Posts:
    """Posts that go nowhere: `answer` is what each is told."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer = answer or Answer()
        self.sent: list[tuple[str, bytes, dict[str, str]]] = []

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        self.sent.append((url, body, dict(headers)))
        return self.answer

    def drain(self, now: datetime) -> list[dict[str, Any]]:
        before = len(self.sent)
        outbox.drain(clock=lambda: now, post=self)
        return [json.loads(body) for _url, body, _headers in self.sent[before:]]


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))
