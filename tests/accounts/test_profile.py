"""The profile, and how every page shows its reader's language and time."""

from collections.abc import Callable
from datetime import time, timedelta

import pytest
from bs4 import BeautifulSoup
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts.middleware import PlayerMiddleware
from accounts.models import Player

KEPT = {"display_name": "Ana", "language": "en", "time_zone": "Europe/Bucharest"}


@pytest.fixture
def browser(client: Client, ana: Player) -> Client:
    client.force_login(ana)
    return client


def test_only_who_is_signed_in_has_a_profile(db: None, client: Client) -> None:
    for path in ("/me/", "/me/address/", "/me/delete/"):
        assert client.get(path)["Location"] == f"/sign-in/?next={path}"
        assert client.post(path).status_code == 302


def test_name_language_and_time_zone_can_be_changed(browser: Client, ana: Player) -> None:
    changed = {"display_name": " Ana  P. ", "language": "en", "time_zone": "Asia/Tashkent"}
    assert "Saved." in browser.post("/me/", changed, follow=True).content.decode()
    ana.refresh_from_db()
    assert (ana.display_name, ana.time_zone) == ("Ana P.", "Asia/Tashkent")


def test_quiet_hours_can_be_changed_and_given_up(browser: Client, ana: Player) -> None:
    browser.post("/me/", KEPT | {"quiet_from": "23:00", "quiet_until": "08:30"})
    ana.refresh_from_db()
    assert (ana.quiet_from, ana.quiet_until) == (time(23), time(8, 30))
    assert 'value="23:00"' in browser.get("/me/").content.decode()
    browser.post("/me/", KEPT)
    ana.refresh_from_db()
    assert ana.quiet_hours is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"display_name": ""},
        {"display_name": "\u202eanA"},
        {"display_name": "x" * 41},
        {"display_name": "An\x00a"},
        {"language": "xx"},
        {"language": ""},
        {"time_zone": "Mars/Olympus"},
        {"quiet_from": "22:00"},
        {"quiet_from": "22:00", "quiet_until": "10:00"},
        {"quiet_from": "bedtime", "quiet_until": "7:00"},
    ],
)
def test_a_wrong_value_changes_nothing(browser: Client, ana: Player, wrong: dict[str, str]) -> None:
    answer = browser.post("/me/", KEPT | wrong)
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    ana.refresh_from_db()
    assert ana.display_name == "Ana"


def test_a_name_is_shown_as_text(browser: Client) -> None:
    browser.post("/me/", KEPT | {"display_name": "<b>Ana</b> & 'co'"})
    page = browser.get("/me/").content.decode()
    assert "<b>Ana" not in page
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page


def test_a_zone_that_is_offered_no_more_can_be_kept(browser: Client, ana: Player) -> None:
    ana.time_zone = "Etc/GMT+5"
    ana.save()
    assert 'value="Etc/GMT+5" selected' in browser.get("/me/").content.decode()
    assert browser.post("/me/", KEPT | {"time_zone": "Etc/GMT+5"}).status_code == 302


def zone_shown(user: object, cookie: str = "") -> str:
    """Return the time zone that a page for this reader is made in."""
    shown = []

    def page(_request: HttpRequest) -> HttpResponse:
        shown.append(timezone.get_current_timezone_name())
        return HttpResponse()

    request = RequestFactory().get("/")
    request.user = user  # type: ignore[assignment]
    request.COOKIES["time_zone"] = cookie
    with translation.override("en"):
        PlayerMiddleware(page)(request)
    return shown[0]


def test_times_are_shown_in_the_players_zone_else_in_the_browsers(ana: Player) -> None:
    assert zone_shown(ana, "Asia/Tashkent") == "Europe/Bucharest"
    assert zone_shown(None, "Asia/Tashkent") == "Asia/Tashkent"
    for nonsense in ("", "Mars/Olympus", "../../etc/passwd", "\x00"):
        assert zone_shown(None, nonsense) == "UTC"
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_post_is_a_sign_of_life_and_a_get_is_none(browser: Client, ana: Player) -> None:
    browser.get("/me/")
    ana.refresh_from_db()
    assert ana.last_seen_at is None
    browser.post("/me/", KEPT)
    ana.refresh_from_db()
    assert ana.last_seen_at is not None


def test_a_sign_of_life_is_noted_at_most_once_an_hour(
    browser: Client, ana: Player, later: Callable[[timedelta], None]
) -> None:
    noted = []
    for minutes in (0, 59, 2):
        later(timedelta(minutes=minutes))
        browser.post("/me/", KEPT)
        ana.refresh_from_db()
        noted.append(ana.last_seen_at)
    assert noted[0] == noted[1] != noted[2]


def suggested(browser: Client) -> list[tuple[str, bool]]:
    """Return the zones that stand above all others, each with whether it is chosen."""
    page = BeautifulSoup(browser.get("/me/").content, "html.parser")
    assert len(page.select("select[name=time_zone] option[selected]")) == 1
    found = page.select("select[name=time_zone] optgroup[label='Likely yours'] option")
    return [(str(option["value"]), option.has_attr("selected")) for option in found]


def test_the_kept_zone_and_the_browsers_stand_above_all_others(
    browser: Client, ana: Player
) -> None:
    assert suggested(browser) == [(ana.time_zone, True)]
    browser.cookies["time_zone"] = "America/New_York"
    assert suggested(browser) == [(ana.time_zone, True), ("America/New_York", False)]
    browser.cookies["time_zone"] = ana.time_zone
    assert suggested(browser) == [(ana.time_zone, True)]
