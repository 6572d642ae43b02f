"""Invitations from their mails: looked at by anybody's scanner, answered once, by a POST."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import accounts.services
from accounts.models import Player
from games import services
from games.tables import Invitation, Match, Seat
from tests.factories import make_player
from tests.games.web.browsing import form_of, page_of, send, text_of
from tests.games.web.tables import ANA, ME, OPEN, browser, everything, lay, link_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return lay(ME, ANA, OPEN, options={"double_blank": 50})


@pytest.fixture
def invitation(match: Match) -> Invitation:
    return Invitation.objects.select_related("seat__match").get()


def look(client: Client, invitation: Invitation) -> Any:
    return client.get(link_of(invitation), follow=True)


def accept(client: Client, page: Any, **changes: str) -> Any:
    values = {"name": "Ana", "language": "en", "time_zone": "Europe/Ljubljana", "words": ""}
    form = form_of(page, "/accept/")
    asked = {str(field["name"]) for field in form.select("[name]")}
    known = {name: value for name, value in values.items() if name in asked}
    return send(client, form, **{**known, **changes})


def test_the_token_leaves_the_address(invitation: Invitation) -> None:
    client = browser()
    response = client.get(link_of(invitation))
    assert response["Location"] == reverse("games:invitation", args=[invitation.pk])
    cookie = response.cookies["invitation"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (
        response["Location"],
        True,
        "Lax",
    )
    page = client.get(response["Location"])
    assert "no-store" in page["Cache-Control"]
    assert page["X-Robots-Tag"] == "noindex"


def test_the_page_says_who_invites_to_what(match: Match, invitation: Invitation) -> None:
    text = text_of(look(browser(), invitation))
    for words in ("Host", "10 rounds", "14 tiles each", "3 days", "double blank"):
        assert words in text
    assert match.seed_commitment in text


def test_links_may_be_opened_by_anybody_and_nothing_happens(invitation: Invitation) -> None:
    before = everything()
    for _ in range(2):
        client = browser()
        assert client.head(link_of(invitation)).status_code == 302
        look(client, invitation)
        client.get(reverse("games:accept", args=[invitation.pk]))
        client.get(reverse("games:decline", args=[invitation.pk]))
    assert everything() == before


def test_a_client_without_cookies_can_press_every_button(invitation: Invitation) -> None:
    before = everything()
    page = look(browser(), invitation)
    for action in ("/accept/", "/decline/"):
        assert send(browser(), form_of(page, action), name="Scanner").status_code == 403
        assert send(Client(), form_of(page, action), name="Scanner").status_code == 403
    assert everything() == before


def test_accepting_opens_the_seat_and_not_the_account(invitation: Invitation) -> None:
    client = browser()
    response = accept(client, look(client, invitation), words="soup", nonce="5" * 32)
    seat = Seat.objects.get(pk=invitation.seat_id)
    assert seat.player is not None
    assert (seat.player.display_name, seat.player.email) == ("Ana", "ana@example.org")
    assert seat.player.time_zone == "Europe/Ljubljana"
    assert (seat.words.words, seat.words.nonce) == ("soup", "5" * 32)
    assert response["Location"] == reverse("games:table", args=[seat.match.slug, seat.number])
    assert client.get(response["Location"]).status_code == 200
    assert client.get(reverse("accounts:profile")).status_code == 302


def test_the_last_to_accept_comes_to_the_table(match: Match, invitation: Invitation) -> None:
    services.take_open_seat(match, make_player(), now=match.created_at)
    client = browser()
    response = accept(client, look(client, invitation))
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING
    assert client.get(response["Location"]).status_code == 200


def test_who_has_an_account_is_not_asked_for_a_name(invitation: Invitation) -> None:
    known = Player.objects.create_user("Ana@example.org", display_name="Ana K.")
    client = browser()
    page = look(client, invitation)
    assert not page_of(page).select("[name=name]")
    accept(client, page)
    assert Seat.objects.get(pk=invitation.seat_id).player == known


def test_who_is_signed_in_as_somebody_else_chooses(invitation: Invitation) -> None:
    other = make_player("Other")
    client = browser(other)
    page = look(client, invitation)
    assert {str(radio["value"]) for radio in page_of(page).select("[name=who]")} == {
        "me",
        "address",
    }
    accept(client, page, who="me", name="")
    assert Seat.objects.get(pk=invitation.seat_id).player == other


def test_who_is_signed_in_as_somebody_else_may_join_as_the_address(invitation: Invitation) -> None:
    client = browser(make_player("Other"))
    response = accept(client, look(client, invitation), who="address")
    seat = Seat.objects.get(pk=invitation.seat_id)
    assert seat.name == "Ana"
    assert client.get(response["Location"]).status_code == 200


def test_who_was_invited_and_is_signed_in_needs_no_link(invitation: Invitation) -> None:
    ana = Player.objects.create_user("ana@example.org", display_name="Ana")
    client = browser(ana)
    page = client.get(reverse("games:invitation", args=[invitation.pk]))
    assert page.status_code == 200
    accept(client, page)
    assert Seat.objects.get(pk=invitation.seat_id).player == ana


def test_nobody_else_sees_the_invitation(invitation: Invitation) -> None:
    address = reverse("games:invitation", args=[invitation.pk])
    for client in (browser(), browser(make_player())):
        assert client.get(address).status_code == 403
        assert client.get(reverse("games:invitation", args=[999_999])).status_code == 403


def test_the_link_of_one_invitation_opens_no_other(invitation: Invitation) -> None:
    lay(ME, services.SeatPlan("address", "bor@example.org"))
    other = Invitation.objects.exclude(pk=invitation.pk).get()
    client = browser()
    look(client, invitation)
    token = client.cookies["invitation"].value
    thief = browser()
    thief.cookies["invitation"] = token
    assert thief.get(reverse("games:invitation", args=[other.pk])).status_code == 403


def test_declining_frees_the_seat(invitation: Invitation) -> None:
    client = browser()
    form = form_of(look(client, invitation), "/decline/")
    assert send(client, form).status_code == 200
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.DECLINED
    assert not accounts.services.refuses("ana@example.org")
    assert send(client, form).status_code == 410


def test_declining_for_ever(invitation: Invitation) -> None:
    client = browser()
    form = form_of(look(client, invitation), "/decline/")
    send(client, form, for_ever="1")
    assert accounts.services.refuses("ana@example.org")


def test_a_second_accept_changes_nothing(invitation: Invitation) -> None:
    client = browser()
    page = look(client, invitation)
    accept(client, page)
    before = everything()
    again = accept(client, page, name="Again")
    assert again.status_code == 410
    assert "To the table" in text_of(again)
    assert everything() == before


@pytest.mark.parametrize("how", ["withdrawn", "expired", "cancelled"])
def test_an_invitation_that_is_over_says_so(match: Match, invitation: Invitation, how: str) -> None:
    client = browser()
    page = look(client, invitation)
    if how == "withdrawn":
        services.withdraw(invitation, now=timezone.now())
    elif how == "cancelled":
        services.cancel(match, now=timezone.now())
    else:
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    before = everything()
    assert look(client, invitation).status_code == 410
    assert accept(client, page).status_code == 410
    assert everything() == before


def test_a_revoked_link_is_over(invitation: Invitation) -> None:
    link = link_of(invitation)
    invitation.capabilities.update(generation=2)
    assert browser().get(link).status_code == 410


@pytest.mark.parametrize("cut", [-1, -10, 5])
def test_a_cut_or_forged_link_opens_nothing(invitation: Invitation, cut: int) -> None:
    whole = link_of(invitation).rstrip("/")
    assert browser().get(f"{whole[:cut]}/").status_code in {403, 404}
    assert browser().get(f"{whole[:-1]}{'A' if whole[-1] != 'A' else 'B'}/").status_code == 403
    assert browser().get("/i/" + "a" * 10_000 + "/").status_code == 403


def test_a_seats_link_is_no_invitation(match: Match) -> None:
    token = services.token(services.capability_for(match.seats.get(number=0)))
    assert browser().get(reverse("games:invitation_link", args=[token])).status_code == 403


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"name": ""}, 422),
        ({"name": "n" * 41}, 422),
        ({"name": "n" * 10_000}, 422),
        ({"name": "a\nb"}, 422),
        ({"name": "\u202eAna"}, 422),
        ({"name": "a\x00"}, 422),
        ({"language": "xx"}, 422),
        ({"time_zone": "Mars/Base"}, 422),
        ({"words": "w" * 201}, 422),
        ({"words": "a\x00"}, 422),
    ],
)
def test_answers_that_cannot_be_read_seat_nobody(
    invitation: Invitation, changes: dict[str, str], status: int
) -> None:
    client = browser()
    before = everything()
    page = accept(client, look(client, invitation), **changes)
    assert page.status_code == status
    assert page_of(page).select("form .errorlist")
    assert everything() == before


def test_doubled_fields_and_bad_bytes_are_refused(invitation: Invitation) -> None:
    client = browser()
    form = form_of(look(client, invitation), "/accept/")
    before = everything()
    token = str(form.select("[name=csrfmiddlewaretoken]")[0]["value"])
    for rest in ("name=Ana&name=Bor", "name=%ff"):
        body = f"csrfmiddlewaretoken={token}&language=en&time_zone=UTC&{rest}"
        sent = client.post(
            str(form["action"]), body, content_type="application/x-www-form-urlencoded"
        )
        assert sent.status_code == 400
    assert everything() == before


def test_who_is_suspended_gets_no_seat(invitation: Invitation) -> None:
    banned = Player.objects.create_user("ana@example.org", display_name="Ana")
    accounts.services.suspend(banned, "spite", now=timezone.now())
    client = browser()
    assert accept(client, look(client, invitation)).status_code == 403
    assert not Seat.objects.filter(player=banned).exists()


def test_who_has_changed_their_address_answers_signed_in(client: Client) -> None:
    guest = make_player("Guest")
    services.create_match(
        make_player(),
        preset="trains",
        options={},
        seats=[services.SeatPlan("me"), services.SeatPlan("address", guest.email)],
        turn_time=timedelta(days=1),
        now=timezone.now(),
    )
    guest = accounts.services.give_address(guest, "new@example.org", now=timezone.now())
    invitation = Invitation.objects.get()
    client.force_login(guest, backend="accounts.backends.PlayerBackend")
    page = reverse("games:invitation", args=[invitation.pk])
    assert page in client.get("/").content.decode()
    assert client.get(page).status_code == 200
    client.post(f"{page}accept/", {"who": "me", "words": ""})
    assert invitation.seat.match.seats.filter(player=guest).exists()
