"""What is erased beside the log when a person goes; the log itself holds none (RECORD.md)."""

from django.db.models import Q

from accounts.models import Player
from accounts.redaction import redacted
from games.services import darkroom, recording
from games.tables import (
    Invitation,
    Match,
    Mute,
    Plan,
    ReasonWords,
    Seat,
    SeatWords,
    TalkLine,
    Tenure,
)


def erase(player: Player) -> None:
    """Erase a player's words, talk and plans; leave name and address out of what others wrote.

    Films that name them go too: all of them, for they are made again when they are asked for.

    Called while the player is still there, after their seats went to bots.
    """
    SeatWords.objects.filter(seat__in=_seats_with_words_of(player)).delete()
    Plan.objects.filter(seat__player=player).delete()
    ReasonWords.objects.filter(by=player).delete()
    TalkLine.objects.filter(player=player).delete()
    Mute.objects.filter(Q(player=player) | Q(muted=player)).delete()
    _redact_reasons_and_talk(player)
    theirs = Q(player=player) | Q(address__iexact=player.email)
    Invitation.objects.filter(theirs, state=Invitation.State.OPEN).update(
        state=Invitation.State.WITHDRAWN
    )
    Invitation.objects.filter(theirs).update(address="")
    darkroom.empty()


def claim_invitations(player: Player, old_address: str) -> None:
    """Tie what was sent to an address before its account to the player, who has another now.

    So it is erased with them, whatever their address is by then.
    """
    Invitation.objects.filter(player=None, address__iexact=old_address).update(player=player)


def forget_address(address: str) -> None:
    """Decline what waits for an address that wants no invitations, ever, and erase the address.

    That of a player stays with their invitations, as their account stays.
    """
    theirs = Invitation.objects.filter(address__iexact=address)
    waiting = theirs.filter(state=Invitation.State.OPEN)
    matches = set(waiting.values_list("seat__match_id", flat=True))
    waiting.update(state=Invitation.State.DECLINED)
    if not Player.objects.with_address(address).exists():
        theirs.update(address="")
    for match_id in matches:
        recording.ring(match_id)


def _seats_with_words_of(player: Player) -> list[int]:
    """Return the seats whose words for the shuffle a player gave: who sat there at the start."""
    seats = Seat.objects.filter(tenures__player=player, words__isnull=False).distinct()
    first = {
        seat.pk: Tenure.objects.filter(seat=seat, since_seq=0).order_by("number").last()
        for seat in seats
    }
    return [seat for seat, tenure in first.items() if tenure and tenure.player_id == player.pk]


def _redact_reasons_and_talk(player: Player) -> None:
    names = [player.display_name, player.email]
    sat = Match.objects.filter(Q(seats__tenures__player=player) | Q(creator=player)).values("pk")
    for written in (ReasonWords, TalkLine):
        for row in written.objects.filter(match__in=sat):
            words = redacted(row.words, names)
            if words != row.words:
                written.objects.filter(pk=row.pk).update(words=words)
