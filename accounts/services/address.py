"""Changing a player's address: proven at the new one, told to the old one.

The link works in any browser, as a sign-in link does: people read mail on another device. It is
bound to the old address, so a change that was made meanwhile voids it. Whether the new address is
somebody's already is told only to who has proven to read its mail.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.errors import AddressTaken, BadLink, LinkTooOld
from accounts.models import Player
from accounts.services import throttle
from accounts.signals import address_change_asked, address_changed
from accounts.validators import clean_address

SALT = "accounts.address"
GOOD_FOR = timedelta(hours=1)
ASK_WINDOW = timedelta(hours=1)
ASKS = 5


@dataclass(frozen=True)
class AddressChange:
    """Whose address is to become which."""

    player: Player
    new_address: str


def ask_to_change_address(player: Player, new_address: str, network: str, *, now: datetime) -> str:
    """Have a link mailed to the new address and return that address as it will be kept.

    Raises `ValidationError` and `TooManyAsks`.
    """
    new_address = clean_address(new_address)
    if new_address == player.email:
        raise ValidationError(_("This is your address already."), code="same")
    for kind, who, limit in (
        ("change player", str(player.pk), ASKS),
        ("change address", new_address.lower(), ASKS),
        ("change network", network, settings.SIGN_INS_PER_NETWORK),
    ):
        throttle.count(kind, who, limit=limit, window=ASK_WINDOW, now=now)
    token = signing.dumps([player.pk, player.email, new_address], salt=SALT)
    query = urlencode({"token": token})
    with transaction.atomic():
        address_change_asked.send(
            sender=Player,
            player=player,
            new_address=new_address,
            link=f"{settings.SITE_URL}{reverse('accounts:address_link')}?{query}",
            now=now,
        )
    return new_address


def read_change_link(token: str) -> AddressChange:
    """Return what this link would change; raises `BadLink`, `LinkTooOld`. Changes nothing."""
    try:
        pk, old_address, new_address = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except signing.SignatureExpired as error:
        raise LinkTooOld from error
    except signing.BadSignature as error:
        raise BadLink from error
    player = Player.objects.filter(pk=pk, email=old_address, suspended_at=None).first()
    if player is None:
        raise BadLink
    return AddressChange(player, new_address)


def change_address(token: str, *, now: datetime) -> Player:
    """Give the player the proven address and end every session that the old one opened.

    Raises `BadLink`, `LinkTooOld`, `AddressTaken`.
    """
    change = read_change_link(token)
    return give_address(change.player, change.new_address, now=now)


def give_address(known: Player, new_address: str, *, now: datetime) -> Player:
    """Give a player an address that they have proven or an administrator vouches for.

    Ends every session. Raises `BadLink` if their address is no longer the one that was `known`,
    and `AddressTaken`.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=known.pk)
        if player.email != known.email:
            raise BadLink
        old_address = player.email
        player.email = new_address
        if not player.has_usable_password():
            player.set_unusable_password()  # a new random one: sessions are bound to it
        try:
            with transaction.atomic():
                player.save(update_fields=["email", "password"])
        except IntegrityError as error:
            raise AddressTaken from error
        address_changed.send(sender=Player, player=player, old_address=old_address, now=now)
    return player
