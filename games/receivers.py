"""What the game does when accounts tell of a player; connected in `GamesConfig.ready`."""

from datetime import datetime
from typing import Any

from accounts import signals as accounts
from accounts.models import Player, TimeOff
from games import queries, services


def connect() -> None:
    """Follow the signals of accounts."""
    accounts.player_leaving.connect(_player_leaves)
    accounts.player_suspended.connect(_player_suspended)
    accounts.address_changed.connect(_address_changed)
    accounts.address_refused.connect(_address_refused)
    accounts.time_off_ended.connect(_time_off_ended)
    accounts.data_wanted.connect(_data_wanted)


def _player_leaves(player: Player, now: datetime, **_: object) -> None:
    services.player_leaves(player, now=now)


def _player_suspended(player: Player, now: datetime, **_: object) -> None:
    services.player_suspended(player, now=now)


def _address_changed(player: Player, old_address: str, **_: object) -> None:
    services.revoke_player(player)
    services.claim_invitations(player, old_address)


def _address_refused(address: str, **_: object) -> None:
    services.forget_address(address)


def _time_off_ended(time_off: TimeOff, now: datetime, **_: object) -> None:
    services.settle_time_off(time_off, now=now)


def _data_wanted(player: Player, **_: object) -> dict[str, Any]:
    return queries.personal_data(player)
