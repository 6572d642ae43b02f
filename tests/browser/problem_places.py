"""The pages of all that cannot be done, as somebody meets them."""

from contextlib import suppress
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from accounts.errors import TooManyAsks
from accounts.models import Player
from games import services
from games.tables import Match
from tests.browser.place import Place, of_seat, signed
from tests.factories import make_match
from tests.games.web.browsing import address, link_to, seat_at, sit
from tests.games.web.tables import ANA, ME, lay, link_of


def problem_places(host: Player) -> list[Place]:
    """Return a page of every status; `/our-mistake/` and `/busy/` have to be made fail."""
    return [*_links(host), _too_often(), *_at_a_table(), *_forms(host), *_anywhere()]


def _links(host: Player) -> list[Place]:
    gone = lay(ME, ANA, creator=host)
    used = link_of(gone.seats.get(number=1).invitations.get())
    services.cancel(gone, now=timezone.now())
    long_ago = timezone.now() - timedelta(days=400)
    expired = make_match(people=2, bots=0, now=long_ago)
    old = link_to(seat_at(expired, 1))
    services.give_to_bot(seat_at(expired, 1), "clock", cause="clock", now=long_ago)
    return [
        Place("a link that is not whole", reverse("games:link", args=["broken"]), status=403),
        Place("an invitation that was taken back", used, status=410),
        Place("a link from before a bot", old, status=410),
        Place("a sign-in link that is not whole", "/sign-in/link/?token=x", status=400),
    ]


def _too_often() -> Place:
    """Return the page of a new link that is asked for once more than is good."""
    seat = seat_at(make_match(people=2, bots=0), 0)
    replaced = link_to(seat)
    services.revoke_seat(seat)
    with suppress(TooManyAsks):
        while True:
            services.want_link(seat, now=timezone.now())
    return Place("a new link too often", replaced, (), 429, "main form .button")


def _at_a_table() -> list[Place]:
    match = make_match(people=2, bots=0, now=timezone.now())
    Match.objects.filter(pk=match.pk).update(watchable=True)
    seat = seat_at(match, 0)
    mine = of_seat(sit(seat))
    still = seat_at(make_match(people=2, bots=0), 0)
    Match.objects.filter(pk=still.match_id).update(fault="type of x is unknown")
    return [
        Place("a seat of others", address(seat), status=403),
        Place("no such round", f"{address(seat)}?round=9", mine, 404),
        Place("no number", f"{address(seat)}?round=x", mine, 400),
        Place("no such step", address(seat, "seat_replay_step", 1, 9999), mine, 404),
        Place("a form as a page", address(seat, "play"), mine, 405),
        Place("a record too early", reverse("games:record", args=[match.slug]), status=409),
        Place("a table that stands still", address(still), of_seat(sit(still)), 503),
    ]


def _forms(host: Player) -> list[Place]:
    return [
        Place(
            "new table refused",
            reverse("games:new"),
            signed(host),
            422,
            "form .button:not([hidden])",
        ),
        Place("sign-in refused", reverse("accounts:sign_in"), (), 422, "form .button"),
        Place("a wrong code", reverse("accounts:sent"), (), 422, "form .button"),
    ]


def _anywhere() -> list[Place]:
    return [
        Place("not found", "/no-such-page/", status=404),
        Place("our mistake", "/our-mistake/", status=500),
        Place("busy", "/busy/", status=503),
    ]
