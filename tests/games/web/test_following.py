"""An open page follows its table: what it asks for, what that costs, who is told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import services
from games.services import Said
from games.tables import Match, Seat
from tests.factories import make_match, make_player, sensible, waiting
from tests.games.web.browsing import Browser, address, page_of, rows, seat_at, sit, to_move
from tests.games.web.tables import ANA, BOT, ME, OPEN, at, browser, lay

pytestmark = pytest.mark.django_db

ANSWER = dict[str, Any]


def followed(client: Client, path: str) -> tuple[str, str]:
    """Return where an open page asks for news, and what it knows."""
    line = page_of(client.get(path, follow=True)).select_one("[data-news]")
    assert line
    return str(line["data-news"]), str(line["data-head"])


def known(client: Client, news: str) -> ANSWER:
    """Return what a browser asks with once it has been told."""
    return {"headers": {"If-None-Match": client.get(news)["ETag"]}}


def costs(ask: Callable[[], Any], status: int) -> list[str]:
    """Return the queries of an answer that must have this status."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert ask().status_code == status
    return [query["sql"] for query in queries]


def by_cookie(seat: Seat) -> Client:
    return sit(seat)


def signed_in(seat: Seat) -> Client:
    return browser(seat.player)


@pytest.mark.parametrize(("opened", "most"), [(by_cookie, 1), (signed_in, 3)])
def test_a_304_costs_next_to_nothing_and_touches_no_event(
    opened: Callable[[Seat], Client], most: int
) -> None:
    seat = to_move(make_match(people=2, bots=0))
    client = opened(seat)
    news, _mark = followed(client, address(seat))
    again = known(client, news)
    before = rows()
    queries = costs(lambda: client.get(news, **again), 304)
    assert len(queries) <= most
    assert not [sql for sql in queries if "games_event" in sql]
    assert rows() == before


def test_watching_a_304_costs_one_query_and_touches_no_event() -> None:
    match = make_match(people=2, bots=0)
    Match.objects.update(watchable=True)
    client = Browser()
    again = known(client, at(match, "news"))
    queries = costs(lambda: client.get(at(match, "news"), **again), 304)
    assert len(queries) == 1
    assert "games_event" not in queries[0]


def test_in_the_waiting_room_a_304_costs_two_queries() -> None:
    match = lay(ME, OPEN, OPEN)
    seat = services.take_open_seat(match, make_player(), now=match.created_at)
    client = sit(seat)
    news, _mark = followed(client, address(seat))
    again = known(client, news)
    queries = costs(lambda: client.get(news, **again), 304)
    assert len(queries) == 2
    assert not [sql for sql in queries if "games_event" in sql]
    visitor = Browser()
    again = known(visitor, at(match, "news"))
    assert len(costs(lambda: visitor.get(at(match, "news"), **again), 304)) <= 3


def sits_down(match: Match) -> None:
    services.take_open_seat(match, make_player("Cleo"), now=match.created_at)


def asks_ana(match: Match) -> None:
    services.invite(match.seats.get(number=3), "ana@example.org", now=match.created_at)


def seats_a_bot(match: Match) -> None:
    services.seat_bot(match.seats.select_related("match").get(number=3), "hen", now=timezone.now())


def opens_a_seat(match: Match) -> None:
    services.open_seat(match.seats.select_related("match").get(number=3), now=timezone.now())


def gets_up(match: Match) -> None:
    services.leave(match.seats.select_related("match").get(number=1), now=timezone.now())


def renames(match: Match) -> None:
    Player.objects.filter(seats__match=match, seats__number=1).update(display_name="Ben the Great")


def calls_off(match: Match) -> None:
    services.cancel(match, now=timezone.now())


@pytest.mark.parametrize(
    "act", [sits_down, asks_ana, seats_a_bot, opens_a_seat, gets_up, renames, calls_off]
)
def test_who_waits_is_told_of_whatever_becomes_of_the_seats(act: Callable[[Match], None]) -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, OPEN, services.SeatPlan("address", "eve@example.org"), creator=host)
    services.take_open_seat(match, make_player("Ben"), now=match.created_at)
    if act is not opens_a_seat:
        services.open_seat(match.seats.select_related("match").get(number=3), now=timezone.now())
    client = browser(host)
    news, mark = followed(client, at(match, "match"))
    assert client.get(news).content.decode() == mark
    again = known(client, news)
    act(match)
    answer = client.get(news, **again)
    assert answer.status_code == 200
    assert answer.content.decode() != mark


def test_what_is_said_in_the_waiting_room_is_news_for_seats_alone() -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, creator=host)
    client, visitor = browser(host), Browser()
    news, mark = followed(client, at(match, "match"))
    seen = visitor.get(at(match, "news")).content
    services.say(seat_at(match, 0), "Hello?", "a" * 32, now=timezone.now())
    assert client.get(news).content.decode() != mark
    assert visitor.get(at(match, "news")).content == seen


def test_everybody_is_taken_to_the_table_when_it_begins() -> None:
    host, guest, watcher = make_player("Host"), make_player("Guest"), Browser()
    match = lay(ME, OPEN, OPEN, creator=host, watchable=True)
    seat = services.take_open_seat(match, guest, now=match.created_at)
    windows = [
        (browser(host), at(match, "match")),
        (sit(seat), address(seat)),
        (watcher, at(match, "match")),
    ]
    told = [followed(client, path) for client, path in windows]
    sits_down(match)
    for (client, path), (news, mark) in zip(windows, told, strict=True):
        assert client.get(news).content.decode() != mark
        page = page_of(client.get(path, follow=True))
        assert page.select_one("figure.board")
        assert not page.select("[data-live]")


def test_the_news_of_a_table_that_waits_are_for_who_may_see_its_room() -> None:
    host = make_player("Host")
    closed = lay(ANA, BOT, creator=host)
    assert browser(host).get(at(closed, "news")).status_code == 200
    for client in (Browser(), browser(make_player())):
        assert client.get(at(closed, "news")).status_code == 404
        assert client.get(at(closed, "match")).status_code == 404
    Match.objects.update(creator=None)
    assert Browser().get(at(closed, "news")).status_code == 404


def test_what_the_news_say_gives_no_guest_away() -> None:
    """The mark is the same whoever is asked: an address cannot be guessed and held against it."""
    match = lay(ME, OPEN, ANA)
    mark = Browser().get(at(match, "news")).content
    match.seats.get(number=2).invitations.update(address="other@example.org")
    assert Browser().get(at(match, "news")).content == mark


def test_the_room_says_who_is_here_and_how_many_are_missing() -> None:
    match = lay(ME, BOT, OPEN, OPEN, creator=make_player("Host"))
    shown = page_of(Browser().get(at(match, "match"))).select_one("[data-live=who]")
    assert shown
    assert shown["role"] == "status"
    assert shown.get_text(" ", strip=True) == "Here so far: Host and Hen. 2 seats are still free."


def test_the_address_to_pass_on_is_one_that_a_visitor_can_open() -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, creator=host)
    client = browser(host)
    field = page_of(client.get(at(match, "match"), follow=True)).select_one("#address")
    assert field
    path = str(field["value"]).removeprefix(services.absolute(""))
    assert Browser().get(path).status_code == 200


def test_a_move_is_news_for_the_others_and_a_line_with_it_too() -> None:
    match = make_match(people=2, bots=0)
    seat = to_move(match)
    other = match.seats.exclude(pk=seat.pk).select_related("match", "player")[0]
    client = sit(other)
    news, mark = followed(client, address(other))
    choice = waiting(match)
    said = Said("Your turn!", "b" * 32)
    services.play(seat, choice.round, sensible(choice), choice.seq, said=said, now=timezone.now())
    assert client.get(news).content.decode() != mark
    assert reverse("games:seat_news", args=[match.slug, other.number]) == news
