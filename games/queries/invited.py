"""An invitation as its receiver sees it: who asks, to what, and who else sits there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Player
from games.queries.options import Options, options_of
from games.queries.waiting import Place, places_of
from games.tables import Invitation, Match


@dataclass(frozen=True)
class InvitationPage:
    """All that the page of an invitation shows."""

    invitation: Invitation
    match: Match
    owner: Player | None
    """Whose account the address is, if it is one's."""
    options: Options
    places: Sequence[Place]

    def is_for(self, reader: Player | None) -> bool:
        """Whether a signed-in player is the one who was invited."""
        return reader is not None and reader in (self.owner, self.invitation.player)

    def is_open(self, now: datetime) -> bool:
        """Whether it can be answered still."""
        return (
            self.invitation.state == Invitation.State.OPEN
            and self.invitation.expires_at > now
            and self.match.state == Match.State.WAITING
        )

    def why_over(self) -> str:
        """Return why it cannot be answered any more."""
        if self.match.state == Match.State.CANCELLED:
            return _("The table was called off before it began.")
        match self.invitation.state:
            case Invitation.State.ACCEPTED:
                return _("It was accepted. The turn mails of this table lead to the seat.")
            case Invitation.State.DECLINED:
                return _("It was declined.")
            case Invitation.State.WITHDRAWN:
                return _("Whoever made the table took it back.")
        return _("It was not answered in time.")


def invitation_page(number: int) -> InvitationPage | None:
    """Return the page of an invitation, if there is such a one."""
    found = Invitation.objects.select_related("seat__match__creator", "player")
    invitation = found.filter(pk=number).first()
    if invitation is None:
        return None
    match = invitation.seat.match
    places = places_of(match, invitation.seat)
    owner = Player.objects.with_address(invitation.address).first() if invitation.address else None
    people = sum(place.state != "bot" for place in places)
    return InvitationPage(invitation, match, owner, options_of(match, len(places), people), places)


def invitations_to(player: Player, now: datetime, most: int) -> list[Invitation]:
    """Return the invitations that wait for a player's answer, at their address or found by it."""
    return list(
        Invitation.objects.filter(
            Q(address__iexact=player.email) | Q(player=player),
            state=Invitation.State.OPEN,
            expires_at__gt=now,
            seat__match__state=Match.State.WAITING,
        )
        .select_related("seat__match__creator")
        .order_by("-created_at", "-pk")[:most]
    )
