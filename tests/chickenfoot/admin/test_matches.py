"""Matches are found, read, checked, and helped along."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games import services, store
from games.engine import Caused, MatchPaused
from games.queries import log
from games.tables import Match
from tests.factories import make_match, play_on, waiting

from .pages import act, do, kept, listed, page, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, now=timezone.now())


def found(browser: Client, query: str) -> str:
    answer = browser.get(f"{listed(Match)}?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_matches_are_searched_by_address_and_by_who_sits_there(
    browser: Client, match: Match
) -> None:
    other = make_match(people=1, bots=1)
    player = match.seats.get(number=1).player
    assert player is not None
    for query in (match.slug[:8], player.email.upper(), player.display_name):
        text = found(browser, f"q={query}")
        assert match.slug in text
        assert other.slug not in text


def test_matches_are_filtered_by_state_and_by_standing_still(browser: Client, match: Match) -> None:
    still = make_match(people=1, bots=1)
    Match.objects.filter(pk=still.pk).update(fault="type of tile_eaten is unknown to version 1")
    text = found(browser, "fault=yes")
    assert still.slug in text
    assert match.slug not in text
    assert match.slug in found(browser, "state__exact=running")
    assert match.slug not in found(browser, "state__exact=ended")


def test_a_page_shows_where_the_match_stands(browser: Client, match: Match) -> None:
    text = browser.get(page(match)).content.decode()
    for seat in match.seats.select_related("player"):
        assert seat.name in text
    assert act(match, "extend-deadline") in text
    assert act(match, "abandon") in text
    assert f"/m/{match.slug}/" in text


def test_a_match_that_is_over_has_no_acts(browser: Client) -> None:
    over = play_on(make_match(people=2, bots=0, rounds=1, hand_size=4))
    text = browser.get(page(over)).content.decode()
    assert "/act/" not in text


@pytest.mark.parametrize(
    ("language", "bot", "ends"),
    [
        ("en", "a bot (Hen)", ("somebody went out", "nobody could play on")),
        ("sl", "bot (Kokoš)", ("nekdo je položil vse ploščice", "nihče ni mogel več igrati")),
    ],
)
def test_a_page_says_in_words_who_decides_and_how_a_round_ended(
    browser: Client, chief: Player, language: str, bot: str, ends: tuple[str, str]
) -> None:
    Player.objects.filter(pk=chief.pk).update(language=language)
    assert bot in browser.get(page(make_match(people=1, bots=1))).content.decode()
    over = play_on(make_match(people=2, bots=0, rounds=1, hand_size=4))
    text = browser.get(page(over)).content.decode()
    out = over.rounds.get(number=1).reason == "out"
    assert (ends[0] in text) is out
    assert (ends[1] in text) is not out


def test_a_page_says_what_is_played_and_names_rules_that_it_does_not_know(
    browser: Client, match: Match
) -> None:
    said = "Trains · 10 rounds, one after the other · double-nine, 55 tiles"
    assert said in browser.get(page(match)).content.decode()
    Match.objects.filter(pk=match.pk).update(rules={"preset": "spinners", "edition": 9})
    assert "preset spinners" in browser.get(page(match)).content.decode()


def test_a_match_is_neither_added_nor_changed_nor_deleted(browser: Client, match: Match) -> None:
    assert browser.get(f"{listed(Match)}add/").status_code == 403
    assert browser.post(page(match), {"state": "ended"}).status_code == 403
    delete = page(match).replace("/change/", "/delete/")
    assert browser.post(delete, {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [match.pk], "post": "yes"}
    browser.post(listed(Match), chosen)
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING


class TestLog:
    def log(self, browser: Client, match: Match, number: int | str = 1) -> str:
        answer = browser.get(page(match).replace("change/", "log/"), {"page": number})
        assert answer.status_code == 200
        return answer.content.decode()

    def test_every_event_is_a_line(self, browser: Client, match: Match) -> None:
        play_on(match, choices=4)
        text = self.log(browser, match)
        assert text.count('<th scope="row">') == match.head
        for row in store.load_all(match.pk):
            assert row.type in text
        assert "tile laid" in text
        assert "the player" in text

    def test_a_long_log_has_pages(self, browser: Client) -> None:
        match = make_match(people=2, bots=0, hand_size=8, rounds=8)
        while match.head <= 105:
            play_on(match, choices=1)
        first, second = self.log(browser, match, 1), self.log(browser, match, 2)
        assert first.count('<th scope="row">') == 100
        assert second.count('<th scope="row">') == match.head - 100
        assert "Page 2 of 2" in second
        assert "Page 2 of 2" in self.log(browser, match, 99)

    @pytest.mark.parametrize("number", ["0", "-1", "x", "", "²", "1" * 50])
    def test_what_is_no_page_is_the_first(
        self, browser: Client, match: Match, number: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(log, "PAGE", match.head - 1)
        assert "Page 1 of 2" in self.log(browser, match, number)

    def test_a_match_that_waits_has_an_empty_log(self, browser: Client) -> None:
        waits = Match.objects.create(rules={}, seed_commitment="")
        assert "has not begun" in self.log(browser, waits)

    def test_an_event_that_cannot_be_read_says_so(self, browser: Client, match: Match) -> None:
        last = list(store.load_all(match.pk))[-1]
        odd = last._replace(seq=last.seq + 1, type="tile_eaten", data='{"tile":"an egg"}')
        store.append_stored(match.pk, [odd])
        text = self.log(browser, match)
        assert "cannot be read" in text
        assert "an egg" not in text


class TestCheck:
    def check(self, browser: Client, match: Match) -> str:
        answer = browser.get(page(match).replace("change/", "check/"))
        assert answer.status_code == 200
        return answer.content.decode()

    def test_a_good_record_is_said_to_be_good(self, browser: Client, match: Match) -> None:
        text = self.check(browser, match)
        assert "The record is good." in text
        assert f"{match.head} events were checked" in text

    def test_a_bad_record_is_named_without_its_sentence_while_it_runs(
        self, browser: Client, match: Match
    ) -> None:
        tail = store.tail_of(list(store.load_all(match.pk))[-1])
        store.append(match.pk, tail, [Caused(MatchPaused("admin"), "admin")] * 2, timezone.now())
        text = self.check(browser, match)
        assert f"seq {tail.seq + 2}: paused" in text
        assert "It is paused already" not in text

    def test_a_bad_record_is_named_with_its_sentence_when_it_is_over(
        self, browser: Client, match: Match
    ) -> None:
        services.abandon(match, now=timezone.now())
        last = list(store.load_all(match.pk))[-1]
        store.append_stored(match.pk, [last._replace(seq=last.seq + 1)])
        assert "The digest does not follow" in self.check(browser, match)


class TestActs:
    def test_a_deadline_is_extended(self, browser: Client, match: Match) -> None:
        choice = waiting(match)
        until = (choice.deadline + timedelta(days=2)).replace(second=0, microsecond=0)
        asked = browser.get(act(match, "extend-deadline"), {"choice": choice.pk})
        assert f'<option value="{choice.pk}" selected>' in asked.content.decode()
        said = {"choice": choice.pk, "until_0": f"{until:%Y-%m-%d}", "until_1": f"{until:%H:%M}"}
        do(browser, match, "extend-deadline", **said, reason="a funeral")
        assert waiting(match).deadline == until
        *_before, last = store.load_all(match.pk)
        assert (last.type, last.cause) == ("deadline_moved", "admin")
        assert "funeral" not in last.data
        assert kept(match) == [("Chief", "Extend a deadline: a funeral")]

    @pytest.mark.parametrize("days", [-1, 0, 400, 3_000_000])
    def test_a_deadline_that_is_no_later_or_far_away_is_refused(
        self, browser: Client, match: Match, days: int
    ) -> None:
        choice = waiting(match)
        day = f"{choice.deadline + timedelta(days=days):%Y-%m-%d}" if days < 1e6 else "9999-12-31"
        said = {"choice": choice.pk, "until_0": day, "until_1": f"{choice.deadline:%H:%M:%S}"}
        assert "errorlist" in refused(browser, match, "extend-deadline", **said)
        assert waiting(match).deadline == choice.deadline

    def test_another_matchs_choice_is_no_choice(self, browser: Client, match: Match) -> None:
        other = waiting(make_match(people=2, bots=0))
        said = {"choice": other.pk, "until_0": "2099-01-01", "until_1": "12:00"}
        assert "Select a valid choice" in refused(browser, match, "extend-deadline", **said)

    def test_a_seat_is_given_to_a_bot(self, browser: Client, match: Match) -> None:
        seat = waiting(match).seat
        do(browser, match, "give-to-bot", seat=seat.pk, reason="they asked")
        seat.refresh_from_db()
        assert (seat.bot, seat.player is None) == ("hen", False)
        handed = [row for row in store.load_all(match.pk) if row.type == "seat_handed_over"]
        assert [(row.cause, '"reason":"admin"' in row.data) for row in handed] == [("admin", True)]
        assert kept(match) == [("Chief", "Give a seat to a bot: they asked")]

    def test_a_bots_seat_and_another_tables_are_no_seats_to_give(
        self, browser: Client, match: Match
    ) -> None:
        bot = make_match(people=1, bots=1).seats.get(number=1)
        assert "Select a valid choice" in refused(browser, match, "give-to-bot", seat=bot.pk)

    def test_a_match_is_abandoned(self, browser: Client, match: Match) -> None:
        refused(browser, match, "abandon")
        do(browser, match, "abandon", sure="on", reason="all agreed")
        assert match.state == Match.State.ABANDONED
        assert kept(match) == [("Chief", "Abandon the match: all agreed")]

    def test_what_cannot_be_done_is_said_and_not_kept(self, browser: Client, match: Match) -> None:
        last = list(store.load_all(match.pk))[-1]
        store.append_stored(match.pk, [last._replace(seq=last.seq + 1, type="x", round=None)])
        text = refused(browser, match, "abandon", sure="on")
        assert "needs an administrator" in text
        match.refresh_from_db()
        assert match.state == Match.State.RUNNING

    def test_a_match_that_stood_still_goes_on_once_it_can_be_read(
        self, browser: Client, match: Match
    ) -> None:
        Match.objects.filter(pk=match.pk).update(fault="type of tile_eaten is unknown")
        text = browser.get(page(match)).content.decode()
        assert act(match, "let-go-on") in text
        assert act(match, "abandon") not in text
        do(browser, match, "let-go-on", reason="new version")
        assert match.fault == ""
        play_on(match, choices=1)

    def test_a_match_that_cannot_be_read_yet_stands_still_on(
        self, browser: Client, match: Match
    ) -> None:
        last = list(store.load_all(match.pk))[-1]
        store.append_stored(match.pk, [last._replace(seq=last.seq + 1, type="x")])
        Match.objects.filter(pk=match.pk).update(fault="type of x is unknown")
        refused(browser, match, "let-go-on")
        match.refresh_from_db()
        assert match.fault
        assert not LogEntry.objects.exists()


def test_an_act_there_is_not_or_on_a_match_there_is_not_is_not_found(
    browser: Client, match: Match
) -> None:
    assert browser.get(act(match, "win")).status_code == 404
    assert browser.get(act(match, "abandon").replace(f"/{match.pk}/", "/0/")).status_code == 404
    assert browser.get(act(match, "abandon").replace(f"/{match.pk}/", "/x/")).status_code == 404


@pytest.mark.parametrize("query", ["until=x", "until=%00", "choice=x", "reason=x&choice=99999"])
def test_a_link_to_an_act_fills_no_field_with_what_does_not_fit(
    browser: Client, match: Match, query: str
) -> None:
    assert browser.get(f"{act(match, 'extend-deadline')}?{query}").status_code == 200
