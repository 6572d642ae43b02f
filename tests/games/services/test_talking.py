"""Table talk: who may say what, once, and what becomes of it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import accounts.services
from accounts.errors import Suspended
from games import queries, services, store
from games.services import (
    SeatChanged,
    Stale,
    TableGone,
    TalkOver,
    TooTalkative,
    WordsRefused,
)
from games.services.talking import LINES, LINES_WITHIN
from games.tables import Match, Seat, TalkLine
from games.tables.talk import LONGEST_LINE
from tests.factories import NOON, make_match, make_player, play_on, sensible, waiting

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1)


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=1)


def seat_of(match: Match, number: int) -> Seat:
    return match.seats.select_related("match", "player").get(number=number)


def said(match: Match) -> list[str]:
    return list(match.talk.order_by("pk").values_list("words", flat=True))


def test_a_line_is_no_event_and_changes_what_open_tables_ask_for(match: Match) -> None:
    head = match.head
    services.say(seat_of(match, 0), "  Hello <b>you</b>  ", now=NOON)
    assert said(match) == ["Hello <b>you</b>"]
    match.refresh_from_db()
    assert (match.head, match.talked) == (head, 1)
    assert not any("Hello" in row.data for row in store.load_all(match.pk))


@pytest.mark.parametrize(
    "words",
    [
        "",
        " \t ",
        "two\nlines",
        "two\u2028lines",
        "bell\x07",
        "half a letter \ud800",
        "\u202eturned",
        "\u2067isolated\u2069",
        "x" * (LONGEST_LINE + 1),
    ],
)
def test_what_is_no_single_readable_line_is_refused(match: Match, words: str) -> None:
    with pytest.raises(WordsRefused):
        services.say(seat_of(match, 0), words, now=NOON)
    assert said(match) == []


@pytest.mark.parametrize("words", ["ψάρι", "شكرا", "👩‍👩‍👧 hi", "x" * LONGEST_LINE])
def test_every_script_can_be_written(match: Match, words: str) -> None:
    services.say(seat_of(match, 0), words, now=NOON)
    assert said(match) == [words]


def test_a_form_that_is_sent_twice_says_it_once(match: Match) -> None:
    for _ in range(2):
        services.say(seat_of(match, 0), "once", "abc", now=NOON)
    services.say(seat_of(match, 1), "once", "abc", now=NOON)
    services.say(seat_of(match, 0), "no key", now=NOON)
    services.say(seat_of(match, 0), "no key", now=NOON)
    assert said(match) == ["once", "once", "no key", "no key"]


def test_who_says_much_waits_a_little_and_the_others_do_not(match: Match) -> None:
    for number in range(LINES):
        services.say(seat_of(match, 0), str(number), now=NOON)
    with pytest.raises(TooTalkative) as refused:
        services.say(seat_of(match, 0), "more", now=NOON)
    assert "10 minutes" in str(refused.value)
    services.say(seat_of(match, 1), "I may", now=NOON)
    services.say(seat_of(match, 0), "and I again", now=NOON + LINES_WITHIN)
    assert len(said(match)) == LINES + 2


def test_a_line_goes_with_a_move_and_not_without_it(match: Match) -> None:
    choice = waiting(match)
    line = services.line_of("Take that!", "key")
    command = sensible(choice)
    with pytest.raises(Stale):
        services.play(choice.seat, 1, command, choice.seq + 9, said=line, now=NOON)
    assert said(match) == []
    for again in (False, True):
        played = services.play(choice.seat, 1, command, choice.seq, said=line, now=NOON)
        assert played.again is again
    kept = TalkLine.objects.get()
    assert (kept.words, kept.round, kept.seq) == ("Take that!", 1, choice.seq)
    assert (kept.seat, kept.player_id) == (choice.seat.number, choice.seat.player_id)


def test_words_cost_a_move_one_statement_more() -> None:
    match = make_match(people=2, bots=0)
    costs = []
    for line in (None, services.line_of("Hello")):
        choice = waiting(match)
        command = sensible(choice)
        with CaptureQueriesContext(connection) as found:
            services.play(choice.seat, 1, command, choice.seq, said=line, now=NOON)
        trips = [query["sql"] for query in found if "SAVEPOINT" not in query["sql"]]
        costs.append(sum(len(trip.split(";")) for trip in trips))
    assert costs[1] == costs[0] + 1


def test_one_talks_while_a_table_gathers_and_until_90_days_after_its_end() -> None:
    match = play_on(make_match(people=2, bots=0, hand_size=3, rounds=1))
    seat = seat_of(match, 0)
    assert match.ended_at is not None
    services.say(seat, "Well played", now=match.ended_at + 89 * A_DAY)
    with pytest.raises(TalkOver):
        services.say(seat, "Still there?", now=match.ended_at + 90 * A_DAY)
    host = make_player()
    waits = services.create_match(
        host,
        preset="trains",
        options={},
        seats=[services.SeatPlan("me"), services.SeatPlan("open")],
        turn_time=A_DAY,
        now=NOON,
    )
    services.say(seat_of(waits, 0), "Who comes?", now=NOON)
    services.cancel(waits, now=NOON)
    with pytest.raises(TableGone):
        services.say(seat_of(waits, 0), "Nobody", now=NOON)
    assert said(waits) == ["Who comes?"]


def test_who_sits_there_no_more_and_who_is_suspended_says_nothing(match: Match) -> None:
    gone, suspended = seat_of(match, 0), seat_of(match, 1)
    services.resign(gone, now=NOON)
    with pytest.raises(SeatChanged):
        services.say(gone, "from afar", now=NOON)
    assert suspended.player is not None
    accounts.services.suspend(suspended.player, "rude", now=NOON)
    with pytest.raises(Suspended):
        services.say(seat_of(match, 1), "still rude", now=NOON)
    assert said(match) == []


def test_a_bot_that_stands_in_does_not_silence_its_player(match: Match) -> None:
    services.give_to_bot(seat_of(match, 0), "clock", cause="clock", now=NOON)
    services.say(seat_of(match, 0), "Back on Monday", now=NOON)
    assert said(match) == ["Back on Monday"]


def test_a_muted_player_is_folded_away_for_one_reader_alone(match: Match) -> None:
    ana, ben = seat_of(match, 0), seat_of(match, 1)
    services.say(ben, "bla", now=NOON)
    for _ in range(2):
        services.mute(ana, 1)
    assert queries.newest_talk(match, ana) == []
    assert queries.talk_since(match, ana, 0) == []
    page = queries.talk_page(match, ana)
    assert [line.is_muted for line in page.lines] == [True]
    assert [other.is_muted for other in page.others] == [True]
    assert [line.words for line in queries.newest_talk(match, ben)] == ["bla"]
    services.unmute(ana, 1)
    assert [line.words for line in queries.newest_talk(match, ana)] == ["bla"]


@pytest.mark.parametrize("number", [0, 2, 9])
def test_nobody_mutes_themselves_a_bot_or_an_empty_place(match: Match, number: int) -> None:
    with pytest.raises(SeatChanged):
        services.mute(seat_of(match, 0), number)


def test_the_words_of_a_removed_line_are_gone_and_its_place_stays(match: Match) -> None:
    boss = make_player("Boss", is_staff=True)
    services.say(seat_of(match, 1), "something rude", now=NOON)
    line = TalkLine.objects.get()
    for by in (boss, None):
        services.remove_line(line, by=by, now=NOON)
    line.refresh_from_db()
    assert (line.words, line.removed_by) == ("", boss)
    (seen,) = queries.newest_talk(match, seat_of(match, 0))
    assert seen.is_removed
    assert queries.talk_since(match, seat_of(match, 0), 0) == []
    match.refresh_from_db()
    assert match.talked == 2


def test_long_talk_comes_page_by_page(match: Match) -> None:
    for number in range(150):
        services.say(seat_of(match, 0), str(number), now=NOON + number * LINES_WITHIN)
    newest = queries.talk_page(match, seat_of(match, 1))
    assert [line.words for line in newest.lines] == [str(number) for number in range(50, 150)]
    earlier = queries.talk_page(match, seat_of(match, 1), newest.before)
    assert [line.words for line in earlier.lines] == [str(number) for number in range(50)]
    assert earlier.before is None


def test_words_go_with_who_wrote_them_and_names_out_of_what_others_wrote(match: Match) -> None:
    ana, ben = seat_of(match, 0), seat_of(match, 1)
    assert ana.player is not None
    services.say(ana, "my own words", now=NOON)
    services.say(ben, f"Hello {ana.player.display_name}!", now=NOON)
    services.mute(ben, 0)
    accounts.services.delete_account(ana.player, now=NOON)
    assert said(match) == ["Hello …!"]
    assert not match.mutes.exists()
