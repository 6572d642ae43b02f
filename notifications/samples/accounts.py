"""Samples of the mails about an account, a seat's link, an invitation and a webhook."""

import secrets
from datetime import datetime

from accounts.models import Player
from games import services
from games.services import SeatPlan
from notifications import noticing, sealed
from notifications.models import Kind, Webhook
from notifications.samples.tables import BOT, Samples, make_match, newest, seat_of


def samples(ana: Player, now: datetime) -> Samples:
    """Yield them."""
    yield from _of_account(ana, now)
    yield from _of_invitations(ana, now)
    yield from _of_webhooks(ana, now)


def _of_account(ana: Player, now: datetime) -> Samples:
    secret = {"link": services.absolute("/sign-in/"), "code": "123456", "address": ana.email}
    for kind in (Kind.SIGN_IN, Kind.ADDRESS_CHANGE, Kind.ADDRESS_CHANGED):
        noticing.make(kind, "sample", now, now=now, player=ana, sealed=sealed.seal(secret))
        yield kind, newest(kind, now)


def _of_invitations(ana: Player, now: datetime) -> Samples:
    for name, pace in (("invitation_in_turn", "in_turn"), (Kind.INVITATION, "side_by_side")):
        guest = SeatPlan("address", f"eleni.{secrets.token_hex(4)}@example.org")
        match = make_match(ana, [guest, BOT], now, pace=pace)
        invitation = services.invite(match.seats.get(number=1), str(guest.value), now=now)
        noticing.notice_invitation(invitation, now=now)
        yield name, newest(Kind.INVITATION, now)
    noticing.notice_link(seat_of(match, ana), now=now)
    yield Kind.LINK, newest(Kind.LINK, now)


def _of_webhooks(ana: Player, now: datetime) -> Samples:
    for name, why in ((Kind.HOOK_OFF, Webhook.Off.FAILING), ("hook_gone", Webhook.Off.GONE)):
        hook = Webhook.objects.create(
            player=ana,
            url=f"https://hooks.example.org/{name}",
            form=Webhook.Form.JSON,
            off_since=now,
            off_because=why,
        )
        noticing.make(Kind.HOOK_OFF, f"{hook.pk}:sample", now, now=now, player=ana)
        yield name, newest(Kind.HOOK_OFF, now)
