"""The waiting room: who sees what, words, sitting down, getting up, dealing."""

import hashlib

import pytest
from django.urls import reverse

from games import services
from games.tables import Match, Seat, SeatWords
from tests.factories import make_player
from tests.games.web.browsing import fields_of, form_of, page_of, send, sit, text_of
from tests.games.web.tables import ANA, BOT, ME, OPEN, at, browser, everything, lay

pytestmark = pytest.mark.django_db


def room(client: object, match: Match) -> object:
    return client.get(at(match, "match"), follow=True)  # type: ignore[attr-defined]


def test_the_creator_sees_addresses_and_nobody_else_does() -> None:
    host, other = make_player("Host"), make_player("Other")
    match = lay(ME, ANA, OPEN, OPEN, creator=host)
    seat = services.take_open_seat(match, other, now=match.created_at)
    assert "ana@example.org" in text_of(room(browser(host), match))
    for client in (browser(other), browser(make_player()), browser(), sit(seat)):
        page = room(client, match)
        assert b"ana@example.org" not in page.content  # type: ignore[attr-defined]
        assert match.seed_commitment in text_of(page)


def test_a_friend_who_is_invited_is_shown_by_name() -> None:
    host, friend = make_player("Host"), make_player("Cleo")
    services.take_open_seat(lay(ME, OPEN, OPEN, creator=host), friend, now=host.joined_at)
    match = lay(ME, services.SeatPlan("player", friend), creator=host)
    page = room(browser(host), match)
    assert "Cleo" in text_of(page)
    assert friend.email.encode() not in page.content  # type: ignore[attr-defined]


def test_an_address_does_not_tell_whether_it_has_an_account() -> None:
    host = make_player("Host")
    stranger = make_player("Stranger")
    match = lay(ME, services.SeatPlan("address", stranger.email), creator=host)
    assert stranger.email in text_of(room(browser(host), match))
    assert "Stranger" not in text_of(room(browser(host), match))


def test_a_table_without_an_open_seat_is_closed_to_visitors() -> None:
    match = lay(ME, ANA)
    assert browser().get(at(match, "match")).status_code == 404
    assert browser(make_player()).get(at(match, "match")).status_code == 404


def test_words_are_kept_changed_and_shown_as_digits_to_their_player_alone() -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, creator=host)
    client = browser(host)
    page = send(client, form_of(room(client, match), "/words/"), words="hens and horses")
    assert page.status_code == 302
    kept = SeatWords.objects.get()
    assert kept.words == "hens and horses"
    page = room(client, match)
    assert kept.digits in text_of(page)
    assert "hens and horses" in page.content.decode()  # type: ignore[attr-defined]
    visitor = room(browser(make_player()), match)
    assert kept.digits.encode() not in visitor.content  # type: ignore[attr-defined]
    send(client, form_of(page, "/words/"), words="")
    assert not SeatWords.objects.exists()


def test_what_is_mixed_into_the_words_is_drawn_before_they_are_known() -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, creator=host)
    client = browser(host)
    form = form_of(room(client, match), "/words/")
    drawn = fields_of(form)["nonce"]
    send(client, form, words="hens")
    assert SeatWords.objects.get().nonce == drawn
    mine = "0123456789abcdef" * 2
    send(client, form, words="hens", nonce=mine)
    digits = hashlib.sha256(f"{mine}hens".encode()).hexdigest()[:40]
    assert (SeatWords.objects.get().nonce, SeatWords.objects.get().digits) == (mine, digits)
    assert fields_of(form_of(room(client, match), "/words/"))["nonce"] == mine
    send(client, form, words="hens", nonce="x" * 32)
    assert SeatWords.objects.get().nonce not in {mine, "x" * 32}


def test_who_sits_down_last_finds_the_digits_at_the_table() -> None:
    match = lay(ME, OPEN, creator=make_player("Host"))
    visitor = make_player("Visitor")
    client = browser(visitor)
    response = send(client, form_of(room(client, match), "/join/"), words="soup")
    digits = SeatWords.objects.get().digits
    page = client.get(response["Location"])
    assert digits in text_of(page)
    assert match.seed_commitment in text_of(page)
    assert "soup" not in text_of(page)


@pytest.mark.parametrize("words", ["w" * 201, "a\x00b", "a\nb"])
def test_words_that_cannot_be_kept_come_back_with_the_reason(words: str) -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, creator=host)
    client = browser(host)
    page = send(client, form_of(room(client, match), "/words/"), words=words)
    assert page.status_code == 422
    assert page_of(page).select(".wrong .errorlist")
    assert not SeatWords.objects.exists()


def test_a_browser_with_the_seats_cookie_gives_words_without_an_account() -> None:
    match = lay(ME, OPEN, OPEN)
    seat = services.take_open_seat(match, make_player(), now=match.created_at)
    client = sit(seat)
    page = client.get(reverse("games:table", args=[match.slug, seat.number]))
    assert page.status_code == 200
    send(client, form_of(page, "/words/"), words="soup")
    assert SeatWords.objects.get().seat == seat


def test_the_creator_of_a_full_table_deals_with_the_words_that_come_along() -> None:
    host = make_player("Host")
    match = lay(ME, BOT, creator=host)
    client = browser(host)
    form = form_of(room(client, match), "/deal/")
    assert send(client, form, words="now").status_code == 302
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING
    assert SeatWords.objects.get().words == "now"
    head = match.head
    assert send(client, form, words="again").status_code == 302
    match.refresh_from_db()
    assert (match.head, SeatWords.objects.get().words) == (head, "now")


def test_nobody_deals_at_a_table_with_a_free_seat() -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, creator=host)
    client = browser(host)
    form = form_of(room(client, match), "/words/")
    form["action"] = at(match, "deal", 0)
    assert send(client, form, words="").status_code == 422
    match.refresh_from_db()
    assert match.state == Match.State.WAITING


def test_a_visitor_who_is_signed_in_takes_an_open_seat() -> None:
    match = lay(ME, OPEN)
    visitor = make_player("Visitor")
    client = browser(visitor)
    form = form_of(room(client, match), "/join/")
    response = send(client, form, words="soup")
    seat = Seat.objects.get(player=visitor)
    assert response["Location"] == reverse("games:table", args=[match.slug, seat.number])
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING
    assert send(client, form, words="soup").status_code == 409
    assert Seat.objects.filter(player=visitor).count() == 1


def test_a_visitor_who_is_not_signed_in_is_led_to_sign_in() -> None:
    match = lay(ME, OPEN)
    page = room(browser(), match)
    links = [str(link["href"]) for link in page_of(page).select("main a[href]")]
    assert f"{reverse('accounts:sign_in')}?next={at(match, 'match')}" in links
    client = browser()
    client.get(reverse("accounts:sign_in"))
    before = everything()
    sent = client.post(
        at(match, "join"), {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    )
    assert sent.status_code == 302
    assert everything() == before


def test_a_player_leaves_and_the_seat_is_free() -> None:
    match = lay(ME, OPEN, OPEN)
    player = make_player()
    services.take_open_seat(match, player, now=match.created_at)
    client = browser(player)
    form = form_of(room(client, match), "/leave/")
    assert send(client, form).status_code == 302
    assert not Seat.objects.filter(player=player).exists()
    assert send(client, form).status_code == 403


def test_a_table_that_was_called_off_says_so() -> None:
    host = make_player("Host")
    match = lay(ME, OPEN, creator=host)
    services.cancel(match, now=match.created_at)
    for address in (at(match, "match"), at(match, "table", 0)):
        assert browser(host).get(address).status_code == 410


def test_looking_changes_nothing() -> None:
    host = make_player("Host")
    match = lay(ME, ANA, OPEN, creator=host)
    clients = (browser(host), browser(make_player()), browser())
    before = everything()
    for client in clients:
        for name in ("match", "join", "cancel"):
            client.get(at(match, name))
            client.head(at(match, name))
        for name in ("table", "words", "deal", "leave"):
            client.get(at(match, name, 0))
        for name in ("invite", "withdraw", "bot", "open_seat"):
            assert client.get(at(match, name, 1)).status_code == 405
    assert everything() == before
