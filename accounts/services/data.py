"""All that is kept of a person, for them to download."""

from datetime import datetime
from typing import Any, Final, cast

from accounts.keyed import keyed
from accounts.models import Player, SignInCode, TimeOff
from accounts.services.refusals import refuses
from accounts.signals import data_wanted

FORMAT: Final = "chickenfoot-personal-data"
VERSION: Final = 1


def data_of(player: Player, *, now: datetime) -> dict[str, Any]:
    """Return a player's account and what all other apps keep of them; changes nothing."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": now,
        "account": _account(player),
        "signing_in": _signing_in(player),
        "times_off": [
            {"since": off.since, "until": off.until}
            for off in TimeOff.objects.filter(player=player).order_by("since")
        ],
        "refuses_invitations": refuses(player.email),
    }
    for _listener, sections in data_wanted.send(sender=Player, player=player, now=now):
        data.update(cast("dict[str, Any]", sections))
    return data


def _account(player: Player) -> dict[str, Any]:
    return {
        "address": player.email,
        "name": player.display_name,
        "language": player.language,
        "time_zone": player.time_zone,
        "quiet_from": player.quiet_from,
        "quiet_until": player.quiet_until,
        "reminders": player.reminders.split(),
        "one_mail_a_day_at": player.digest_at,
        "joined_at": player.joined_at,
        "is_newcomer": player.is_newcomer,
        "is_administrator": player.is_staff,
        "suspended_at": player.suspended_at,
        "suspension_reason": player.suspension_reason,
    }


def _signing_in(player: Player) -> dict[str, Any]:
    code = SignInCode.objects.filter(address_key=keyed("address", player.email.lower())).first()
    return {
        "last_signed_in_at": player.last_login,
        "last_seen_at": player.last_seen_at,
        "last_code_asked_at": code.asked_at if code else None,
    }
