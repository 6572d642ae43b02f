"""The first page: what waits first, and the same number of queries however much there is."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import services
from games.queries import home as shelves
from games.services import SeatPlan, recording
from games.tables import Match
from tests.factories import make_player, play_on
from tests.games.web.browsing import hrefs, page_of, text_of
from tests.games.web.tables import BOT, ME, OPEN, at, browser, everything, lay

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return make_player("Ana", time_zone="Europe/Ljubljana")


@pytest.fixture
def client(ana: Player) -> Client:
    return browser(ana)


def running(*players: Player, **options: Any) -> Match:
    """Return a match that runs between these players."""
    first, *others = players
    match = lay(ME, *[OPEN for _ in others], creator=first, options=options)
    for player in others:
        services.take_open_seat(match, player, now=timezone.now())
    match.refresh_from_db()
    return match


def sections(page: Any) -> dict[str, str]:
    """Return the lists of the page by their headings."""
    found = page_of(page).select("main section")
    return {str(part.h2.text): part.get_text(" ", strip=True) for part in found if part.h2}


def test_who_is_not_signed_in_is_welcomed_with_a_picture() -> None:
    page = browser().get("/")
    assert page.status_code == 200
    assert page_of(page).select("figure svg.cf-table")
    assert reverse("accounts:sign_in") in hrefs(page, "main")


def test_somebody_new_is_led_to_a_new_table(client: Client) -> None:
    page = client.get("/")
    assert "You sit at no table yet" in text_of(page)
    assert page_of(page).select("main a[href='/new/']")


def test_what_waits_for_me_comes_first_with_its_deadline_in_my_time(
    client: Client, ana: Player
) -> None:
    bor = make_player("Bor")
    matches = [running(ana, bor, hand_size=7) for _ in range(6)]
    page = client.get("/")
    mine = [match for match in matches if match.choices.filter(seat__player=ana).exists()]
    links = [str(link["href"]) for link in page_of(page).select(".turn-card a")]
    assert {link.partition("?")[0] for link in links} == {at(match, "table", 0) for match in mine}
    for match in mine:
        local = match.choices.get().deadline.astimezone(ZoneInfo(ana.time_zone))
        assert f"{local:%H:%M}" in text_of(page)
    if len(mine) < len(matches):
        assert "With Bor" in sections(page)["Others are to move"]


def test_the_most_urgent_table_is_the_first(client: Client, ana: Player) -> None:
    late, soon = running(ana, make_player(), hand_size=7), running(ana, make_player(), hand_size=7)
    for match, days in ((late, 5), (soon, 1)):
        seat = match.seats.get(player=ana)
        match.choices.update(seat=seat, deadline=timezone.now() + timedelta(days=days))
    links = [str(link["href"]) for link in page_of(client.get("/")).select(".turn-card a")]
    assert [link.partition("?")[0] for link in links] == [
        at(match, "table", 0) for match in (soon, late)
    ]


def test_every_list_has_what_belongs_to_it(client: Client, ana: Player) -> None:
    bor = make_player("Bor")
    lay(ME, OPEN, creator=ana)
    lay(ME, SeatPlan("address", ana.email.upper()), creator=bor)
    lay(ME, OPEN, OPEN, creator=make_player("Cleo"))
    lay(ME, SeatPlan("address", "x@example.org"), creator=make_player("Private"))
    play_on(running(ana, bor, rounds=1, hand_size=5))
    found = sections(client.get("/"))
    assert "1 free seat" in found["Waiting for players"]
    assert "Bor invites you" in found["Invitations"]
    assert "Cleo" in found["Open tables to join"]
    assert "With Bor" in found["Finished"]
    assert "Private" not in str(found)


def test_the_number_of_queries_is_the_same_however_many_matches_there_are(
    client: Client, ana: Player
) -> None:
    def fill(times: int) -> None:
        for _ in range(times):
            running(ana, make_player(), hand_size=7)
            running(ana, make_player(), pace="side_by_side")
            lay(ME, BOT, OPEN, creator=ana)
            lay(ME, OPEN, creator=make_player())
            lay(ME, SeatPlan("player", ana))
            play_on(running(ana, make_player(), rounds=1, hand_size=5))

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert client.get("/").status_code == 200
        return len(captured)

    fill(1)
    few = queries()
    fill(3)
    assert queries() == few


def test_long_lists_come_in_pages(
    client: Client, ana: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelves, "SHELF", 2)
    for _ in range(5):
        lay(ME, OPEN, creator=ana)
    pages = [page_of(client.get("/", {"gathering": number})) for number in (1, 2, 3)]
    rows = [page.select("main section .rows > li") for page in pages]
    assert [len(found) for found in rows] == [2, 2, 1]
    more = [[str(link["href"]) for link in page.select(".more a")] for page in pages]
    assert more == [["?gathering=2"], ["?gathering=1", "?gathering=3"], ["?gathering=2"]]


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999999999999999", "٣", "9999"])
def test_a_page_that_is_none_is_no_mistake(client: Client, number: str) -> None:
    assert client.get("/", {"finished": number, "waiting": number}).status_code == 200


def test_a_table_is_shown_in_small_to_its_seat_alone(ana: Player, client: Client) -> None:
    match = running(ana, make_player(), hand_size=7)
    picture = client.get(at(match, "seat_glance", 0), {"round": 1})
    assert picture["Content-Type"] == "image/svg+xml"
    assert b"cf-table" in picture.content
    assert browser().get(at(match, "seat_glance", 0)).status_code == 403
    assert client.get(at(match, "seat_glance", 0), {"round": 9}).status_code == 404
    assert client.get(at(match, "seat_glance", 0), {"round": "x"}).status_code == 400
    waits = lay(ME, OPEN, creator=ana)
    assert client.get(at(waits, "seat_glance", 0)).status_code == 404


def test_a_small_picture_holds_no_hand(ana: Player, client: Client) -> None:  # R8.3
    match = running(ana, make_player(), hand_size=7)
    drawn = page_of(client.get(at(match, "seat_glance", 0))).select("[data-tile]")
    laid = recording.load(match, 1).state.rounds[1].placements
    assert {str(tile["data-tile"]) for tile in drawn} == {str(placed.tile) for placed in laid}


def test_looking_at_home_changes_nothing(client: Client, ana: Player) -> None:
    running(ana, make_player())
    lay(ME, SeatPlan("player", ana))
    before = everything()
    client.get("/")
    client.head("/")
    assert client.post("/").status_code in {403, 405}
    assert everything() == before
