"""Addresses that want no invitations, ever."""

from datetime import datetime

from django.db import transaction

from accounts.keyed import every_key, keyed
from accounts.models import Player, Refusal, SignInCode
from accounts.signals import address_refused


@transaction.atomic
def refuse(address: str, *, now: datetime) -> None:
    """Keep that this address wants no invitations; saying it twice is saying it once.

    What is kept of an address that no player has is erased, but for the keyed hash that refuses.
    """
    Refusal.objects.get_or_create(
        address_key=keyed("refusal", address.lower()), defaults={"refused_at": now}
    )
    if not Player.objects.with_address(address).exists():
        SignInCode.objects.filter(address_key=keyed("address", address.lower())).delete()
    address_refused.send(sender=Refusal, address=address, now=now)


def refuses(address: str) -> bool:
    """Return whether this address has refused invitations, also under an earlier secret key."""
    keys = every_key("refusal", address.lower())
    return Refusal.objects.filter(address_key__in=keys).exists()
