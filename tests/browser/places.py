"""Every page that somebody may see, laid with what is to be seen there."""

from dataclasses import replace
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

import accounts.services
from accounts.models import Player
from games import queries, services
from games.engine import PlaceTile, Tile, Wish
from games.services import SeatPlan
from games.tables import Match, Seat
from games.web.asking import Asked
from notifications import preferences
from tests.browser.place import Place, of_seat, signed
from tests.browser.screens import Cookie
from tests.factories import make_match, make_player, play_on
from tests.games.web.browsing import address, link_to, seat_at, sit, to_move
from tests.games.web.tables import ANA, BOT, ME, OPEN, lay, link_of


def places() -> list[Place]:
    """Lay tables and return the pages of all of them, of players, and of visitors."""
    host = make_player("Zofka")
    return [*_tables(), *_changing(), *_waiting(host), *_over(), *_mine(host), *_anybodys()]


def _tables() -> list[Place]:
    now = timezone.now()
    match = play_on(make_match(people=2, bots=2, now=now), 12, now=now)
    Match.objects.filter(pk=match.pk).update(hints=True)
    mine = to_move(match)
    other = match.seats.exclude(pk=mine.pk).select_related("match", "player")[0]
    services.say(other, "Shall we say until Sunday?", "a" * 32, now=now)
    hand = queries.see_round(
        match, queries.table_page(match, other.number, None).round, other.number
    )
    wishes = [Wish(tile) for tile in (hand.view.hand or ())[:3]]
    services.make_plan(other, None, wishes, now=now)
    at_mine, at_other = of_seat(sit(mine)), of_seat(sit(other))
    return [
        Place("my turn", address(mine), at_mine),
        *_steps(mine, at_mine),
        Place("talk", address(mine, "talk"), at_mine),
        Place("giving up", address(mine, "resign"), at_mine),
        Place("a link just opened", link_to(mine)),
        Place("their turn, with a plan", address(other), at_other),
        Place("my replay so far", address(other, "seat_replay"), at_other),
    ]


def _steps(seat: Seat, at_seat: tuple[Cookie, ...]) -> list[Place]:
    """Return the pages of a move that is begun: which end, and whether it is meant."""
    page = queries.table_page(seat.match, seat.number, None)
    ends: dict[Tile, list[Asked]] = {}
    for move in page.view.legal:
        if isinstance(move, PlaceTile):
            asked = Asked(page.round, move.tile, move.on, page.last_seq)
            ends.setdefault(move.tile, []).append(asked)
    found = max(ends.values(), key=len)
    chosen = replace(found[0], on=None)
    return [
        Place("where it goes", address(seat) + chosen.query(), at_seat),
        Place("is it meant", address(seat) + found[0].query(), at_seat),
        Place("a link for an earlier table", f"{address(seat)}?round={page.round}&seq=1", at_seat),
    ]


def _changing() -> list[Place]:
    """Return tables at which something is asked, or goes another way."""
    now = timezone.now()
    paused = make_match(people=2, bots=0, now=now)
    services.pause(paused, now=now)
    stood = seat_at(paused, 0)
    asks = make_match(people=2, bots=0, now=now)
    services.ask_for_pause(seat_at(asks, 0), now=now)
    replaced = to_move(make_match(people=2, bots=0, now=now))
    services.give_to_bot(replaced, "clock", cause="clock", now=now)
    away = seat_at(replaced.match, replaced.number)
    side = play_on(
        make_match(people=2, bots=0, pace="side_by_side", rounds=4, now=now), 60, now=now
    )
    many = to_move(side)
    at_many = of_seat(sit(many))
    first = to_move(make_match(people=2, bots=0, now=now))
    return [
        Place("paused", address(stood), of_seat(sit(stood))),
        Place("asked for a pause", address(seat_at(asks, 1)), of_seat(sit(seat_at(asks, 1)))),
        Place("a bot plays for me", address(away), of_seat(sit(away))),
        Place("side by side", address(many), at_many),
        Place("a first move", address(first), of_seat(sit(first))),
        Place("all rounds", address(many, "seat_sheet"), at_many),
        Place("all rounds so far", address(many, "seat_replay_all"), at_many),
    ]


def _waiting(host: Player) -> list[Place]:
    match = lay(ME, ANA, OPEN, BOT, creator=host)
    invitation = match.seats.get(number=1).invitations.get()
    return [
        Place("waiting room", _of(match), signed(host)),
        Place("invitation", link_of(invitation)),
    ]


def _over() -> list[Place]:
    match = play_on(make_match(people=2, bots=1, highest=6, hand_size=5, rounds=2))
    return [
        Place("result", _of(match)),
        Place("replay", reverse("games:replay", args=[match.slug])),
        Place("replay of a step", reverse("games:replay_step", args=[match.slug, 1, 5])),
    ]


def _mine(host: Player) -> list[Place]:
    today = timezone.now().date()
    day = timedelta(days=30)
    accounts.services.take_time_off(host, today + day, today + day, now=timezone.now())
    names = (
        "games:home",
        "games:new",
        "accounts:profile",
        "accounts:address",
        "accounts:time_off",
        "accounts:delete",
        "notifications:my_settings",
        "notifications:my_calendar",
        "notifications:webhooks",
    )
    mine = signed(host)
    own = [Place(name, reverse(name), mine) for name in names]
    _seat_everywhere(host)
    newcomer = Place("an empty home", reverse("games:home"), signed(make_player("Ana")))
    token = preferences.token_of_all(host)
    mailed = Place("mail settings", reverse("notifications:settings", args=[token]))
    gone = Place("signing out", reverse("accounts:sign_out"), mine)
    return [*own, newcomer, mailed, gone]


def _seat_everywhere(player: Player) -> None:
    """Give a player a table of every kind that the home page knows."""
    now = timezone.now()
    for number in range(4):
        match = lay(ME, OPEN, BOT, creator=player, deal_at_once=True)
        services.take_open_seat(match, make_player(), now=now)
        if number == 3:
            services.abandon(match, now=now)
        elif to_move(match).player != player or number == 2:
            play_on(match, 1, now=now)
    lay(ME, SeatPlan("address", player.email))
    lay(ME, OPEN, creator=make_player("Ioana"))


def _anybodys() -> list[Place]:
    names = ("games:home", "games:rules", "accounts:sign_in", "accounts:sent")
    return [Place(f"anybody's {name}", reverse(name)) for name in names]


def _of(match: Match) -> str:
    return reverse("games:match", args=[match.slug])
