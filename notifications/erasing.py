"""What is erased of the outbox, and of the mailbox of the embedded default, with a person."""

from collections.abc import Collection

from django.db import transaction

from accounts.models import Player
from notifications import mailbox
from notifications.models import BouncingAddress, Notice


def erase(player: Player) -> None:
    """Erase what a player's going leaves behind: their own notices go with their row.

    Subjects that name them as who laid the table are made anew without the name.
    """
    Notice.objects.filter(player=None, address__iexact=player.email).delete()
    Notice.objects.filter(match__creator=player).update(subject="")
    sent_to = Notice.objects.filter(player=player).exclude(address="")
    BouncingAddress.of(player.email).delete()
    addresses = {player.email, *sent_to.values_list("address", flat=True)}
    _empty_mailbox(addresses, player.display_name)


def erase_address(address: str) -> None:
    """Erase what was sent to an address that no player has."""
    if Player.objects.with_address(address).exists():
        return
    Notice.objects.filter(player=None, address__iexact=address).delete()
    BouncingAddress.of(address).delete()
    _empty_mailbox({address})


def erase_sent_before_account(old_address: str) -> None:
    """Erase what went to an address before its account, once the account has another one.

    Nothing would tie it to the player any more, when they go.
    """
    sent = Notice.objects.filter(player=None, address__iexact=old_address)
    sent.exclude(state__in=[Notice.State.DUE, Notice.State.LEASED]).delete()


def _empty_mailbox(addresses: Collection[str], name: str = "") -> None:
    if mailbox.is_open():
        transaction.on_commit(lambda: mailbox.erase(addresses, name), robust=True)
