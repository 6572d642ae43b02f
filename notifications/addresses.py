"""The addresses that mails lead to, whole, as they are clicked far from this site."""

from urllib.parse import urlencode

from django.urls import reverse

from games import services
from games.engine import Command, PlaceTile
from games.tables import Choice, Invitation, Match, Seat
from notifications import preferences
from notifications.letters import Recipient
from notifications.models import Kind


def of_seat(seat: Seat) -> str:
    """Return the link to a seat's table, good for its current tenure."""
    token = services.token(services.capability_for(seat))
    return services.absolute(reverse("games:link", args=[token]))


def of_talk(seat: Seat) -> str:
    """Return the link to the talk of a seat's table, which is open after the end too."""
    return f"{of_seat(seat)}?{urlencode({'talk': 1})}"


def of_choice(seat_link: str, choice: Choice) -> str:
    """Return the link to the table of one round."""
    return f"{seat_link}?{urlencode({'round': choice.round})}"


def of_move(seat_link: str, choice: Choice, command: Command) -> str:
    """Return the link to the table with a move already laid, as it was at that `seq`."""
    move = {"pass": "1"}
    if isinstance(command, PlaceTile):
        move = {"tile": str(command.tile), "on": str(command.on)}
    return f"{seat_link}?{urlencode({'round': choice.round, **move, 'seq': choice.seq})}"


def of_invitation(invitation: Invitation) -> str:
    """Return the link that accepts or declines."""
    token = services.token(services.capability_for_invitation(invitation))
    return services.absolute(reverse("games:invitation_link", args=[token]))


def of_replay(match: Match) -> str:
    """Return the address of a finished match's replay, good for anybody."""
    return services.absolute(reverse("games:replay", args=[match.slug]))


def of_preference(to: Recipient, kind: Kind) -> str:
    """Return the link that switches a kind of mail off, or nothing for who has no account."""
    if to.player is None:
        return ""
    token = preferences.token(to.player, kind)
    return services.absolute(reverse("notifications:preference", args=[token]))


def of_settings(to: Recipient) -> str:
    """Return the link to all of somebody's mail settings; nothing where it may be a stranger's.

    That is who has no account, and an address that is not, or not yet, or no more the player's.
    """
    if to.player is None or to.address.lower() != to.player.email.lower():
        return ""
    token = preferences.token_of_all(to.player)
    return services.absolute(reverse("notifications:settings", args=[token]))
