"""Links and cookies of a seat (MAIL.md, Links 1-3)."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from games import services, signals
from games.tables import Capability, Match, Seat
from tests.factories import NOON, make_match, make_player, play_on
from tests.games.web.browsing import (
    Browser,
    address,
    form_of,
    lay_a_tile,
    link_to,
    page_of,
    rows,
    seat_at,
    send,
    sit,
    text_of,
    to_move,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def wanted() -> Iterator[list[int]]:
    asked: list[int] = []

    def listen(seat_id: int, **_: object) -> None:
        asked.append(seat_id)

    signals.link_wanted.connect(listen)
    yield asked
    signals.link_wanted.disconnect(listen)


def test_the_token_leaves_the_address_and_the_rest_passes_through(seat: Seat) -> None:
    answer = Browser().get(link_to(seat, "?round=1&tile=4-9&on=9-9&seq=57"))
    assert answer.status_code == 302
    assert answer["Location"] == address(seat) + "?round=1&tile=4-9&on=9-9&seq=57"
    cookie = answer.cookies["knock"]
    assert cookie["path"] == address(seat)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Robots-Tag"] == "noindex"


def test_head_answers_as_get(seat: Seat) -> None:
    link = link_to(seat)
    got, headed = Browser().get(link), Browser().head(link)
    assert headed.status_code == got.status_code == 302
    assert headed["Location"] == got["Location"]
    assert headed.content == b""


def test_a_new_browser_is_asked_first_and_shown_nothing_of_the_hand(seat: Seat) -> None:
    client = Browser()
    asked = client.get(link_to(seat, "?round=1"), follow=True)
    assert asked.status_code == 200
    assert f"Play as {seat.name}?" in text_of(asked)
    assert not page_of(asked).select(".hand, .board")
    answer = send(client, form_of(asked, "enter/"))
    assert answer["Location"] == address(seat) + "?round=1"
    assert client.kept("knock") == []
    assert client.kept("seat") == [address(seat)]
    assert page_of(client.get(answer["Location"])).select_one(".hand")


def test_gets_change_nothing_in_any_table(match: Match) -> None:
    """Scanners open every link, twice, and run after every link on every page."""
    seat = to_move(match)
    link = link_to(seat, "?round=1")
    client = sit(seat)
    client.cookies.clear()
    signed_in = Browser()
    assert seat.player
    signed_in.force_login(seat.player)
    before = rows()
    for browser in (Browser(), signed_in, client):
        for method in (browser.head, browser.get, browser.get):
            method(link, follow=True)
        for name in ("table", "seat_replay", "resign", "seat_news"):
            browser.get(address(seat, name), follow=True)
        for name in ("match", "replay", "record", "news"):
            browser.get(reverse(f"games:{name}", args=[match.slug]), follow=True)
    assert rows() == before


def test_a_client_that_keeps_no_cookies_and_presses_all_buttons_achieves_nothing(
    seat: Seat,
) -> None:
    link = link_to(seat)
    asked = Browser().get(link, follow=True)
    form = form_of(asked, "enter/")
    played = lay_a_tile(sit(seat), seat)
    before = rows()
    for pressed in (form, played):
        answer = send(Browser(), pressed)
        assert answer.status_code == 403
    assert send(Client(), played).status_code == 403
    assert rows() == before


def test_without_cookies_the_page_says_to_allow_them(seat: Seat) -> None:
    answer = Browser().get(address(seat))
    assert answer.status_code == 403
    assert "cookies" in text_of(answer)


def test_the_cookie_of_one_seat_opens_no_other(match: Match) -> None:
    mine, theirs = seat_at(match, 0), seat_at(match, 1)
    client = sit(mine)
    ((_path, _name), cookie), *_ = [item for item in client.jar.items() if item[0][1] == "seat"]
    client.jar["/", "seat"] = cookie
    answer = client.get(address(theirs))
    assert answer.status_code == 403
    assert "Your turn" not in text_of(answer)


def test_two_people_share_a_browser(match: Match) -> None:
    client = sit(seat_at(match, 0))
    for number in (0, 1):
        asked = client.get(link_to(seat_at(match, number)), follow=True)
        if number == 1:
            assert "Play as" in text_of(asked)
            send(client, form_of(asked, "enter/"))
    for number in (0, 1):
        assert client.get(address(seat_at(match, number))).status_code == 200


def test_a_link_whose_end_was_cut_leads_to_the_table_by_its_token(seat: Seat) -> None:
    cut = Browser().get(link_to(seat, "?round=1&tile=4-"))
    assert cut.status_code == 400
    assert page_of(cut).select(f"main a.button[href='{link_to(seat)}']")


@pytest.mark.parametrize("cut", [slice(0, -1), slice(1, None), slice(0, 3)])
def test_a_cut_or_forged_token_is_forbidden(seat: Seat, cut: slice) -> None:
    token = services.token(services.capability_for(seat))
    for wrong in (token[cut], f"{token}x", "x", "%FF%00", "x" * 5000):
        answer = Browser().get(f"/t/{wrong}/")
        assert answer.status_code == 403
        assert "knock" not in answer.cookies


def test_another_seats_token_signed_by_nobody_is_no_cookie(match: Match) -> None:
    seat = seat_at(match, 0)
    client = Browser()
    client.cookies["seat"] = services.token(services.capability_for(seat))
    client.cookies["seat"]["path"] = "/"
    assert client.get(address(seat)).status_code == 403


def test_an_expired_link_offers_a_new_one_by_mail(
    seat: Seat,
    wanted: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    link, client = link_to(seat), sit(seat)
    Capability.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(address(seat)).status_code == 410
    over = client.get(link)
    assert over.status_code == 410
    assert page_of(over).select(".hand, .board") == []
    with django_capture_on_commit_callbacks(execute=True):
        sent = send(client, form_of(over, "again/"))
    assert sent.status_code == 200
    assert wanted == [seat.pk]


def test_new_links_are_not_mailed_without_end(seat: Seat) -> None:
    link, client = link_to(seat), Browser()
    services.revoke_seat(seat)
    form = form_of(client.get(link), "again/")
    answers = [send(client, form) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]


def test_a_new_link_is_mailed_only_to_a_browser_that_had_one(seat: Seat, wanted: list[int]) -> None:
    answer = Browser().post(address(seat, "link_again"))
    assert answer.status_code == 403
    assert wanted == []


def test_a_revoked_link_closes_open_browsers_too(seat: Seat) -> None:
    link, client = link_to(seat), sit(seat)
    form = lay_a_tile(client, seat)
    services.revoke_seat(seat)
    assert client.get(link).status_code == 410
    assert client.get(address(seat)).status_code == 410
    before = rows()
    assert send(client, form).status_code == 410
    assert rows() == before
    sit(seat)


def test_a_finished_matchs_link_leads_to_the_replay() -> None:
    match = make_match(people=2, bots=0, rounds=1, hand_size=5)
    seat = to_move(match)
    link, client = link_to(seat), sit(seat)
    form = lay_a_tile(client, seat)
    play_on(match, now=timezone.now())
    replay = reverse("games:replay", args=[match.slug])
    for answer in (Browser().get(link), client.get(link), client.get(address(seat))):
        assert answer["Location"] == replay
    answer = send(client, form)
    assert answer.status_code == 409
    assert "The match is over" in text_of(answer)


def test_ninety_days_after_the_end_a_link_is_over() -> None:
    match = make_match(people=2, bots=0, rounds=1, hand_size=5)
    link = link_to(seat_at(match, 0))
    play_on(match, now=timezone.now())
    Match.objects.update(ended_at=timezone.now() - timedelta(days=91))
    assert Browser().get(link).status_code == 410


def test_a_player_signed_in_sits_at_their_own_seat_alone(match: Match) -> None:
    client, stranger = Browser(), Browser()
    own = seat_at(match, 0)
    assert own.player
    client.force_login(own.player)
    stranger.force_login(make_player())
    assert client.get(address(own)).status_code == 200
    assert client.get(address(seat_at(match, 1))).status_code == 403
    assert stranger.get(address(own)).status_code == 403


def test_a_suspended_player_gets_no_new_link(seat: Seat) -> None:
    link, client = link_to(seat), Browser()
    services.revoke_seat(seat)
    assert seat.player
    seat.player.suspended_at = NOON
    seat.player.save()
    assert not page_of(client.get(link)).select("main form")


def test_seats_and_matches_that_there_are_not(match: Match) -> None:
    client = Browser()
    own = seat_at(match, 0)
    assert own.player
    client.force_login(own.player)
    for path in ("7/", "12/", "99999999999999999999/", "-1/", "0/nothing/"):
        assert client.get(f"/m/{match.slug}/{path}").status_code == 404
    assert client.get("/m/AAAAAAAAAAAAAAAAAAAAAA/0/").status_code == 404
    assert client.get(f"/m/{'a' * 3000}/").status_code == 404
