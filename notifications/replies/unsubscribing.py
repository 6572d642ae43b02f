"""The addresses at which any mail switches a kind of mail off: `<local>+u<token>@<domain>`.

Mail programs write such mails by themselves when their reader presses *Unsubscribe*, so nothing of
them is read and nothing is answered. An address carries its right in it, as the links do: it is
void once the player has another address.
"""

import re
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Player
from notifications.models import SWITCHABLE, Kind
from notifications.preferences import Preference
from notifications.replies import places

_SALT: Final = "notifications.unsubscribing"
_TAG: Final = re.compile(r"u([0-9a-f]{1,15})-([a-z_]+)-([0-9a-f]{20})", re.ASCII)
# Of the part before the @, RFC 5321 lets mail servers take no more.
_LONGEST: Final = 64


def place_for(player: Player, kind: Kind) -> str:
    """Return where a mail switches one kind of a player's mails off, empty where none comes in."""
    if not settings.INCOMING_ADDRESS:
        return ""
    address = places.tagged(f"u{player.pk:x}-{kind}-{_mark(player, kind, settings.SECRET_KEY)}")
    return address if len(address.rpartition("@")[0]) <= _LONGEST else ""


def find(recipient: str) -> Preference | None:
    """Return what a mail to this address switches off, None where it is no such address."""
    found = _TAG.fullmatch(places.tag_in(recipient))
    if found is None or found[2] not in SWITCHABLE:
        return None
    kind = Kind(found[2])
    player = Player.objects.filter(pk=int(found[1], 16)).first()
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if player is None or not any(_fits(found[3], player, kind, key) for key in keys):
        return None
    return Preference(player, kind)


def _fits(mark: str, player: Player, kind: Kind, key: str) -> bool:
    return constant_time_compare(mark, _mark(player, kind, key))


def _mark(player: Player, kind: Kind, key: str) -> str:
    value = f"{player.pk}-{kind}-{player.email.lower()}"
    return salted_hmac(_SALT, value, secret=key, algorithm="sha256").hexdigest()[:20]
