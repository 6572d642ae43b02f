"""What pages tell of themselves to chats and social pages, and what they must not."""

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games import services
from games.tables import Invitation, Match
from tests.factories import make_match, make_player, play_on
from tests.games.web.browsing import Browser, address, page_of, seat_at, sit
from tests.games.web.tables import ANA, ME, OPEN, lay, link_of
from tests.games.web.test_preview import told

pytestmark = pytest.mark.django_db

WATCHED = [False, True]


@pytest.fixture
def over() -> Match:
    return play_on(make_match(people=2, bots=0, rounds=1, hand_size=5), now=timezone.now())


def picture_of(tags: dict[str, str]) -> str:
    """Return the path of the picture that a page names; it has to be one."""
    image = tags["og:image"]
    assert image.startswith(f"{settings.SITE_URL}/")
    path = image.removeprefix(settings.SITE_URL)
    answer = Browser().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return path.split("?")[0]


@pytest.mark.parametrize("name", ["home", "rules"])
def test_pages_for_everybody_show_the_sign_of_the_house(name: str) -> None:
    path = reverse(f"games:{name}")
    tags = told(Browser().get(path))
    assert tags["og:url"] == settings.SITE_URL + path
    assert picture_of(tags) == reverse("games:preview")
    assert tags["og:title"]
    assert tags["og:description"]
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")


def test_the_result_tells_who_won_and_by_what(over: Match) -> None:
    path = reverse("games:match", args=[over.slug])
    tags = told(Browser().get(path))
    assert tags["og:title"].endswith(" won")
    assert all(str(total) in tags["og:description"] for total in over.totals)
    assert tags["og:url"] == settings.SITE_URL + path
    assert picture_of(tags) == reverse("games:match_preview", args=[over.slug])


def test_a_step_among_all_rounds_tells_of_the_same_step_of_its_round() -> None:
    match = make_match(people=2, bots=0, rounds=2, hand_size=5, pace="side_by_side")
    play_on(match, now=timezone.now())
    path = reverse("games:replay_all_step", args=[match.slug, 9])
    shown = Browser().get(path)
    tags = told(shown)
    alone = tags["og:url"].removeprefix(settings.SITE_URL)
    assert alone != path
    assert picture_of(tags).startswith(alone)
    same = Browser().get(alone)
    assert told(same) == tags
    assert page_of(same).select_one(".cf-table") == page_of(shown).select_one(".cf-table")
    field = page_of(shown).select_one(".share input")
    assert field
    assert field["value"] == f"{settings.SITE_URL}{path}"


def test_a_watched_table_tells_its_round() -> None:
    match = make_match(people=2, bots=0)
    Match.objects.update(watchable=True)
    path = reverse("games:match", args=[match.slug])
    before = told(Browser().get(path))
    assert before["og:title"] == "Round 1 of 10, on 9-9"
    assert picture_of(before) == reverse("games:match_preview", args=[match.slug])
    play_on(match, choices=1)
    assert told(Browser().get(path))["og:image"] != before["og:image"]


@pytest.mark.parametrize("watched", WATCHED)
def test_what_is_seen_from_a_seat_tells_nothing(watched: bool) -> None:
    match = make_match(people=2, bots=0)
    play_on(match, choices=2)
    Match.objects.update(watchable=watched)
    seat = seat_at(match, 0)
    browser = sit(seat)
    for path in (address(seat), address(seat, "seat_replay_step", 1, 2), address(seat, "talk")):
        shown = browser.get(path)
        assert shown.status_code == 200
        assert told(shown) == {}
        assert "og:" not in shown.content.decode()


def test_nor_does_a_match_that_its_seats_alone_may_look_at() -> None:
    match = make_match(people=2, bots=0)
    player = seat_at(match, 0).player
    assert player
    browser = Browser()
    browser.force_login(player)
    shown = browser.get(reverse("games:replay_step", args=[match.slug, 1, 0]))
    assert shown.status_code == 200
    assert told(shown) == {}


def test_my_home_page_tells_nothing() -> None:
    browser = Browser()
    browser.force_login(make_player())
    assert told(browser.get("/")) == {}


def test_a_table_with_an_open_seat_can_be_shown_to_those_who_may_take_it() -> None:
    match = lay(ME, OPEN, OPEN)
    path = reverse("games:match", args=[match.slug])
    tags = told(Browser().get(path))
    assert tags["og:url"] == settings.SITE_URL + path
    assert tags["og:title"] == "This table waits for players"
    assert picture_of(tags) == reverse("games:preview")
    host = match.creator
    assert host
    browser = Browser()
    browser.force_login(host)
    assert told(browser.get(reverse("games:table", args=[match.slug, 0]))) == {}


def test_an_invitation_tells_neither_its_address_nor_who_invites() -> None:
    host = make_player("Konstantina")
    match = lay(ME, ANA, creator=host)
    invitation = Invitation.objects.get()
    link = link_of(invitation)
    shown = Browser().get(link, follow=True)
    assert "Konstantina" in shown.content.decode()
    tags = told(shown)
    assert tags["og:url"] == f"{settings.SITE_URL}/"
    assert picture_of(tags) == reverse("games:preview")
    head = str(page_of(shown).head)
    for secret in (
        services.token(services.capability_for_invitation(invitation)),
        "/i/",
        "Konstan",
    ):
        assert secret not in head
    assert match.slug not in head


def test_what_somebody_is_called_cannot_break_out_of_a_tag(over: Match) -> None:
    player = seat_at(over, 0).player
    assert player
    player.display_name = '"><script>1</script>'
    player.save()
    for path in ("match", "replay_step"):
        args = [over.slug] if path == "match" else [over.slug, 1, 2]
        shown = Browser().get(reverse(f"games:{path}", args=args))
        assert "<script>1" not in shown.content.decode()
        assert player.display_name in told(shown)["og:description"]
