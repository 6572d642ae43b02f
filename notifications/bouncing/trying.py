"""Trying an address again to which mail did not go: its player asks, or an administrator."""

from datetime import datetime
from typing import Final

from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts.models import Player
from notifications import gathering, outbox
from notifications.bouncing.rows import BouncingAddress
from notifications.bouncing.stops import BOUNCES
from notifications.models import Kind, Notice

SENT_AGAIN: Final = 20
"""Of the notices that were kept back, so many of the newest are sent."""

_SALT: Final = "notifications.bouncing"


def try_again(address: str, *, now: datetime) -> None:
    """Send mail to an address again, and what was not sent to it meanwhile, if it is still true.

    What can go together does, as after an outage; digests that were kept back are not sent
    themselves, for a new one tells what they would have told.
    """
    with transaction.atomic():
        BouncingAddress.of(address).delete()
        Player.objects.with_address(address).update(bouncing_address="")
    player = Player.objects.with_address(address).first()
    if player is None:
        return
    kept = Notice.objects.filter(player=player, state=Notice.State.DROPPED, last_error=BOUNCES)
    newest = kept.exclude(kind=Kind.DIGEST).select_related("match").order_by("-pk")[:SENT_AGAIN]
    for alone in gathering.hold_again(player, list(newest), now=now):
        outbox.send_again(alone, now=now)


def link(player: Player) -> str:
    """Return where a player's button has their address tried again, without signing in."""
    token = signing.dumps([player.pk, player.email], salt=_SALT)
    return reverse("notifications:try_again", args=[token])


def resolve(token: str) -> Player | None:
    """Return whose address is to be tried again, if it still is theirs."""
    try:
        number, address = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Player.objects.filter(pk=number, email=address).first()
