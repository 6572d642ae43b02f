"""The form of a new table: what it makes, what it refuses, what it keeps."""

from typing import Any

import pytest
from bs4 import Tag
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import engine, services
from games.tables import Invitation, Match
from tests.factories import make_match, make_player
from tests.games.web.browsing import page_of, text_of
from tests.games.web.tables import OPEN, browser, everything, lay

pytestmark = pytest.mark.django_db

NEW = "/new/"


@pytest.fixture
def creator() -> Player:
    return make_player("Ana")


@pytest.fixture
def client(creator: Player) -> Client:
    return browser(creator)


def fields(page: Any) -> dict[str, str]:
    """Return what the form would send as it stands."""
    form = page_of(page).select_one("form.new-table")
    assert form is not None
    found: dict[str, str] = {}
    for field in form.select("input[name], select[name]"):
        if field.name == "select":
            chosen = field.select_one("option[selected]") or field.select_one("option")
            found[str(field["name"])] = str(chosen["value"]) if chosen else ""
        elif field.get("type") not in {"radio", "checkbox"} or field.has_attr("checked"):
            found[str(field["name"])] = str(field.get("value", ""))
    return found


def make(client: Client, shown: int = 4, **changes: str) -> Any:
    """Fill the form for so many seats and send it."""
    return client.post(NEW, {**fields(client.get(f"{NEW}?seats={shown}")), **changes})


def row_of(page: Any, number: int) -> Tag:
    row = page_of(page).select_one(f"[data-seat='{number}']")
    assert row is not None
    return row


INVITED: dict[str, Any] = {
    "address_1": "bor@example.org",
    "seat_2": "bot:hen",
    "seat_3": "open",
}


def test_who_is_not_signed_in_is_asked_to(client: Client) -> None:
    response = browser().get(NEW)
    assert response.status_code == 302
    assert response["Location"] == f"{reverse('accounts:sign_in')}?next={NEW}"


def test_a_table_is_made_and_waits_for_its_players(client: Client, creator: Player) -> None:
    response = make(client, **INVITED, match_length="half", turn_time="24")
    match = Match.objects.get()
    assert response["Location"] == reverse("games:match", args=[match.slug])
    assert match.state == Match.State.WAITING
    assert match.rules["rounds"] == 5
    assert match.rules["pace"] == "side_by_side"
    assert match.turn_time.days == 1
    assert [seat.bot for seat in match.seats.all()] == ["", "", "hen", ""]
    assert Invitation.objects.get().address == "bor@example.org"
    assert match.seats.get(number=3).open_to_all
    assert match.seats.get(number=0).player == creator


def test_the_form_shows_as_many_seats_as_the_address_asks_for(client: Client) -> None:
    page = client.get(f"{NEW}?seats=9&preset=four-arms")
    shown = [row for row in page_of(page).select("[data-seat]") if not row.has_attr("hidden")]
    assert len(shown) == 9
    assert fields(page)["preset"] == "four-arms"
    for nonsense in ("99", "x", "-1", "٣"):
        assert client.get(NEW, {"seats": nonsense}).status_code == 200


def test_other_seats_are_shown_without_a_script_and_what_was_typed_stays(client: Client) -> None:
    filled = {**fields(client.get(NEW)), "seats": "6", "address_1": "bor@example.org"}
    page = client.post(NEW, {**filled, "show": "1"})
    assert page.status_code == 200
    assert not row_of(page, 5).has_attr("hidden")
    assert fields(page)["address_1"] == "bor@example.org"
    assert not Match.objects.exists()


def test_the_estimate_is_the_one_of_the_rules(client: Client) -> None:  # R10
    lines = page_of(client.get(NEW)).select("[data-pace]")
    assert [line.text for line in lines] == ["About 17 days.", "About 140 days."]


def test_a_table_for_me_and_bots_shows_its_commitment_before_it_is_dealt(client: Client) -> None:
    response = make(client, shown=2, seat_1="bot:hen")
    match = Match.objects.get()
    assert match.state == Match.State.WAITING
    room = client.get(response["Location"], follow=True)
    assert match.seed_commitment in text_of(room)
    assert "Deal now" in text_of(room)


def test_a_player_met_before_is_invited_by_name(client: Client, creator: Player) -> None:
    friend = make_player("Cleo")
    met = lay(OPEN, OPEN, creator=make_player())
    services.take_open_seat(met, creator, now=met.created_at)
    services.take_open_seat(met, friend, now=met.created_at)
    page = client.get(NEW)
    assert "Cleo" in text_of(page)
    assert friend.email not in page.content.decode()
    make(client, shown=2, seat_1=f"player:{friend.pk}")
    assert Invitation.objects.get().player == friend


def test_nobody_is_invited_by_guessing_numbers(client: Client) -> None:
    stranger = make_player()
    assert make(client, shown=2, seat_1=f"player:{stranger.pk}").status_code == 422
    assert not Invitation.objects.exists()


def test_sending_the_form_twice_makes_one_table(client: Client) -> None:
    filled = {**fields(client.get(f"{NEW}?seats=4")), **INVITED}
    first, second = client.post(NEW, filled), client.post(NEW, filled)
    assert first["Location"] == second["Location"]
    assert Match.objects.count() == 1
    assert Invitation.objects.count() == 1
    client.post(NEW, {**filled, "address_1": "cene@example.org"})
    assert Match.objects.count() == 2


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"hand_size": "40"}, "hand_size"),
    ({"yard_reserve": "30"}, "yard_reserve"),
    ({"arms": "3"}, "arms"),
    ({"arms": "9"}, "arms"),
    ({"hand_size": "0"}, "hand_size"),
    ({"highest": "12"}, "hand_size"),
    ({"highest": "7"}, "highest"),
    ({"highest": "6", "hand_size": "5", "match_length": "number", "rounds": "8"}, "rounds"),
    ({"match_length": "number"}, "rounds"),
    ({"match_length": "number", "rounds": "9" * 5000}, "rounds"),
    ({"match_length": "long"}, "match_length"),
    ({"turn_time": "2"}, "turn_time"),
    ({"turn_time": "-1"}, "turn_time"),
    ({"seats": "13"}, "seats"),
    ({"seats": "9"}, "seats"),
    ({"seats": "four"}, "seats"),
    ({"preset": "foxes"}, "preset"),
    ({"pace": "fast"}, "pace"),
    ({"drawn_tile": "burn"}, "drawn_tile"),
    ({"double_blank": "7"}, "double_blank"),
    ({"address_1": ""}, "address_1"),
    ({"address_1": "nobody"}, "address_1"),
    ({"address_1": "a@example.org\nBcc: b@example.org"}, "address_1"),
    ({"address_1": "a" * 10_000 + "@example.org"}, "address_1"),
    ({"address_1": "a\x00@example.org"}, "address_1"),
    ({"seat_2": "address", "address_2": "Bor@example.org"}, "address_2"),
    ({"seat_2": "bot:fox"}, "seat_2"),
    ({"seat_2": "player:1e9"}, "seat_2"),
    ({"seat_2": ""}, "seat_2"),
    ({"seat_2": "me"}, "seats"),
    ({"seat_2": "open", "address_2": "c@example.org"}, "address_2"),
]


@pytest.mark.parametrize(("changes", "field"), REFUSED, ids=[str(c)[:60] for c, _ in REFUSED])
def test_nonsense_is_refused_beside_its_field(
    client: Client, changes: dict[str, Any], field: str
) -> None:
    before = everything()
    page = make(client, **{**INVITED, **changes})
    assert page.status_code == 422
    wrong = page_of(page).select(".wrong")
    named = {str(tag["name"]) for block in wrong for tag in block.select("[name]")}
    assert field in named
    assert all(block.select(".errorlist") for block in wrong)
    assert everything() == before


def test_what_was_typed_stays_when_the_form_comes_back(client: Client) -> None:
    page = make(client, **INVITED, hand_size="40", match_length="number", rounds="7")
    kept = fields(page)
    assert (kept["address_1"], kept["hand_size"], kept["rounds"]) == ("bor@example.org", "40", "7")
    assert page_of(page).select("details[open]")


@pytest.mark.parametrize("name", ["preset", "seats", "turn_time", "match_length", "pace", "nonce"])
def test_a_missing_field_makes_no_table(client: Client, name: str) -> None:
    filled = {**fields(client.get(NEW)), **INVITED}
    del filled[name]
    assert client.post(NEW, filled).status_code == 422
    assert not Match.objects.exists()


def test_a_doubled_field_is_refused(client: Client) -> None:
    filled: dict[str, Any] = {**fields(client.get(NEW)), **INVITED, "preset": ["trains", "trains"]}
    assert client.post(NEW, filled).status_code == 400
    assert not Match.objects.exists()


def test_a_form_that_is_not_utf_8_is_refused(client: Client) -> None:
    token = fields(client.get(NEW))["csrfmiddlewaretoken"]
    body = f"csrfmiddlewaretoken={token}&preset=trains&address_1=%ff%fe"
    response = client.post(NEW, body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 400
    assert not Match.objects.exists()


def test_a_huge_form_is_refused(client: Client) -> None:
    filled = {**fields(client.get(NEW)), **INVITED, "address_1": "a" * 300_000}
    assert client.post(NEW, filled).status_code == 413
    assert not Match.objects.exists()


def test_rows_of_seats_that_the_table_does_not_have_do_not_matter(client: Client) -> None:
    response = make(client, **INVITED, address_9="nobody", seat_10="fox")
    assert response.status_code == 302


def test_house_rules_reach_the_table(client: Client) -> None:
    make(client, **INVITED, double_blank="50", drawn_tile="may_play", watchable="on")
    match = Match.objects.get()
    assert (
        match.rules
        == engine.resolve(
            "trains", 4, double_blank=50, drawn_tile="may_play", pace="side_by_side"
        ).to_data()
    )
    assert match.watchable


def test_a_running_match_with_somebody_counts_as_met(client: Client, creator: Player) -> None:
    match = make_match(people=2, bots=0)
    assert "Met before" not in client.get(NEW).content.decode()
    assert match.seats.count() == 2


@pytest.mark.parametrize(("asked", "agreed"), [("", "hen"), ("rooster", "rooster")])
def test_the_bot_that_stands_in_is_agreed_on_and_shown(
    client: Client, asked: str, agreed: str
) -> None:
    made = make(client, **INVITED, stand_in=asked)
    assert Match.objects.get().stand_in == agreed
    assert f"then the bot {agreed.capitalize()} makes that move" in text_of(
        client.get(made["Location"], follow=True)
    )


def test_there_is_no_other_bot_to_stand_in(client: Client) -> None:
    answer = make(client, **INVITED, stand_in="fox")
    assert answer.status_code == 422
    assert not Match.objects.exists()
