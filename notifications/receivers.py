"""What is written down and rung when accounts and games tell of something.

Connected in `NotificationsConfig.ready`. Notices about accounts are written in the transaction
that made them true; the rest is found in the log whenever somebody looks.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import signals as accounts
from accounts.models import Player, TimeOff
from games import bell
from games import signals as games
from games.tables import Invitation, Seat
from notifications import erasing, noticing, personal, sealed, tasks
from notifications.models import Kind


def connect() -> None:
    """Follow the signals of accounts and games."""
    accounts.sign_in_asked.connect(_sign_in_asked)
    accounts.address_change_asked.connect(_address_change_asked)
    accounts.address_changed.connect(_address_changed)
    accounts.player_leaving.connect(_player_leaving)
    accounts.address_refused.connect(_address_refused)
    accounts.time_off_taken.connect(_time_off_taken)
    accounts.data_wanted.connect(_data_wanted)
    games.events_recorded.connect(_events_recorded)
    games.invited.connect(_invited)
    games.link_wanted.connect(_link_wanted)


def _sign_in_asked(
    address: str,
    player: Player | None,
    link: str,
    code: str,
    language: str,
    now: datetime,
    **_: object,
) -> None:
    noticing.make(
        Kind.SIGN_IN,
        now.isoformat(),
        now,
        now=now,
        player=player,
        address=address,
        language=language,
        sealed=sealed.seal({"link": link, "code": code}),
    )
    _drain_soon()


def _address_change_asked(
    player: Player, new_address: str, link: str, now: datetime, **_: object
) -> None:
    noticing.make(
        Kind.ADDRESS_CHANGE,
        now.isoformat(),
        now,
        now=now,
        player=player,
        address=new_address,
        sealed=sealed.seal({"link": link, "address": new_address}),
    )
    _drain_soon()


def _address_changed(player: Player, old_address: str, now: datetime, **_: object) -> None:
    noticing.make(
        Kind.ADDRESS_CHANGED,
        now.isoformat(),
        now,
        now=now,
        player=player,
        address=old_address,
    )
    erasing.erase_sent_before_account(old_address)
    _drain_soon()


def _player_leaving(player: Player, **_: object) -> None:
    erasing.erase(player)


def _address_refused(address: str, **_: object) -> None:
    erasing.erase_address(address)


def _time_off_taken(time_off: TimeOff, now: datetime, **_: object) -> None:
    noticing.notice_time_off(time_off, now=now)
    _drain_soon()


def _data_wanted(player: Player, **_: object) -> dict[str, Any]:
    return personal.personal_data(player)


def _events_recorded(match_id: int, **_: object) -> None:
    bell.ring(tasks.tell, match_id)


def _invited(invitation_id: int, **_: object) -> None:
    invitation = Invitation.objects.select_related("seat", "player").get(pk=invitation_id)
    noticing.notice_invitation(invitation, now=timezone.now())
    _drain_soon()


def _link_wanted(seat_id: int, **_: object) -> None:
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    noticing.notice_link(seat, now=timezone.now())
    _drain_soon()


def _drain_soon() -> None:
    transaction.on_commit(lambda: bell.ring(tasks.drain))
