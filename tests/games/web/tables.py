"""Tables that wait for players, made by their services, and what must not change at them."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import services
from games.services import SeatPlan
from games.tables import Invitation, Match, Seat
from tests.factories import make_player

ME, BOT, OPEN = SeatPlan("me"), SeatPlan("bot", "hen"), SeatPlan("open")
ANA = SeatPlan("address", "ana@example.org")


def lay(*seats: SeatPlan, creator: Player | None = None, **changes: Any) -> Match:
    """Return a new table of the preset `trains`, its creator's unless another is named."""
    arguments: dict[str, Any] = {
        "preset": "trains",
        "options": {},
        "turn_time": timedelta(days=3),
        "deal_at_once": False,
        "now": timezone.now(),
    }
    return services.create_match(
        creator or make_player("Host"), seats=seats, **{**arguments, **changes}
    )


def browser(player: Player | None = None) -> Client:
    """Return a browser with cookies and the checks of life, signed in or not."""
    client = Client(enforce_csrf_checks=True)
    if player is not None:
        client.force_login(player)
    return client


def at(match: Match, name: str, *args: Any) -> str:
    """Return an address below a match."""
    return reverse(f"games:{name}", args=[match.slug, *args])


def link_of(invitation: Invitation) -> str:
    """Return the link that the mail of an invitation holds."""
    token = services.token(services.capability_for_invitation(invitation))
    return reverse("games:invitation_link", args=[token])


def everything() -> list[Any]:
    """Return all that an answer could have changed, to compare it before and after."""
    return [
        list(Match.objects.order_by("pk").values_list("pk", "state", "head")),
        list(Seat.objects.order_by("pk").values_list("pk", "player", "bot", "tenure")),
        list(Seat.objects.order_by("pk").values_list("open_to_all", "words__words")),
        list(Invitation.objects.order_by("pk").values_list("pk", "state", "player")),
        list(Player.objects.order_by("pk").values_list("email", "display_name")),
    ]
