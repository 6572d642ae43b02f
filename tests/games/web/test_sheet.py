"""The sheet of a match side by side: small tables, those first that wait for me."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import accounts.services
from games import services
from games.tables import Match, Seat
from tests.factories import NOON, make_match, play_on, sensible
from tests.games.web.browsing import (
    Browser,
    address,
    hrefs,
    page_of,
    rows,
    seat_at,
    sit,
    text_of,
    to_move,
)
from tests.games.web.tables import ME, OPEN, at, browser, lay

pytestmark = pytest.mark.django_db

GLANCE = {"round": "1"}


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, rounds=4, pace="side_by_side", now=timezone.now())


@pytest.fixture
def seat(match: Match) -> Seat:
    """Return a seat that has played one round to its end, and that others wait for."""
    while not match.rounds.exclude(reason="").exists():
        move_in(match, 1)
    while len(set(match.choices.values_list("seat", flat=True))) < 2:
        move_in(match, 2)
    return to_move(match)


def move_in(match: Match, number: int) -> None:
    choice = match.choices.select_related("seat", "match").get(round=number)
    services.play(choice.seat, number, sensible(choice), choice.seq, now=timezone.now())


def parts(page: Any) -> dict[str, list[str]]:
    """Return what the sheet says of its rounds, list by list."""
    return {
        str(part.h2.get_text()): [" ".join(item.get_text().split()) for item in part.select("li")]
        for part in page_of(page).select("main section")
    }


def other_than(seat: Seat) -> Seat:
    return seat.match.seats.exclude(pk=seat.pk).select_related("match", "player")[0]


def test_what_waits_for_me_comes_first_with_the_time_left(match: Match, seat: Seat) -> None:
    page = sit(seat).get(address(seat, "seat_sheet"))
    lists = parts(page)
    assert list(lists) == ["Your turn", "Others are to move", "Over"]
    mine = match.choices.filter(seat=seat).order_by("deadline", "round")
    rounds = [choice.round for choice in mine]
    assert [said.partition(",")[0] for said in lists["Your turn"]] == [f"Round {n}" for n in rounds]
    assert all("Your turn until" in said and "(in " in said for said in lists["Your turn"])


def test_for_the_others_it_says_whom_they_wait_for(match: Match, seat: Seat) -> None:
    lists = parts(sit(seat).get(address(seat, "seat_sheet")))
    other = other_than(seat)
    assert len(lists["Others are to move"]) == match.choices.filter(seat=other).count() > 0
    assert all(f"{other.name} is to move until" in said for said in lists["Others are to move"])


def test_what_is_over_shows_its_points_the_fewest_first(match: Match, seat: Seat) -> None:
    over = parts(sit(seat).get(address(seat, "seat_sheet")))["Over"]
    points = match.rounds.get(number=1).points
    named = [f"you {points[seat.number]}", f"{other_than(seat).name} {points[1 - seat.number]}"]
    in_order = sorted(named, key=lambda said: int(said.split()[-1]))
    assert over == [f"Round 1, on 9-9 {in_order[0]}, {in_order[1]}"]


def test_each_small_table_leads_to_its_round_and_is_read_as_words(seat: Seat) -> None:
    client = sit(seat)
    page = client.get(address(seat, "seat_sheet"))
    for link in page_of(page).select(".sheet a"):
        assert link.get_text(strip=True).startswith("Round ")
        assert link.select("img[alt=''][loading=lazy]")
        assert client.get(str(link["href"])).status_code == 200


def test_the_table_leads_to_the_sheet_and_the_home_page_too(match: Match, seat: Seat) -> None:
    assert address(seat, "seat_sheet") in hrefs(sit(seat).get(address(seat)), ".rounds")
    assert address(seat, "seat_sheet") in hrefs(browser(seat.player).get("/"), ".turn-card")


def test_where_nothing_waits_it_says_so(match: Match) -> None:
    seat = to_move(match)
    while choice := match.choices.filter(seat=seat).select_related("seat", "match").first():
        services.play(seat, choice.round, sensible(choice), choice.seq, now=timezone.now())
    page = sit(seat).get(address(seat, "seat_sheet"))
    assert "No round waits for you now" in text_of(page)
    assert "Your turn" not in parts(page)


def test_its_cost_does_not_grow_and_it_reads_no_event() -> None:
    costs = []
    for rounds in (2, 10):
        match = make_match(people=3, bots=1, rounds=rounds, pace="side_by_side")
        seat = seat_at(match, 0)
        client = sit(seat)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(seat, "seat_sheet")).status_code == 200
        assert not [query for query in queries if "games_event" in query["sql"]]
        costs.append(len(queries))
    assert costs == [5, 5]


def test_looking_changes_nothing(seat: Seat) -> None:
    client = sit(seat)
    before = rows()
    client.get(address(seat, "seat_sheet"))
    assert rows() == before


def test_it_is_for_who_sits_there(match: Match) -> None:
    mine, other = seat_at(match, 0), seat_at(match, 1)
    assert sit(mine).get(address(other, "seat_sheet")).status_code == 403
    assert Browser().get(at(match, "sheet")).status_code == 404
    assert Browser().get(at(match, "glance"), GLANCE).status_code == 404
    assert mine.player
    led = browser(mine.player).get(at(match, "sheet"))
    assert led["Location"] == address(mine, "seat_sheet")


def test_watchers_see_whose_turn_it_is_and_no_turn_of_theirs(match: Match, seat: Seat) -> None:
    Match.objects.update(watchable=True)
    page = Browser().get(at(match, "sheet"))
    assert list(parts(page)) == ["Being played", "Over"]
    assert "you" not in parts(page)["Over"][0]
    sources = [str(image["src"]) for image in page_of(page).select("img.glance")]
    assert len(sources) == 4
    assert all(Browser().get(source).status_code == 200 for source in sources)
    assert at(match, "sheet") in hrefs(Browser().get(at(match, "match")), ".rounds")


def test_a_table_that_does_not_run_leads_to_what_it_is_now(match: Match) -> None:
    waits = lay(ME, OPEN)
    seat = seat_at(waits, 0)
    assert sit(seat).get(address(seat, "seat_sheet"))["Location"] == address(seat)
    over = play_on(make_match(people=2, bots=0, rounds=1, hand_size=5))
    assert Browser().get(at(over, "sheet"))["Location"] == at(over, "match")


def test_on_a_paused_table_no_time_is_shown(match: Match) -> None:
    seat = to_move(match)
    services.pause(match, now=NOON)
    said = text_of(sit(seat).get(address(seat, "seat_sheet")))
    assert "The match is paused" in said
    assert "until" not in said.replace("no moves are made until it goes on", "")


def test_who_has_time_off_is_waited_for_without_a_clock(match: Match, seat: Seat) -> None:
    other = other_than(seat)
    assert other.player
    today = timezone.now().date()
    accounts.services.take_time_off(
        other.player, today, today + timedelta(days=2), now=timezone.now() - timedelta(days=1)
    )
    lists = parts(sit(seat).get(address(seat, "seat_sheet")))
    assert all(
        f"{other.name} is to move, and away until" in said for said in lists["Others are to move"]
    )


def test_where_a_bot_stands_in_nothing_waits_for_its_player(match: Match, seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(bot="hen")
    assert seat.player
    page = browser(seat.player).get(address(seat, "seat_sheet"))
    assert "A bot plays for you" in text_of(page)
    assert "Your turn" not in parts(page)


def test_a_small_table_is_kept_by_the_browser_until_its_round_goes_on(match: Match) -> None:
    seat = to_move(match)
    client = sit(seat)

    def source() -> str:
        page = page_of(client.get(address(seat, "seat_sheet")))
        return next(str(i["src"]) for i in page.select("img.glance") if "round=2&" in str(i["src"]))

    before = source()
    kept = client.get(before)
    assert kept["Content-Type"] == "image/svg+xml"
    assert "immutable" in kept["Cache-Control"]
    assert "private" in kept["Cache-Control"]
    move_in(match, 2)
    assert source() != before
    for stale in (before, before.partition("&")[0]):
        assert "no-store" in client.get(stale)["Cache-Control"]


def test_pages_are_kept_by_no_browser(seat: Seat) -> None:
    client = sit(seat)
    for name in ("table", "seat_sheet", "seat_replay"):
        assert "no-store" in client.get(address(seat, name), follow=True)["Cache-Control"]
