"""Table talk on the pages: written beside the table or with a move, and lost by no refusal."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.services.talking import LINES
from games.tables import Match, TalkLine
from tests.browser.screens import PHONE, Lend, opened
from tests.factories import make_match, make_player, play_on
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

RUDE = '<script>alert(1)</script> & "more"'


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, now=timezone.now())


def test_a_line_is_written_beside_the_table_and_escaped_for_all(match: Match) -> None:
    mine, theirs = seat_at(match, 0), seat_at(match, 1)
    browser, other = sit(mine), sit(theirs)
    for seat, reader in ((mine, browser), (theirs, other)):
        page = reader.get(address(seat))
        assert "Everybody at this table reads this" in text_of(page)
    answer = send(browser, form_of(browser.get(address(mine)), "talk/"), words=RUDE)
    assert answer.status_code == 302
    assert answer["Location"].startswith(address(mine))
    for name in ("table", "talk"):
        page = other.get(address(theirs, name))
        assert RUDE in text_of(page)
        assert RUDE not in page.content.decode()


def test_a_form_sent_twice_says_it_once_and_a_get_changes_nothing(match: Match) -> None:
    seat = seat_at(match, 0)
    browser = sit(seat)
    before = rows()
    form = form_of(browser.get(address(seat, "talk")), "talk/")
    assert rows() == before
    for _ in range(2):
        assert send(browser, form, words="once").status_code == 302
    assert TalkLine.objects.count() == 1


def test_a_line_goes_with_a_move(match: Match) -> None:
    seat = to_move(match)
    browser = sit(seat)
    form = lay_a_tile(browser, seat)
    assert send(browser, form, words="With love").status_code == 302
    line = TalkLine.objects.get()
    assert (line.words, line.round, line.player) == ("With love", 1, seat.player)


@pytest.mark.parametrize(
    ("changes", "status"),
    [({"seq": "999"}, 409), ({"tile": "18-18"}, 422), ({"words": "x" * 281}, 422)],
)
def test_a_refused_move_gives_the_words_back(
    match: Match, changes: dict[str, str], status: int
) -> None:
    seat = to_move(match)
    browser = sit(seat)
    sent = {"words": "Do not lose me", **changes}
    answer = send(browser, lay_a_tile(browser, seat), **sent)
    assert answer.status_code == status
    field = page_of(answer).select_one("#say")
    assert field is not None
    assert field["value"] == sent["words"]
    assert not TalkLine.objects.exists()


def test_words_of_a_move_after_the_end_are_given_back_too() -> None:
    match = make_match(people=2, bots=0, hand_size=3, rounds=1, now=timezone.now())
    seat = to_move(match)
    assert seat.player is not None
    browser = Browser()
    browser.force_login(seat.player)
    form = lay_a_tile(browser, seat)
    services.abandon(match, now=timezone.now())
    answer = send(browser, form, words="Too late?")
    assert answer.status_code == 409
    assert "your words were not said yet" in text_of(answer)
    assert send(browser, form_of(answer, "talk/")).status_code == 302
    assert TalkLine.objects.get().words == "Too late?"


def test_too_much_is_refused_with_the_words_kept(match: Match) -> None:
    seat = seat_at(match, 0)
    for number in range(LINES):
        services.say(seat, str(number), now=timezone.now())
    browser = sit(seat)
    answer = send(browser, form_of(browser.get(address(seat, "talk")), "talk/"), words="more")
    assert answer.status_code == 429
    assert answer["Retry-After"]
    field = page_of(answer).select_one("#say[aria-invalid]")
    assert field is not None
    assert field["value"] == "more"


def test_watchers_replays_and_records_hold_no_word() -> None:
    match = make_match(people=2, bots=0, hand_size=3, rounds=1, now=timezone.now())
    Match.objects.update(watchable=True)
    services.say(seat_at(match, 0), "kookaburra", now=timezone.now())
    watched = Browser().get(reverse("games:match", args=[match.slug])).content.decode()
    assert "kookaburra" not in watched
    assert "Table talk" not in watched
    assert Browser().get(address(seat_at(match, 0), "talk")).status_code == 403
    play_on(match, now=timezone.now())
    for name, args in (("match", []), ("replay_step", [1, 2]), ("record", []), ("notation", [])):
        answer = Browser().get(reverse(f"games:{name}", args=[match.slug, *args]))
        content = b"".join(answer) if answer.streaming else answer.content
        assert b"kookaburra" not in content


def test_the_poll_of_a_seat_tells_of_a_line_and_that_of_watchers_does_not(match: Match) -> None:
    Match.objects.update(watchable=True)
    seat = seat_at(match, 0)
    browser = sit(seat)
    watched = reverse("games:news", args=[match.slug])
    known = [browser.get(address(seat, "seat_news"))["ETag"], Browser().get(watched)["ETag"]]
    services.say(seat_at(match, 1), "psst", now=timezone.now())
    mine = browser.get(address(seat, "seat_news"), headers={"If-None-Match": known[0]})
    theirs = Browser().get(watched, headers={"If-None-Match": known[1]})
    assert (mine.status_code, theirs.status_code) == (200, 304)
    shown = page_of(browser.get(address(seat))).select_one("[data-head]")
    assert shown is not None
    assert shown["data-head"] == mine.content.decode()


def test_muting_folds_lines_away_and_can_be_taken_back(match: Match) -> None:
    mine, theirs = seat_at(match, 0), seat_at(match, 1)
    services.say(theirs, "bla bla", now=timezone.now())
    browser = sit(mine)
    form = form_of(browser.get(address(mine, "talk")), "mute/")
    assert send(browser, form, what="mute").status_code == 302
    assert "bla bla" not in text_of(browser.get(address(mine)))
    folded = page_of(browser.get(address(mine, "talk"))).select_one("details")
    assert folded is not None
    assert "bla bla" in folded.get_text()
    send(browser, form, what="unmute")
    assert "bla bla" in text_of(browser.get(address(mine)))
    assert send(browser, form, what="scold").status_code == 400


def test_people_talk_while_the_table_gathers() -> None:
    host = make_player()
    match = services.create_match(
        host,
        preset="trains",
        options={},
        seats=[services.SeatPlan("me"), services.SeatPlan("open")],
        turn_time=timedelta(days=1),
        now=timezone.now(),
    )
    seat = seat_at(match, 0)
    browser = Browser()
    browser.force_login(host)
    send(browser, form_of(browser.get(address(seat)), "talk/"), words="Who comes?")
    assert "Who comes?" in text_of(browser.get(address(seat)))
    visitor = Browser().get(reverse("games:match", args=[match.slug]))
    assert "Who comes?" not in text_of(visitor)


def test_after_the_end_the_link_of_a_mail_still_leads_to_the_talk() -> None:
    match = make_match(people=2, bots=0, hand_size=3, rounds=1, now=timezone.now())
    play_on(match, now=timezone.now())
    seat = seat_at(match, 0)
    browser = Browser()
    asked = browser.get(link_to(seat, "?talk=1"), follow=True)
    assert "Play as" in text_of(asked)
    entered = send(browser, form_of(asked, "enter/"))
    assert entered["Location"] == address(seat, "talk")
    assert send(browser, form_of(browser.get(address(seat, "talk")), "talk/"), words="Bravo")
    assert TalkLine.objects.get().words == "Bravo"
    Match.objects.update(ended_at=timezone.now() - timedelta(days=91))
    assert browser.get(address(seat, "talk")).status_code == 410


def test_a_removed_line_says_so_and_nothing_more(match: Match) -> None:
    services.say(seat_at(match, 1), "rude words", now=timezone.now())
    services.remove_line(TalkLine.objects.get(), by=None, now=timezone.now())
    seat = seat_at(match, 0)
    shown = text_of(sit(seat).get(address(seat, "talk")))
    assert "Removed by an administrator" in shown
    assert "rude" not in shown


@pytest.mark.browser
@pytest.mark.parametrize("name", ["table", "talk"])
def test_news_takes_no_words_from_who_is_writing_them(
    live_server: Any, chromium: Lend, transactional_db: None, name: str
) -> None:
    match = make_match(people=2, bots=0, now=timezone.now())
    seat = seat_at(match, 0)
    link, place = link_to(seat), address(seat, name)
    news = f"**{address(seat, 'seat_news')}"
    with chromium() as browser, opened(browser, live_server.url, PHONE) as page:
        page.clock.install()
        page.goto(live_server.url + link)
        page.get_by_role("button", name="play as").click()
        page.goto(live_server.url + place)
        page.route(news, lambda route: route.fulfill(body="news"))
        page.get_by_label("Say something").fill("I was just about to")
        page.clock.fast_forward(5000)
        page.wait_for_selector("[data-news]:not([hidden])")
        assert page.get_by_label("Say something").input_value() == "I was just about to"
        page.unroute(news)
        page.get_by_role("button", name="Say it").click()
        page.wait_for_selector("text=I was just about to")
