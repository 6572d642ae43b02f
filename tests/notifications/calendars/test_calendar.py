"""The calendar: what it shows and what it never does, and who is let in by its link (RFC 5545)."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.signing import Signer
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

import accounts.services
from accounts.models import Player
from chickenfoot.logs import hide_tokens
from games import services
from games.tables import Capability, Match
from notifications.calendars import feed, links
from notifications.models import CalendarFeed
from tests.factories import make_match, make_player, play_on
from tests.games.web.browsing import rows

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def path_of(player: Player) -> str:
    found = links.feed_of(player)
    assert found is not None
    return links.address(found).removeprefix("http://localhost:8000")


def events_of(player: Player) -> list[Any]:
    return list(Calendar.from_ical(feed.made_for(player, now=NOW)).events)


def mine(match: Match) -> Player:
    """Return whoever it is who has to move, with a calendar."""
    choice = match.choices.select_related("seat__player")[0]
    assert choice.seat.player is not None
    links.make_link(choice.seat.player, now=NOW)
    return choice.seat.player


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=3, bots=0, now=NOW), choices=3, now=NOW)


def test_a_choice_that_waits_is_an_event_at_its_deadline(match: Match) -> None:
    player = mine(match)
    choice = match.choices.get()
    (event,) = events_of(player)
    assert event.start == choice.deadline
    assert event.start.tzinfo is not None
    others = [seat.name for seat in match.seats.exclude(player=player).exclude(player=None)]
    assert [name in str(event["summary"]) for name in others] == [True, True]
    assert str(event["url"]) == f"http://localhost:8000/m/{match.slug}/"
    assert (event["transp"], event["sequence"]) == ("TRANSPARENT", match.head)
    assert "DTEND" not in event
    assert event["last-modified"].dt >= event["dtstamp"].dt


def test_who_has_moved_has_no_event(match: Match) -> None:
    player = mine(match)
    play_on(match, choices=1, now=NOW)
    assert events_of(player) == []


def test_side_by_side_it_is_one_event_a_table_at_the_first_deadline() -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10, now=NOW)
    player = mine(match)
    waits = match.choices.filter(seat__player=player).order_by("deadline")
    assert waits.count() > 1
    (event,) = events_of(player)
    assert event.start == waits[0].deadline
    assert f"{waits.count()} moves wait" in str(event["description"])


def test_the_uid_stays_and_the_sequence_grows_when_a_deadline_is_moved(match: Match) -> None:
    player = mine(match)
    (before,) = events_of(player)
    services.pause(match, why=services.Why("rain"), now=NOW)
    assert events_of(player) == []
    match.refresh_from_db()
    services.resume(match, why=services.Why("sun"), now=NOW + timedelta(days=3))
    (after,) = events_of(player)
    assert after["uid"] == before["uid"]
    assert after.start > before.start
    assert after["sequence"] > before["sequence"]


def test_time_off_and_a_bot_that_stands_in_leave_nothing(match: Match) -> None:
    player = mine(match)
    match.seats.filter(player=player).update(bot="hen")
    assert events_of(player) == []
    match.seats.filter(player=player).update(bot="")
    assert len(events_of(player)) == 1
    today = NOW.date()
    accounts.services.take_time_off(player, today, today, now=NOW)
    assert events_of(player) == []


def test_its_lines_are_folded_and_end_as_the_standard_says(match: Match) -> None:
    for player in Player.objects.all():
        player.display_name = "Ünïcödé, the; of\\many words" + str(player.pk)
        player.save()
    content = feed.made_for(mine(match), now=NOW)
    assert content.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert max(map(len, content.split(b"\r\n"))) <= 75
    unfolded = content.replace(b"\r\n ", b"").decode()
    assert "Ünïcödé\\, the\\; of\\\\many words" in unfolded
    for name in ("VERSION:2.0", "PRODID:", "DTSTAMP:", "SEQUENCE:", "LAST-MODIFIED:"):
        assert unfolded.count(f"\r\n{name}") == 1
    assert re.search(r"\r\nDTSTART:\d{8}T\d{6}Z\r\n", unfolded)


def test_it_shows_no_tile_and_no_capability_but_its_own(match: Match) -> None:
    player = mine(match)
    seat = match.seats.get(player=player)
    token = services.token(services.capability_for(seat))
    text = feed.made_for(player, now=NOW).decode().replace("\r\n ", "")
    words = "".join(re.findall(r"(?m)^(?:SUMMARY|DESCRIPTION|NAME|UID)[:;].*$", text))
    assert not re.search(r"\b\d+-\d+\b", words.replace(player.display_name, ""))
    assert token not in text
    assert path_of(player) not in text
    assert "/t/" not in text


def test_the_same_deadlines_make_the_same_bytes_and_304(match: Match, client: Client) -> None:
    path = path_of(mine(match))
    first = client.get(path)
    assert first.status_code == 200
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    assert first["Cache-Control"] == "private, no-cache"
    again = client.get(path, headers={"If-None-Match": f'"other", W/{first["ETag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    play_on(match, choices=1, now=NOW)
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200
    assert client.head(path).status_code == 200
    assert client.post(path).status_code == 405


def test_reading_it_changes_nothing(match: Match, client: Client) -> None:
    path = path_of(mine(match))
    before = rows()
    client.get(path)
    assert rows() == before
    assert Capability.objects.count() == 0


def test_its_queries_are_as_many_for_ten_tables(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    player = make_player()
    links.make_link(player, now=NOW)
    for _ in range(5):
        choice = make_match(people=2, bots=0, now=NOW).choices.select_related("seat").get()
        choice.seat.player = player
        choice.seat.save()
    assert len(events_of(player)) == 5
    path = path_of(player)
    with django_assert_max_num_queries(4):
        client.get(path)


@pytest.mark.parametrize(
    "token", ["", "x", "1-1", "1-1~forged", "a" * 500, "../me", "%00", "1-1~é"]
)
def test_a_link_that_was_never_ours_is_no_page(client: Client, token: str) -> None:
    assert client.get(f"/calendar/{token}.ics").status_code == 404


def test_a_signed_text_of_another_kind_is_no_link(client: Client) -> None:
    links.make_link(make_player(), now=NOW)
    pk = CalendarFeed.objects.get().pk
    token = Signer(salt="games.capability").sign(f"{pk}-1").replace(":", "~")
    assert client.get(f"/calendar/{token}.ics").status_code == 404


class TestItsLink:
    @pytest.fixture
    def signed_in(self, match: Match, client: Client) -> Client:
        self.player = mine(match)
        client.force_login(self.player, backend="accounts.backends.PlayerBackend")
        return client

    def test_a_new_one_voids_the_old_one(self, signed_in: Client) -> None:
        old = path_of(self.player)
        assert signed_in.post("/me/calendar/", {"new": ""}).status_code == 302
        new = path_of(self.player)
        assert [signed_in.get(path).status_code for path in (old, new)] == [410, 200]
        assert new in signed_in.get("/me/calendar/").content.decode()

    def test_switched_off_and_on_again_the_old_one_stays_void(self, signed_in: Client) -> None:
        old = path_of(self.player)
        signed_in.post("/me/calendar/", {"off": ""})
        assert signed_in.get(old).status_code == 410
        assert "ics" not in signed_in.get("/me/calendar/").content.decode()
        signed_in.post("/me/calendar/", {"new": ""})
        assert signed_in.get(old).status_code == 410

    def test_a_changed_address_leaves_it(self, signed_in: Client) -> None:
        accounts.services.give_address(self.player, "new@example.org", now=NOW)
        assert signed_in.get(path_of(self.player)).status_code == 200

    @pytest.mark.usefixtures("signed_in")
    def test_it_opens_nothing_while_suspended_and_is_gone_with_the_player(self) -> None:
        path = path_of(self.player)
        accounts.services.suspend(self.player, "", now=NOW)
        assert Client().get(path).status_code == 404
        accounts.services.lift_suspension(self.player, now=NOW)
        assert Client().get(path).status_code == 200
        accounts.services.delete_account(self.player, now=NOW)
        assert Client().get(path).status_code == 410

    def test_the_page_shows_it_to_copy_and_to_subscribe(self, signed_in: Client) -> None:
        before = rows()
        page = signed_in.get("/me/calendar/").content.decode()
        assert f'value="http://localhost:8000{path_of(self.player)}"' in page
        assert f'href="webcal://localhost:8000{path_of(self.player)}"' in page
        assert rows() == before
        assert Client().get("/me/calendar/").status_code == 302

    @pytest.mark.usefixtures("signed_in")
    def test_no_log_shows_it(self) -> None:
        entry: dict[str, Any] = {"event": f"GET {path_of(self.player)} HTTP/1.1"}
        shown = hide_tokens(None, "", entry)["event"]
        assert shown == "GET /calendar/… HTTP/1.1"
